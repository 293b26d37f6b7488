"""Reminders: their times, the words for them, and what may be done with them."""
