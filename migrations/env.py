"""Alembic's entry: one migration at a time, in one transaction, on the address the caller gives."""

from alembic import context
from sqlalchemy import create_engine, pool, text

from bot.database.tables import Base

_LOCK = 0x4B656570  # "Keep": two bots that start at once migrate one after the other

url = context.config.attributes.get("url")
if not url:
    message = "Migrations run through `make migrate`, which knows the database."
    raise SystemExit(message)

engine = create_engine(url, poolclass=pool.NullPool)
with engine.begin() as connection:
    context.configure(connection=connection, target_metadata=Base.metadata, compare_server_default=True)
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
