"""Alembic's entry: one migration at a time, in one transaction, on the connection or the address the caller gives."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from sqlalchemy import Connection, create_engine, pool, text

from bot.app.features import METADATA
from bot.store.migrate import MIGRATION_LOCK

attributes = context.config.attributes
if not {"connection", "url"} & attributes.keys():
    message = "Migrations run through `make migrate`, which knows the database."
    raise SystemExit(message)


@contextmanager
def connected() -> Iterator[Connection]:
    """Yield the caller's connection, in the middle of its transaction, or one to its address."""
    if "connection" in attributes:
        yield attributes["connection"]
        return
    engine = create_engine(attributes["url"], poolclass=pool.NullPool)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


with connected() as connection:
    context.configure(connection=connection, target_metadata=METADATA, compare_server_default=True)
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    with context.begin_transaction():
        context.run_migrations()
