"""The models: whoever answers can be chosen, and is told of before it is shut down."""
