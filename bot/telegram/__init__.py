"""The Telegram edge: updates in, replies out."""
