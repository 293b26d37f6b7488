"""What the model's answers took."""
