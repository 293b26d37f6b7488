"""PostgreSQL: the engine, the embedded server, the base of the tables, backups."""
