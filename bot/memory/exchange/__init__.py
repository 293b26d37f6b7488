"""Memories as files: written for programs and to be read, and read in any of the shapes people have them in. Pure."""
