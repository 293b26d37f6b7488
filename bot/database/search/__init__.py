"""What was said and what is remembered, found by words and by meaning."""
