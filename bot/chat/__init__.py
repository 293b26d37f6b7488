"""The core: conversations and turns."""
