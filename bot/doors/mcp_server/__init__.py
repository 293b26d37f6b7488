"""The MCP server, by which other assistants share the memory: https://modelcontextprotocol.io."""
