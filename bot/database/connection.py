"""A connection that sends several statements in one round trip."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

from psycopg import AsyncConnection as DriverConnection
from psycopg.rows import TupleRow
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Parameters: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]

M = TypeVar("M", bound=Callable[..., Any])


def _after_deferred(method: M) -> M:
    """Return a method of SQLAlchemy's that first sends what was deferred."""

    @wraps(method)
    async def run(self: "Connection", *arguments: Any, **options: Any) -> Any:
        await self.send_deferred()
        return await cast("Callable[..., Awaitable[Any]]", method)(self, *arguments, **options)

    return cast("M", run)


class Connection(AsyncConnection):
    """A connection on which statements can be deferred whose results nobody needs.

    They are sent in order before the next statement or with COMMIT, several of them in a pipeline, and raise their
    errors there: https://www.psycopg.org/psycopg3/docs/advanced/pipeline.html. A deferred insert has to be `inline`, as
    it would return the new row's key otherwise.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._deferred: list[tuple[Executable, Parameters]] = []

    execute = _after_deferred(AsyncConnection.execute)
    exec_driver_sql = _after_deferred(AsyncConnection.exec_driver_sql)
    stream = _after_deferred(AsyncConnection.stream)

    def defer(self, statement: Executable, parameters: Parameters) -> None:
        """Have a statement run before any later one, or at the end of the transaction."""
        self._deferred.append((statement, parameters))

    def forget_deferred(self) -> None:
        """Run nothing of what was deferred."""
        self._deferred = []

    async def send_deferred(self, *, commits: bool = False) -> None:
        """Run what was deferred; with `commits`, a pipeline also ends the transaction.

        Raises what `execute` raises, or psycopg's error behind it.
        """
        deferred, self._deferred = self._deferred, []
        if len(deferred) <= 1:  # a pipeline takes a round trip itself
            for statement, parameters in deferred:
                await super().execute(statement, parameters)
            return
        driver = cast("DriverConnection[TupleRow]", (await self.get_raw_connection()).driver_connection)
        async with driver.pipeline():
            for statement, parameters in deferred:
                await super().execute(statement, parameters)
            if commits:
                await driver.execute("COMMIT")
