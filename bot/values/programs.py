"""Changes that come through other programs."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.values.changes import Change
from bot.values.notes import NoteReceipt
from bot.values.reminders import ReminderReceipt


@dataclass(frozen=True, slots=True)
class ImportReceipt:
    """An import of so many memories, by its id."""

    import_id: str
    added: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneImportReceipt:
    """The undo of an import: numbers of the memories removed, and of those kept since they were changed."""

    import_id: str
    removed: int
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PinReceipt:
    """A memory that was pinned or unpinned, on one line as its owner reads it."""

    memory_id: str
    pinned: bool
    line: str


ProgramChange: TypeAlias = Change | NoteReceipt | ReminderReceipt | ImportReceipt | UndoneImportReceipt | PinReceipt
"""What an owner is told of, in a message that undoes it, if that can be."""
