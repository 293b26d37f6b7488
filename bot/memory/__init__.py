"""Memory: what is remembered, by every door."""
