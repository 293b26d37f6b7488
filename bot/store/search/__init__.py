"""What every search by words and by embeddings needs."""
