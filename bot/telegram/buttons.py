"""Buttons under messages: what the press of one tells us, what carries it out, and what comes of that."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar, Final, Self, TypeAlias
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from bot.database.engine import Transaction
from bot.errors import MemoryDeleted, MemoryRefused, SameMemory, StoreFull
from bot.telegram.formatting import RichText, compose, utf16_length
from bot.telegram.texts import Button, Buttons, Text
from bot.values import Embedding, Owner, clean, one_line

MOST_DATA_BYTES: Final = 64
"""Most bytes of a button's data (Bot API, InlineKeyboardButton)."""
LONGEST_LABEL: Final = 40
"""What a button says is cut here, in UTF-16 units: a phone shows no more of it."""
NOTHING_TO_PRESS: Final = "This button does nothing any more."

_REFUSALS: Final[Mapping[type[MemoryRefused], str]] = {
    SameMemory: "another memory already says this",
    StoreFull: "there is no room for more memories",
    MemoryDeleted: "this memory is deleted",
}
_DATA: Final = re.compile(r"([a-z]{1,16}):(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """The press of a button: its `data`, and what its message `shown` then, unless Telegram keeps that no longer.

    `embedding` is the embedding of what the button searches for, if that is known.
    """

    data: str
    shown: Text | None = None
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """What comes of a press: a few words over the chat, what the button's message shows now, and what else is said."""

    toast: str = ""
    shows: Text | None = None
    says: Sequence[Text] = field(default=())


Action: TypeAlias = Callable[[Transaction, Owner, Press], Awaitable[Reaction | None]]
"""Carries out the presses of the buttons with a name, by the database alone, in the caller's transaction.

Returns None if the data is of no button of ours.
"""
Lookup: TypeAlias = Callable[[Transaction, Owner, str, Embedding | None], Awaitable[Sequence[Text]]]
"""Carries out a command by the database alone, in the caller's transaction, and returns what to say.

It is given the words after the command, and the embedding of what they search for, if that is known.
"""


@dataclass(frozen=True, slots=True)
class ButtonData:
    """A button's data: the `NAME` of what carries its press out, and the fields of a subclass, with colons between.

    The fields' types are checked when it is read. Only the last one may hold a colon.
    """

    NAME: ClassVar[str]

    @property
    def data(self) -> str:
        """The data as Telegram keeps it. Raises ValueError if it is too long."""
        values = (getattr(self, it.name) for it in fields(self))
        told = ":".join([self.NAME, *(it.hex if isinstance(it, UUID) else str(it) for it in values)])
        if len(told.encode()) > MOST_DATA_BYTES:
            raise ValueError(f"a button can tell {MOST_DATA_BYTES} bytes")
        return told

    def button(self, label: str) -> Button:
        """Return a button that tells this, its label cut to what a phone shows."""
        return Button(shortened(label, LONGEST_LABEL), self.data)

    @classmethod
    def read(cls, data: str) -> Self | None:
        """Read the data after the name; None if it is not of this kind."""
        names = [it.name for it in fields(cls)]
        values = data.split(":", len(names) - 1)
        try:
            read = TypeAdapter(cls).validate_python(dict(zip(names, values, strict=False)))
        except ValidationError:
            return None
        return read if read.data == f"{cls.NAME}:{data}" else None  # nor is another spelling of it ours


def parse(told: str | None) -> tuple[str, str] | None:
    """Split a button's data after its name; None if it is of no button of ours."""
    read = _DATA.fullmatch(clean(told or ""))
    return (read[1], read[2]) if read and len(read[0].encode()) <= MOST_DATA_BYTES else None


def message(*pieces: str | RichText, buttons: Buttons = ()) -> Text:
    """Put one message together, with buttons below; of a text that is longer than a message, the beginning."""
    first, *_ = compose(*pieces)
    return replace(first, buttons=[row for row in buttons if row])


def refused(undone: str, why: MemoryRefused) -> Reaction:
    """Say why nothing was done about a memory, as in `refused("Not restored", error)`."""
    return Reaction(toast=f"{undone}: {_REFUSALS.get(type(why), 'this memory was changed since')}.")


def shortened(text: str, units: int) -> str:
    """Return a text on one line, cut to a number of UTF-16 units."""
    line = one_line(text)
    if utf16_length(line) <= units:
        return line
    while utf16_length(line) >= units:
        line = line[: -max(1, (utf16_length(line) - units) // 2)]
    return f"{line.rstrip()}…"


def counted(number: int, one: str, many: str) -> str:
    """Return how many of something there are, as in `counted(2, "memory", "memories")`."""
    return f"{number:,} {one if number == 1 else many}"
