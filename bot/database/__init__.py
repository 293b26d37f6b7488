"""PostgreSQL: one module of statements for each kind of row.

Statements are SQLAlchemy expressions, built once. SQL text is used in `search`, and to administer a server or a
database.
"""
