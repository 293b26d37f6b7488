"""What Keepsake does besides remembering: a folder for each feature."""
