"""The connection to PostgreSQL, and transactions on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.errors import DatabaseUnavailable


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is done with one of these commits together, or not at all; only the stores look inside."""

    connection: AsyncConnection


class Database:
    """A pool of connections to the database at `url` (`postgresql+psycopg://…`)."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, pool_size=8, max_overflow=8, hide_parameters=True)
        self._autocommitting = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def transaction(self, *, single: bool = False) -> AsyncIterator[Transaction]:
        """Commit at the end of the block, or roll back when it raises. Keep it short.

        A `single` statement commits by itself, which saves the round trips of BEGIN and COMMIT.
        Raises DatabaseUnavailable when the server can't be reached or the connection was lost.
        """
        try:
            async with self._autocommitting.connect() if single else self._engine.begin() as connection:
                yield Transaction(connection)
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            raise DatabaseUnavailable from error
        except DBAPIError as error:
            if error.connection_invalidated:
                raise DatabaseUnavailable from error
            raise

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()
