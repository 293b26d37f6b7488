"""The core's rows and statements."""
