"""Requests about notes by `/notes …` or by a button. Pure.

A button's data is self-contained, so that it works at any age of its message.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from bot.features.notes.checklist import ItemKey
from bot.features.notes.values import NAME_MAX, Appending, NoteName, NoteText, Renaming
from bot.kit.language import mark, t
from bot.telegram.buttons import ButtonData
from bot.telegram.help import forms_of

FORMS: Final[Mapping[str, str]] = {
    "/notes": mark("all notes; the last changed ones come first"),
    "/notes <name>": mark("show a note; other words find the notes that have them"),
    "/notes add <name>: <text>": mark("add lines to a note, or begin one"),
    "/notes rename <name>: <new name>": mark("give a note another name"),
    "/notes history <name>": mark("every version of a note"),
    "/notes delete <name>": mark("delete a note"),
    "/notes deleted": mark("deleted notes; /notes restore brings one back"),
    "/notes export <name>": mark("get a note as a file; without a name, all of them"),
}
"""The forms of `/notes`, and what each does."""
OPEN, DONE = "☐", "☑"
"""Boxes of items."""
ADD_EXAMPLE: Final = "/notes add Shopping: milk"
RENAME_EXAMPLE: Final = "/notes rename Shopping: Groceries"

_NAME: Final = TypeAdapter[str](NoteName)
_TEXT: Final = TypeAdapter[str](NoteText)
_VERB: Final = re.compile(r"(\S+)(?:\s+(.*))?", re.DOTALL)

_Id: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_Number: TypeAlias = Annotated[int, Field(ge=1, lt=10**9)]
_Count: TypeAlias = Annotated[int, Field(ge=1, lt=10**5)]


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
class UndoButton(ButtonData):
    """Undoes the change of a note that made a version, below receipts of former releases."""

    NAME: ClassVar = "noteundo"

    note_id: _Id
    version: _Number


@dataclass(frozen=True, slots=True)
class ItemButton(ButtonData):
    """Tick off an item, or untick it (`done` is 0); the other fields but the page are its ItemKey."""

    NAME: ClassVar = "noteitem"

    note_id: _Id
    digest: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    number: _Count
    of: _Count
    done: Annotated[int, Field(ge=0, le=1)]
    page: _Number = 1

    @property
    def key(self) -> ItemKey:
        """The key of the item."""
        return ItemKey(self.digest, self.number, self.of)


@dataclass(frozen=True, slots=True)
class ListedItemButton(ItemButton):
    """Do the same below an answer."""

    NAME: ClassVar = "listitem"


@dataclass(frozen=True, slots=True)
class ListPage(ButtonData):
    """Show a page of a note's items below an answer."""

    NAME: ClassVar = "listpage"

    note_id: _Id
    page: _Number


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


Request: TypeAlias = NotesPage | Named | ShowOrFind | ExportAll | Appending | Renaming | Say

_ACTS: Final[Mapping[str, Act]] = {act.value: act for act in Act}
_ALONE: Final[Mapping[str, Request]] = {
    "list": NotesPage(),
    "deleted": NotesPage("deleted"),
    "export": ExportAll(),
}
_LACKING: Final[Mapping[str, tuple[str, str]]] = {
    "search": (mark("What should I look for? For example:"), "/notes search milk"),
    "add": (mark("Name the note and what to add, with a colon in between. For example:"), ADD_EXAMPLE),
    "rename": (mark("Name the note and its new name, with a colon in between. For example:"), RENAME_EXAMPLE),
    **{act.value: (mark("Which note? For example:"), f"/notes {act} Shopping") for act in Act if act is not Act.EXPORT},
}
"""What lacks in a request with this verb, and an example."""


def parse(words: str) -> Request:
    """Parse the words after `/notes`. A note with the name of a verb is shown by `/notes show <name>`."""
    if not (found := _VERB.fullmatch(words.strip())):
        return NotesPage()
    verb, rest = found[1].casefold(), (found[2] or "").strip()
    if not rest:
        if verb == "help":
            return Say("\n".join(forms_of(FORMS)))
        return _ALONE.get(verb) or (_lacking(verb) if verb in _LACKING else ShowOrFind(words.strip()))
    if verb in _WITH_WORDS:
        return _WITH_WORDS[verb](rest)
    return Named(_ACTS[verb], rest) if verb in _ACTS else ShowOrFind(words.strip())


def _lacking(verb: str) -> Say:
    """Return the right form of a request that is incomplete."""
    lacking, example = _LACKING[verb]
    return Say(f"{t(lacking)}\n", example)


def _too_long(example: str) -> Say:
    lacking = t("A note's name has 1 to {most} characters. For example:", most=NAME_MAX)
    return Say(f"{lacking}\n", example)


def _appending(words: str) -> Request:
    name, colon, text = words.partition(":")
    if not (colon and text.strip()):
        return _lacking("add")
    try:
        return Appending(name=_NAME.validate_python(name), text=_TEXT.validate_python(text.strip()))
    except ValidationError:
        return _too_long(ADD_EXAMPLE)


def _renaming(words: str) -> Request:
    name, _, new_name = words.partition(":")
    if not new_name.strip():
        return _lacking("rename")
    try:
        return Renaming(name=_NAME.validate_python(name), new_name=_NAME.validate_python(new_name))
    except ValidationError:
        return _too_long(RENAME_EXAMPLE)


_WITH_WORDS: Final[Mapping[str, Callable[[str], Request]]] = {
    "add": _appending,
    "rename": _renaming,
    "search": ShowOrFind,
}
