"""Notes: operations, checklists and files."""
