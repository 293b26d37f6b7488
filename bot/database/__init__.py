"""PostgreSQL: one module of statements for each kind of row.

Statements are SQLAlchemy expressions, built once. SQL text is used for search and timelines, and to
administer a server or a database.
"""
