"""All of a user's data: exported, imported, and copied into a folder."""
