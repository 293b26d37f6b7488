"""Documents that users send: read in a process of its own, stored in parts."""
