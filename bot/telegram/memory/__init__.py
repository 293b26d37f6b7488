"""`/memory`, and the buttons under what it shows: what an owner sees and does of their memories."""
