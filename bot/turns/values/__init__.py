"""Frozen values of conversations, turns and acts."""
