"""A copy of memories and notes as Markdown files, for git, Obsidian and the like; nothing is read back from it."""
