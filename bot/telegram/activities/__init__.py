"""What tools did and what waits for its owner, shown and decided in a chat."""
