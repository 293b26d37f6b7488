"""Search in conversations and memories by words and by embeddings."""
