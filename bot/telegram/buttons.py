"""Buttons under messages: their data, presses and reactions."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2s
from typing import ClassVar, Final, Self, TypeAlias
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from bot.kit.errors import KeepsakeError
from bot.kit.language import mark, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.text import clean, one_line
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.formatting import RichText, compose, utf16_length
from bot.telegram.texts import Button, Buttons, Part, Text

MOST_DATA_BYTES: Final = 64
"""Most bytes of a button's data (Bot API, InlineKeyboardButton)."""
MOST_BUTTONS: Final = 100
"""Most buttons of a keyboard; Telegram takes no more."""
LONGEST_LABEL: Final = 40
"""Longest label in UTF-16 units; a phone shows no more."""
NOTHING_TO_PRESS: Final = mark("This button no longer works.")

_DATA: Final = re.compile(r"([a-z]{1,16}):(.*)", re.DOTALL)


class NoSuchButton(Exception):  # noqa: N818 - named for the situation
    """The button of a press does nothing; its user is shown NOTHING_TO_PRESS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """The press of a button: its `data`, its message as `shown` (None if Telegram no longer has it).

    `embedding` is that of the button's search words, if known.
    """

    data: str
    shown: Text | None = None
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """The result of a press: a toast, the new content of the button's message, and further messages."""

    toast: str = ""
    shows: Text | None = None
    says: Sequence[Part] = field(default=())


Action: TypeAlias = Callable[[Transaction, Owner, Press], Awaitable[Reaction]]
"""Handles the presses of buttons of one name in the caller's transaction. Raises NoSuchButton for unknown data."""
Lookup: TypeAlias = Callable[[Transaction, Owner, str, Embedding | None], Awaitable[Sequence[Part]]]
"""Handles a command in the caller's transaction, and returns its answer.

It gets the words after the command, and the embedding of the search words among them, if known.
"""
PlacedLookup: TypeAlias = Callable[[Transaction, Owner, str, Place], Awaitable[Sequence[Part]]]
"""Handles a command whose answer depends on the place where it is sent."""


@dataclass(frozen=True, slots=True)
class ButtonData:
    """A button's data: the `NAME` of its handler, and the fields of a subclass, separated by colons.

    The fields are validated when read. Only the last one may contain a colon.
    """

    NAME: ClassVar[str]

    @property
    def data(self) -> str:
        """The data as stored by Telegram. Raises ValueError if it is too long."""
        values = (getattr(self, it.name) for it in fields(self))
        data = ":".join([self.NAME, *(it.hex if isinstance(it, UUID) else str(it) for it in values)])
        if len(data.encode()) > MOST_DATA_BYTES:
            raise ValueError(f"a button's data has at most {MOST_DATA_BYTES} bytes")
        return data

    @property
    def fits(self) -> bool:
        """Whether the data is short enough for a button."""
        try:
            return bool(self.data)
        except ValueError:
            return False

    def button(self, label: str) -> Button:
        """Return a button with this data, its label cut to LONGEST_LABEL."""
        return Button(shortened(label, LONGEST_LABEL), self.data)

    @classmethod
    def parsed(cls, data: str) -> Self:
        """Parse the data of a pressed button after the name. Raises NoSuchButton."""
        if (read := cls.read(data)) is None:
            raise NoSuchButton
        return read

    @classmethod
    def read(cls, data: str) -> Self | None:
        """Parse the data after the name; None if it is invalid.

        Buttons of earlier releases may lack the last fields, which then have their usual values.
        """
        names = [it.name for it in fields(cls)]
        values = data.split(":", len(names) - 1)
        try:
            read = TypeAdapter(cls).validate_python(dict(zip(names, values, strict=False)))
        except ValidationError:
            return None
        whole = ":".join([cls.NAME, data, *(str(getattr(read, it)) for it in names[len(values) :])])
        return read if read.data == whole else None  # only the canonical spelling is ours


def parse(data: str | None) -> tuple[str, str] | None:
    """Split a button's data after its name; None for data without a name."""
    read = _DATA.fullmatch(clean(data or ""))
    return (read[1], read[2]) if read and len(read[0].encode()) <= MOST_DATA_BYTES else None


def fitting(rows: Buttons) -> Iterator[Sequence[Button]]:
    """Yield the first rows with buttons that fit into a keyboard."""
    room = MOST_BUTTONS
    for row in filter(None, rows):
        room -= len(row)
        if room < 0:
            return
        yield row


def rows_of(buttons: Sequence[Button], width: int) -> list[Sequence[Button]]:
    """Return buttons in rows of a width."""
    return [buttons[at : at + width] for at in range(0, len(buttons), width)]


def ticked(label: str, *, is_set: bool) -> str:
    """Return the label of a choice, with a tick if it is the present one."""
    return f"✓ {label}" if is_set else label


def short_name(name: str) -> str:
    """Return a hash that fits into a button's data, which names of others may not."""
    return blake2s(name.encode(), digest_size=8).hexdigest()


def and_more(rest: int) -> str:
    """Return a line that says how many more there are than a list shows; nothing if there are none."""
    return "\n" + plural("… and {count} more", "… and {count} more", rest) if rest > 0 else ""


def message(*pieces: str | RichText, buttons: Buttons = ()) -> Text:
    """Compose one message with buttons; a text that is too long is cut."""
    first, *_ = compose(*pieces)
    return replace(first, buttons=[row for row in buttons if row])


def refused(undone: str, why: KeepsakeError) -> Reaction:
    """Return the reason for a refusal as a toast, as in `refused(t("Not restored."), error)`.

    What the error adds for the model is left out.
    """
    return Reaction(toast=sentences(undone, t(why.says)))


def shortened(text: str, units: int) -> str:
    """Return a text on one line, cut to a number of UTF-16 units."""
    line = one_line(text)
    if utf16_length(line) <= units:
        return line
    while utf16_length(line) >= units:
        line = line[: -max(1, (utf16_length(line) - units) // 2)]
    return f"{line.rstrip()}…"
