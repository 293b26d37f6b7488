"""What is wanted of memories, and what was done to them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias

from bot.values.memories import Memory, MemoryCategory


class ChangeKind(StrEnum):
    """What can be done to a memory."""

    ADDED = "added"
    UPDATED = "updated"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was done to a memory. One that was added or forgotten is the same before and after.

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
    undone: bool = False

    @classmethod
    def of(cls, kind: ChangeKind, after: Memory, before: Memory | None = None) -> Self:
        """Return what made a memory what it is; `before` is needed of an update only."""
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
    """The result of an operation on a memory: the change, and the memory as it is now."""

    change: Change
    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A new memory that somebody wants; `is_new` says that it is another fact about a subject that has some."""

    content: str
    category: MemoryCategory
    subject: str | None = None
    is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUpdate:
    """A new text for a memory that somebody wants, and perhaps a new subject."""

    memory_id: str
    content: str
    subject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """That somebody wants a memory forgotten."""

    memory_id: str


Wanted: TypeAlias = Addition | MemoryUpdate | Forgetting


@dataclass(frozen=True, slots=True)
class Receipt:
    """One change that a turn made, as its chat shows it below the answer.

    Early releases stored a line of text, `as_shown`, and no change once it was undone.
    """

    change: Change | None
    as_shown: str = ""

    @property
    def can_be_undone(self) -> bool:
        """Whether it was not undone yet."""
        return self.change is not None and not self.change.undone


class Refusal(StrEnum):
    """Why a memory call was refused that counts as meant the next time."""

    SIMILAR = "similar"
    UNRELATED = "unrelated"
