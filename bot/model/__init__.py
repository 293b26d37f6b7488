"""The model: what is asked of it, and the adapter for servers that speak OpenAI's Chat Completions."""
