"""Changes of memories, wanted and made; and imports that come through other programs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias

from bot.memory.values.memories import Memory, MemoryCategory


class ChangeKind(StrEnum):
    """The kinds of changes of a memory."""

    ADDED = "added"
    UPDATED = "updated"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a memory. An added or forgotten one is the same before and after.

    Changes stored by early releases have no texts.
    """

    kind: ChangeKind
    memory_id: str
    version: int
    subject: str | None
    former_version: int
    former_subject: str | None
    content: str = ""
    former_content: str = ""

    @property
    def is_none(self) -> bool:
        """Whether the memory says what it said before."""
        was, now = (self.former_version, self.former_subject), (self.version, self.subject)
        return self.kind is ChangeKind.UPDATED and was == now

    @classmethod
    def of(cls, kind: ChangeKind, after: Memory, before: Memory | None = None) -> Self:
        """Return the change that led to a memory; only an update needs `before`."""
        former = before or after
        return cls(
            kind=kind,
            memory_id=after.id,
            version=after.version,
            subject=after.subject,
            content=after.content,
            former_version=former.version,
            former_subject=former.subject,
            former_content=former.content,
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """The result of an operation on a memory: the change, the memory now, and whether its words were others' before."""

    change: Change
    memory: Memory
    was_others: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A wanted memory; `is_new` marks another fact about a subject that has memories."""

    content: str
    category: MemoryCategory
    subject: str | None = None
    is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUpdate:
    """A wanted text for a memory, and perhaps a new subject."""

    memory_id: str
    content: str
    subject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """A wanted deletion of a memory."""

    memory_id: str


Wanted: TypeAlias = Addition | MemoryUpdate | Forgetting


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
