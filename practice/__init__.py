"""Stand-ins that speak real HTTP: a local Bot API server with a chat page, and a rule-based model."""
