"""The core: conversations, turns, and what they are made of."""
