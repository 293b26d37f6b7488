"""Requests to language and embedding models."""
