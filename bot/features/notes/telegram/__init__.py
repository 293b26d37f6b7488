"""`/notes` and its buttons."""
