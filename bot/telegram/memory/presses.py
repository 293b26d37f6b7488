"""What the buttons under memories tell. Pure.

A button knows all that its press needs, so that it works however long ago its message was sent: the memory, and where
in which list it was opened, as `name:show:<id>:<first id of the page>:<which list>`; or when a clearing was.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from bot.database.memory_pages import EVERY, Selection
from bot.telegram.buttons import MOST_DATA_BYTES, ButtonData

MEMORY: Final = "mem"
"""The name of these buttons in their data."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LIVE, _DELETED, _BEST = "l", "d", "b"


class Side(StrEnum):
    """On which side of a memory a page lies; `FROM` begins with it."""

    FROM = "from"
    AFTER = "after"
    BEFORE = "before"


class Act(StrEnum):
    """What a button does with a memory."""

    SHOW = "show"
    DELETE = "delete"
    RESTORE = "restore"
    PIN = "pin"
    UNPIN = "unpin"
    WHERE = "where"


_Id: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_IdOrNone: TypeAlias = Annotated[str, Field(pattern="^([A-Za-z0-9]{8})?$")]
_Coded: TypeAlias = Annotated[str, Field(pattern="^[ldb]")]
"""Which list, and the words it was asked for with."""


@dataclass(frozen=True, slots=True)
class _ListButton(ButtonData):
    NAME: ClassVar = MEMORY

    side: Side
    memory_id: _IdOrNone
    selection: _Coded


@dataclass(frozen=True, slots=True)
class _MemoryButton(ButtonData):
    NAME: ClassVar = MEMORY

    act: Act
    memory_id: _Id
    first_id: _IdOrNone
    selection: _Coded


@dataclass(frozen=True, slots=True)
class _ClearingButton(ButtonData):
    NAME: ClassVar = MEMORY

    what: Literal["cleared"]
    microseconds: Annotated[int, Field(ge=0, lt=10**16)]


@dataclass(frozen=True, slots=True)
class Place:
    """A page of a list: beside a memory, or the first one if none is named."""

    selection: Selection = EVERY
    side: Side = Side.FROM
    memory_id: str = ""

    @property
    def data(self) -> str:
        """What a button that leads there tells."""
        return _ListButton(self.side, self.memory_id, _coded(self.selection)).data


@dataclass(frozen=True, slots=True)
class PressOfOne:
    """The press of a button for a memory, and the page that leads back to."""

    act: Act
    memory_id: str
    back: Place

    @property
    def data(self) -> str:
        """What such a button tells."""
        return _MemoryButton(self.act, self.memory_id, self.back.memory_id, _coded(self.back.selection)).data


@dataclass(frozen=True, slots=True)
class PressOfClearing:
    """The press of the button that takes a clearing back, known by when it was."""

    at: datetime

    @property
    def data(self) -> str:
        """What such a button tells: the microseconds up to then, since 1970."""
        return _ClearingButton("cleared", (self.at - _EPOCH) // _MICROSECOND).data


Pressed: TypeAlias = Place | PressOfOne | PressOfClearing

MOST_WORDS_BYTES: Final = MOST_DATA_BYTES - len(f"{MEMORY}:restore:{'x' * 8}:{'x' * 8}:l")
"""Most bytes of a list's words that its buttons have room for."""


def fits_buttons(selection: Selection) -> bool:
    """Tell whether buttons can know which list they stand under."""
    return len(selection.words.encode()) <= MOST_WORDS_BYTES


def parse(data: str) -> Pressed | None:
    """Read what a button told behind its name; None if no button of ours tells that."""
    if page := _ListButton.read(data):
        return Place(_selection(page.selection), page.side, page.memory_id)
    if one := _MemoryButton.read(data):
        return PressOfOne(one.act, one.memory_id, Place(_selection(one.selection), Side.FROM, one.first_id))
    if clearing := _ClearingButton.read(data):
        return PressOfClearing(_EPOCH + clearing.microseconds * _MICROSECOND)
    return None


def searched_for(data: str) -> str:
    """Return what the page that a button leads to is a search for; empty if it is none."""
    match parse(data):
        case Place(Selection(best=True) as selection):
            return selection.words
        case _:
            return ""


def _coded(selection: Selection) -> str:
    kind = _BEST if selection.best else _DELETED if selection.deleted else _LIVE
    return f"{kind}{selection.words}"


def _selection(coded: str) -> Selection:
    kind, words = coded[:1], coded[1:]
    return Selection(words, deleted=kind == _DELETED, best=kind == _BEST)
