"""The commands of `python -m bot`."""
