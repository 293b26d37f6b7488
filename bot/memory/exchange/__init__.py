"""Memory files: written as JSON Lines and Markdown, read from common formats."""
