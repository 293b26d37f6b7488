"""Emojis that the model puts below messages."""
