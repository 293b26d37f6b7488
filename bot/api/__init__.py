"""Doors for programs: what the bot tells over HTTP."""
