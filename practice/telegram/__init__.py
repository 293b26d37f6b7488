"""A local Bot API server, and the chat page that stands in for Telegram's app."""
