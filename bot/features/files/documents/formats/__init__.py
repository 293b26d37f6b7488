"""Readers of documents' formats. Only the process that reads documents imports them."""
