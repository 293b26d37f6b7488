"""Logging other assistants in: OAuth 2.1 for the MCP server, with clients that register themselves."""
