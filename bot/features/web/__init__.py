"""The web: pages are fetched and read, and found by a search server."""
