"""The doors for programs: HTTP with the page, and the MCP server for other assistants."""
