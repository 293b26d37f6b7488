"""A local Bot API server, and the chat page that replaces Telegram's app."""
