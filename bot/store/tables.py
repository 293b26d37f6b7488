"""Base of all tables: column types, constraint names, and the owner of a row."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from sqlalchemy import (
    ARRAY,
    JSON,
    REAL,
    BigInteger,
    ColumnElement,
    DateTime,
    Enum,
    Identity,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    bindparam,
    false,
    select,
    tuple_,
)
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bot.kit.owner import Owner

JSON_OR_NULL: Final = JSON(none_as_null=True)
OWNER: Final = ("bot_id", "user_id")
IS_LIVE: Final = "deleted_at IS NULL"

Small: TypeAlias = Annotated[int, mapped_column(Integer)]
Count: TypeAlias = Annotated[int, mapped_column(Integer, server_default=sql("0"))]
Flag: TypeAlias = Annotated[bool, mapped_column(server_default=sql("false"))]
SmallKey: TypeAlias = Annotated[int, mapped_column(Integer, primary_key=True, autoincrement=False)]
RowNumber: TypeAlias = Annotated[int, mapped_column(Identity(), primary_key=True)]
ShortId: TypeAlias = Annotated[str, mapped_column(String(8))]
Lexemes: TypeAlias = Annotated[Any, mapped_column(TSVECTOR)]
Numbers: TypeAlias = Annotated[list[float], mapped_column(ARRAY(REAL))]
Texts: TypeAlias = Annotated[list[str], mapped_column(ARRAY(Text), server_default=sql("'{}'"))]


def one_of(values: type[StrEnum], length: int = 20) -> Enum:
    """Return the type of a column for an enumeration's values."""
    return Enum(
        values,
        native_enum=False,
        length=length,
        values_callable=lambda members: [member.value for member in members],
    )


def index(name: str, *columns: str, where: str = "", unique: bool = False) -> Index:
    """Return an index of all rows, or of those that meet the condition `where`."""
    return Index(name, *columns, unique=unique, postgresql_where=sql(where) if where else None)


def word_index(name: str) -> Index:
    """Return an index of the column `words` of lexemes."""
    return Index(name, "words", postgresql_using="gin", postgresql_with={"fastupdate": "off"})


class Whose(StrEnum):
    """Whose the rows of a table are that are no owner's."""

    CHAT = "a chat"
    BOT = "a bot"
    NOBODY = "nobody"


class Base(DeclarativeBase):
    """Base of all tables, with constraint names and column types; each says whose its rows are.

    They are their owner's (`Owned`), or else `of` the rows of another table, to which one foreign key leads, or of no
    owner. `left_out` is why an export has no such rows, and `erased` what becomes of them in an erasure, if they stay.
    """

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        int: BigInteger,
        str: Text,
        StrEnum: one_of(StrEnum),
    }

    def __init_subclass__(
        cls,
        table: str,
        *,
        of: "type[Base] | Whose | None" = None,
        left_out: str = "",
        erased: Mapping[str, str] | None = None,
    ) -> None:
        if (of is None) is not issubclass(cls, Owned):
            raise TypeError(f"{table} says not, or twice, whose its rows are")
        cls.__tablename__ = table
        super().__init_subclass__()
        cls.metadata.tables[table].info.update(of=of, left_out=left_out, erased=erased)


class Placed:
    """A table whose rows belong to a place: a chat, and in it a topic or none."""

    chat_id: Mapped[int]
    topic_id: Mapped[int] = mapped_column(server_default=sql("0"))

    @classmethod
    def is_in_place(cls) -> ColumnElement[bool]:
        """Return the condition that a row belongs to a place, for a query executed with `Place.columns`."""
        return and_(cls.chat_id == bindparam("chat_id"), cls.topic_id == bindparam("topic_id"))


class Owned:
    """A table whose rows belong to a user of a bot."""

    bot_id: Mapped[int]
    user_id: Mapped[int]

    @classmethod
    def owned_by(cls, owner: Owner) -> ColumnElement[bool]:
        """Return the condition that a row belongs to an owner."""
        return and_(cls.bot_id == owner.bot_id, cls.user_id == owner.user_id)

    @classmethod
    def is_owned(cls) -> ColumnElement[bool]:
        """Return the same condition for a query that is built once and executed with `Owner.columns`.

        Not for an UPDATE, which would set the columns of these names.
        """
        return and_(cls.bot_id == bindparam("bot_id"), cls.user_id == bindparam("user_id"))


def belong(table: Table, owner: Owner) -> ColumnElement[bool]:
    """Return the condition that a table's rows belong to an owner."""
    of: type[Base] | Whose | None = table.info["of"]
    if of is None:
        return and_(*(table.c[name] == value for name, value in owner.columns.items()))
    if isinstance(of, Whose):
        return false()
    (key,) = (it for it in table.foreign_key_constraints if it.referred_table is of.__table__)
    whole = select(*(it.column for it in key.elements)).where(belong(key.referred_table, owner))
    return tuple_(*key.columns).in_(whole)
