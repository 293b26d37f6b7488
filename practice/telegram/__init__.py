"""A local Bot API server and its chat page, which replaces Telegram's app."""
