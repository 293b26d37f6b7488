"""The API and the page."""
