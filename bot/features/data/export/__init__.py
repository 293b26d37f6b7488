"""Exports of a user's data: JSON, which can be imported again, and Markdown for people."""
