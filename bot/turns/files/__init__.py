"""What is made of the files that users send: pictures, recordings and documents."""
