"""HTTP interfaces for programs."""
