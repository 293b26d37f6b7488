"""`python -m bot doctor`: whether the bot can run, and what to do if it can't."""
