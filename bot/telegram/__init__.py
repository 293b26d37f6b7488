"""Telegram: updates in, replies out."""
