"""The rows and statements of notes."""
