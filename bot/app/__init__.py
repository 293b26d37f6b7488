"""The composition root: all parts of a bot are wired here."""
