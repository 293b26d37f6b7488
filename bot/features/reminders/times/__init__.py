"""Times in words."""
