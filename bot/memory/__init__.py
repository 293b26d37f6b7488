"""Memories: operations, files and embeddings."""
