"""Memories in the database, and the search for them."""
