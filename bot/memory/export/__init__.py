"""Everything that is known of a user, as files: one for programs, described here and read again, and one to be read."""
