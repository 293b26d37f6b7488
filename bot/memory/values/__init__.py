"""Memories and their changes."""
