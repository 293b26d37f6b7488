"""Everything that is known of a user as files: JSON, which can be imported again, and Markdown for people."""
