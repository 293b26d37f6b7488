"""Everything that lasts: PostgreSQL, and one store for each kind of thing kept in it."""
