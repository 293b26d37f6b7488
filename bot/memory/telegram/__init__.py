"""`/memory` and its buttons."""
