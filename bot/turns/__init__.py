"""The core: conversations, turns and acts."""
