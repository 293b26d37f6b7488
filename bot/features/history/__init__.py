"""Past conversations: listed, read and searched."""
