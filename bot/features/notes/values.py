"""Notes: named texts with all their versions."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from bot.kit.text import clean, folded, one_line, trimmed
from bot.turns.values.origins import Origin, Source

NAME_MAX: Final = 60
"""Most characters of a note's name, on one line."""
TEXT_MAX: Final = 20_000
"""Most characters of a note's text."""


def plain_lines(text: str) -> str:
    """Return a text with plain line breaks, without white space at its end."""
    return clean(text).replace("\r\n", "\n").replace("\r", "\n").rstrip()


NoteName: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME_MAX),
    BeforeValidator(lambda value: one_line(str(trimmed(value))) if isinstance(value, str) else value),
]
NoteText: TypeAlias = Annotated[str, StringConstraints(max_length=TEXT_MAX), AfterValidator(plain_lines)]


def name_key(name: str) -> str:
    """Return the key by which names are compared."""
    return folded(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note in its current version. One that is `untrusted` may hold text that is not its user's own."""

    id: str
    name: str
    content: str
    version: int
    untrusted: bool
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteVersion:
    """One version of a note; numbers start at 1 and have no gaps. Its source may have been erased."""

    number: int
    name: str
    content: str
    untrusted: bool
    created_at: datetime
    source: Source | None
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """A wanted text of a note, which is new or gets it instead of its own."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appending:
    """Lines wanted at the end of a note, which may be new."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacing:
    """A passage of a note, and the wanted text in its place; none removes it."""

    name: str
    passage: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticking:
    """Items of a checklist in a note, wanted ticked off or not."""

    name: str
    items: tuple[str, ...]
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """Another name wanted for a note."""

    name: str
    new_name: str


WantedNote: TypeAlias = Writing | Appending | Replacing | Ticking | Renaming


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteChange:
    """The result of a change: the note before, if there was one, and after.

    `changed` are the items that were ticked off or not; the `missing` ones are not on its list.
    """

    before: Note | None
    after: Note
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether the note says what it said before."""
        return self.before is not None and self.before.version == self.after.version


NOTE_TOOLS: Final = frozenset(
    {
        *("find_notes", "read_note", "change_note"),
        *("write_note", "append_to_note", "edit_note", "tick_in_note", "rename_note"),
    }
)
"""Names of the tools whose calls and results hold what notes say; the second line is of earlier conversations."""
NAMES_IN_CALLS: Final = ("name", "new_name")
"""Arguments of these tools that are names of notes."""
READ_NOTE: Final = "read_note"
READING: Final = (READ_NOTE, "use_tool")
"""Tools of conversations that may have read notes: the second one calls any other."""
_IN_A_MARK: Final = str.maketrans('[]"', "()'")


def receipt_beginning(name: str) -> str:
    """Return the beginning of the receipt of a change, by which it is found in notes to the model, too."""
    return f"📓 {name}: "


def wish_beginning(name: str) -> str:
    """Return what stands before a note's text in the English words of what is to be changed, on one line."""
    return f"the note “{name}”: "


def note_mark(name: str) -> str:
    """Return what the mark of a line about a note in a tool's result begins with, by which it is found again."""
    return f'note "{name.translate(_IN_A_MARK)}"'
