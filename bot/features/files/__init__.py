"""What is made of the files that users send."""
