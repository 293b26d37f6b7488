"""Requests about notes by `/notes …` or by a button. Pure.

A button's data is self-contained, so that it works at any age of its message.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from bot.telegram.buttons import ButtonData
from bot.values.notes import NAME_MAX, Appending, NoteName, NoteText

USAGE: Final = f"""\
/notes: all notes, those changed last first
/notes <name>: show one; other words find notes that have them
/notes add <name>: <text>: add lines to a note, or begin one; /notes add Shopping: milk
/notes history <name>: every version of it
/notes delete <name>: delete one
/notes restore <name>: bring it back; /notes deleted lists what was deleted
/notes export <name>: get one as a file; without a name all of them

A name has at most {NAME_MAX} characters; upper and lower case are the same."""
ADD_EXAMPLE: Final = "/notes add Shopping: milk"

_NAME: Final = TypeAdapter[str](NoteName)
_TEXT: Final = TypeAdapter[str](NoteText)
_VERB: Final = re.compile(r"(\S+)(?:\s+(.*))?", re.DOTALL)

_Id: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_Number: TypeAlias = Annotated[int, Field(ge=1, lt=10**9)]


class Act(StrEnum):
    """What is done with one note; to open it is to show it in a message of its own."""

    SHOW = "show"
    OPEN = "open"
    HISTORY = "history"
    DELETE = "delete"
    RESTORE = "restore"
    EXPORT = "export"


@dataclass(frozen=True, slots=True)
class NotesPage(ButtonData):
    """Show a page of the live notes, or of the deleted ones."""

    NAME: ClassVar = "notes"

    which: Literal["live", "deleted"] = "live"
    page: _Number = 1

    @property
    def is_deleted(self) -> bool:
        """Whether it lists deleted notes."""
        return self.which == "deleted"


@dataclass(frozen=True, slots=True)
class NoteButton(ButtonData):
    """Act on one note; `page` is that of its items or versions."""

    NAME: ClassVar = "note"

    act: Act
    note_id: _Id
    page: _Number = 1


@dataclass(frozen=True, slots=True)
class VersionButton(ButtonData):
    """Show a version of a note, or make its text the note's newest version."""

    NAME: ClassVar = "noteversion"

    act: Literal["show", "restore"]
    note_id: _Id
    number: _Number


@dataclass(frozen=True, slots=True)
class ItemButton(ButtonData):
    """Tick off an item, or untick it (`done` is 0). It is found by its line, or else by the digest of its text."""

    NAME: ClassVar = "noteitem"

    note_id: _Id
    line: Annotated[int, Field(ge=0, lt=10**6)]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    done: Annotated[int, Field(ge=0, le=1)]
    page: _Number = 1


@dataclass(frozen=True, slots=True)
class Named:
    """Act on the note with a name."""

    act: Act
    name: str


@dataclass(frozen=True, slots=True)
class ShowOrFind:
    """Show the note with this name, or those that have these words."""

    words: str


@dataclass(frozen=True, slots=True)
class ExportAll:
    """Export all notes."""


@dataclass(frozen=True, slots=True)
class Say:
    """Explain how it is done."""

    text: str
    example: str = ""


Request: TypeAlias = NotesPage | Named | ShowOrFind | ExportAll | Appending | Say

_ACTS: Final[Mapping[str, Act]] = {act.value: act for act in Act}
_ALONE: Final[Mapping[str, Request]] = {
    "list": NotesPage(),
    "deleted": NotesPage("deleted"),
    "export": ExportAll(),
    "help": Say(USAGE),
    "search": Say("Name the words to look for: ", "/notes search milk"),
    "add": Say("Name the note and what to add: ", ADD_EXAMPLE),
}


def parse(words: str) -> Request:
    """Parse the words after `/notes`. A note with the name of a verb is shown by `/notes show <name>`."""
    if not (found := _VERB.fullmatch(words.strip())):
        return NotesPage()
    verb, rest = found[1].casefold(), (found[2] or "").strip()
    if not rest:
        if verb in _ALONE:
            return _ALONE[verb]
        return Say("Name a note: ", f"/notes {verb} Shopping") if verb in _ACTS else ShowOrFind(words.strip())
    if verb == "add":
        return _appending(rest)
    if verb == "search":
        return ShowOrFind(rest)
    return Named(_ACTS[verb], rest) if verb in _ACTS else ShowOrFind(words.strip())


def _appending(words: str) -> Request:
    name, colon, text = words.partition(":")
    if not (colon and text.strip()):
        return Say("Put a colon between the note's name and what to add: ", ADD_EXAMPLE)
    try:
        return Appending(name=_NAME.validate_python(name), text=_TEXT.validate_python(text.strip()))
    except ValidationError:
        return Say(f"A note's name has between 1 and {NAME_MAX} characters: ", ADD_EXAMPLE)
