"""The memory API."""
