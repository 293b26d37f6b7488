"""Reminders in the chat: commands, lists, buttons, and the messages that ring."""
