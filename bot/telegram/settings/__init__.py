"""`/settings`: one message with what a user can set, each on a page of its own."""
