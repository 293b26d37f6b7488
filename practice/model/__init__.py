"""A rule-based model behind an OpenAI-compatible server: what was said is read, understood and answered."""
