"""The people whom the owner has let in."""
