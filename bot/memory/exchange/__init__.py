"""Memories as files: written as JSON Lines and Markdown, read from the formats people have. Pure functions."""
