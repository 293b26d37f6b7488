"""A connection that sends several statements in one round trip."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Final, TypeAlias, TypeVar, cast

from psycopg import AsyncConnection as DriverConnection
from psycopg import AsyncCursor, OperationalError
from psycopg import Error as DriverError
from psycopg.rows import TupleRow
from sqlalchemy import Dialect, SelectBase, TextClause, UpdateBase, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

Statement: TypeAlias = SelectBase | UpdateBase | TextClause
Converter: TypeAlias = Callable[[Any], Any]


class CompiledStatement:
    """A statement in the driver's form, for values of the given names.

    It has no list for `IN`, but an array. The rows of a `text` can be read if it names its `columns`.
    """

    def __init__(self, statement: Statement, names: Sequence[str], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(type(statement).__name__)
        columns = () if isinstance(statement, TextClause) else statement.exported_columns
        self.sql = compiled.string
        self._given: list[tuple[str, str, Converter | None]] = []
        self._fixed: dict[str, Any] = {}
        without = compiled.construct_params(dict.fromkeys(names))
        for bind, name in compiled.bind_names.items():
            convert = bind.type.dialect_impl(dialect).bind_processor(dialect)
            if bind.key in names:
                self._given.append((name, bind.key, convert))
            else:
                self._fixed[name] = convert(without[name]) if convert else without[name]
        self._columns = [(it.name, it.type.dialect_impl(dialect).result_processor(dialect, None)) for it in columns]

    def values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values to run it with, as the driver takes them."""
        given = {name: convert(values[key]) if convert else values[key] for name, key, convert in self._given}
        return {**self._fixed, **given}

    def row(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return a row that it has returned, by the names of its columns."""
        columns = zip(self._columns, values, strict=True)
        return {name: convert(value) if convert else value for (name, convert), value in columns}


compiled = lru_cache(256)(CompiledStatement)
"""Return a statement compiled, the same one for the same arguments."""


Parameters: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]

M = TypeVar("M", bound=Callable[..., Any])

_BEGIN: Final = text("BEGIN")
_COMMIT: Final = text("COMMIT")


def _after_deferred(method: M) -> M:
    """Return a method of SQLAlchemy's that first sends what was deferred."""

    @wraps(method)
    async def run(self: "Connection", *arguments: Any, **options: Any) -> Any:
        await self.send_deferred()
        return await cast("Callable[..., Awaitable[Any]]", method)(self, *arguments, **options)

    return cast("M", run)


@dataclass(eq=False)
class Deferred:
    """A statement that is sent later, once for each of its `parameters`.

    `rows` are what it returned, None until they are read: by `Connection.read`, or after a COMMIT that succeeded.
    """

    statement: Statement
    parameters: Sequence[Mapping[str, Any]]
    rows: Sequence[Mapping[str, Any]] | None = None
    _sent: Sequence[tuple[CompiledStatement, AsyncCursor[TupleRow]]] = ()

    async def send(self, driver: "DriverConnection[TupleRow]", dialect: Dialect) -> None:
        """Run it; in a pipeline, without waiting for what it does."""
        statements = [compiled(self.statement, tuple(values), dialect) for values in self.parameters]
        self._sent = [
            (statement, await driver.execute(statement.sql, statement.values(values), prepare=True))
            for statement, values in zip(statements, self.parameters, strict=True)
        ]

    async def read(self) -> None:
        """Read the rows that it returned, once."""
        if self.rows is not None:
            return
        sent = [(statement, cursor) for statement, cursor in self._sent if cursor.description]
        self.rows = [statement.row(row) for statement, cursor in sent for row in await cursor.fetchall()]


class Connection(AsyncConnection):
    """A connection on which statements can be deferred whose results nobody needs before the end.

    They are sent in order before the next statement or with COMMIT, several of them in a pipeline, and raise the
    driver's errors there: https://www.psycopg.org/psycopg3/docs/advanced/pipeline.html. A deferred insert has to be
    `inline`, as it would return the new row's key otherwise.

    The engine's connections commit by themselves. A transaction that `begins` has BEGIN as its first deferred
    statement: the driver would wait for its own to be confirmed, even in a pipeline.
    """

    def __init__(self, engine: AsyncEngine, *, begins: bool) -> None:
        super().__init__(engine)
        self._deferred: list[Deferred] = []
        self._begin = self.defer(_BEGIN, {}) if begins else None

    execute = _after_deferred(AsyncConnection.execute)
    exec_driver_sql = _after_deferred(AsyncConnection.exec_driver_sql)
    stream = _after_deferred(AsyncConnection.stream)

    def defer(self, statement: Statement, parameters: Parameters) -> Deferred:
        """Have a statement run before any later one, or at the end of the transaction."""
        deferred = Deferred(statement, [parameters] if isinstance(parameters, Mapping) else parameters)
        self._deferred.append(deferred)
        return deferred

    async def fetch(self, statement: Statement, parameters: Parameters) -> Sequence[Mapping[str, Any]]:
        """Run a statement at once, and return the rows that it returns. The driver runs it, which saves time."""
        return await self.read(self.defer(statement, parameters))

    async def read(self, deferred: Deferred) -> Sequence[Mapping[str, Any]]:
        """Return the rows that a deferred statement returns, once it has run."""
        await self.send_deferred()
        await deferred.read()
        return deferred.rows or ()

    def forget_deferred(self) -> None:
        """Run nothing of what was deferred."""
        self._deferred = []

    async def send_deferred(self, *, commits: bool = False) -> None:
        """Run what was deferred, in the end COMMIT if the transaction `commits` and has run anything.

        Raises the driver's errors, and OperationalError once the connection was lost: SQLAlchemy would go on with
        another one, outside of the transaction.
        """
        if self.invalidated:
            raise OperationalError
        deferred, self._deferred = self._deferred, []
        if commits and deferred != [self._begin]:
            deferred = [*deferred, Deferred(_COMMIT, [{}])]
        elif commits or not deferred:
            return
        if self.sync_connection is None:
            raise TypeError
        driver = cast("DriverConnection[TupleRow]", self.sync_connection.connection.driver_connection)
        alone = sum(len(it.parameters) for it in deferred) == 1  # a pipeline would take longer
        try:
            async with nullcontext() if alone else driver.pipeline():
                for it in deferred:
                    await it.send(driver, self.dialect)
            if commits:
                for it in deferred:
                    await it.read()
        except BaseException as error:
            if driver.closed or not isinstance(error, DriverError):  # what a cancelled one has yet to read is not known
                await self.invalidate(error)
            raise
