"""Keepsake: a personal assistant that lives in a Telegram chat and remembers."""
