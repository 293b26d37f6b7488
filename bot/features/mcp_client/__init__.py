"""The MCP servers that the owner has listed: their tools, and calls of them (https://modelcontextprotocol.io)."""
