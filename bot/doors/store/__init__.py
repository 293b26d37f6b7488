"""Tokens, and what programs were answered."""
