"""The rows and statements of past conversations."""
