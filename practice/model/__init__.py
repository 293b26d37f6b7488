"""A rule-based model and the OpenAI-compatible server that serves it."""
