"""What may be done with memories."""
