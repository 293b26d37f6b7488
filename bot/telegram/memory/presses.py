"""What the buttons under memories tell. Pure.

A button knows all that its press needs, so that it works however long ago its message was sent: the memory, and where
in which list it was opened, as `name:show:<id>:<first id of the page>:<which list>`; or when a clearing was.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, TypeAlias

from bot.database.memory_pages import EVERY, Selection
from bot.telegram.buttons import MOST_DATA_BYTES, button_data

MEMORY: Final = "mem"
"""The name of these buttons in their data."""

_ID: Final = "[A-Za-z0-9]{8}"
_LIST: Final = re.compile(rf"(from|after|before):((?:{_ID})?):([ldb])(.*)", re.DOTALL)
_ONE: Final = re.compile(rf"(show|delete|restore|pin|unpin|where):({_ID}):((?:{_ID})?):([ldb])(.*)", re.DOTALL)
_CLEARING: Final = re.compile(r"cleared:([0-9]{1,16})", re.ASCII)
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


@dataclass(frozen=True, slots=True)
class Place:
    """A page of a list: beside a memory, or the first one if none is named."""

    selection: Selection = EVERY
    side: Side = Side.FROM
    memory_id: str = ""

    @property
    def data(self) -> str:
        """What a button that leads there tells."""
        return button_data(MEMORY, f"{self.side.value}:{self.memory_id}:{_coded(self.selection)}")


@dataclass(frozen=True, slots=True)
class PressOfOne:
    """The press of a button for a memory, and the page that leads back to."""

    act: Act
    memory_id: str
    back: Place

    @property
    def data(self) -> str:
        """What such a button tells."""
        place = f"{self.back.memory_id}:{_coded(self.back.selection)}"
        return button_data(MEMORY, f"{self.act.value}:{self.memory_id}:{place}")


@dataclass(frozen=True, slots=True)
class PressOfClearing:
    """The press of the button that takes a clearing back, known by when it was."""

    at: datetime

    @property
    def data(self) -> str:
        """What such a button tells: the microseconds up to then, since 1970."""
        return button_data(MEMORY, f"cleared:{(self.at - _EPOCH) // _MICROSECOND}")


Pressed: TypeAlias = Place | PressOfOne | PressOfClearing

MOST_WORDS_BYTES: Final = MOST_DATA_BYTES - len(f"{MEMORY}:restore:{'x' * 8}:{'x' * 8}:l")
"""So many bytes the words of a list may have for its buttons to know them."""


def fits_buttons(selection: Selection) -> bool:
    """Tell whether buttons can know which list they stand under."""
    return len(selection.words.encode()) <= MOST_WORDS_BYTES


def parse(data: str) -> Pressed | None:
    """Read what a button told behind its name; None if no button of ours tells that."""
    if read := _LIST.fullmatch(data):
        return Place(_selection(read[3], read[4]), Side(read[1]), read[2])
    if read := _ONE.fullmatch(data):
        return PressOfOne(Act(read[1]), read[2], Place(_selection(read[4], read[5]), Side.FROM, read[3]))
    if read := _CLEARING.fullmatch(data):
        return PressOfClearing(_EPOCH + int(read[1]) * _MICROSECOND)
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


def _selection(kind: str, words: str) -> Selection:
    return Selection(words, deleted=kind == _DELETED, best=kind == _BEST)
