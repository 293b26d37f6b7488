"""Statements compiled once, which the driver then runs by itself.

SQLAlchemy's own execution of a small statement takes about as long as PostgreSQL's.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Dialect, SelectBase, TextClause, UpdateBase
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
