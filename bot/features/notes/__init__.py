"""Notes and checklists."""
