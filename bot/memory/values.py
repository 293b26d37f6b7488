"""Memories, their versions and changes, and links to them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from typing import Annotated, Final, Self, TypeAlias

from pydantic import BeforeValidator, StringConstraints

from bot.kit.text import folded, trimmed
from bot.turns.values.conversations import KnownMemory
from bot.turns.values.origins import Origin, Source

CONTENT_MIN = 5
"""Fewest characters of a memory's text, after trimming."""
CONTENT_MAX = 500
"""Most characters of a memory's text, after trimming."""
SUBJECT_MAX = 200
"""Most characters of a memory's subject, after trimming."""
IMPORTANCE_MAX = 50_000
"""Highest importance of a memory, in half-lives (`bot.memory.store.importance`); beyond any date."""

MemoryContent: TypeAlias = Annotated[
    str, StringConstraints(min_length=CONTENT_MIN, max_length=CONTENT_MAX), BeforeValidator(trimmed)
]
MemorySubject: TypeAlias = Annotated[str, StringConstraints(max_length=SUBJECT_MAX), BeforeValidator(trimmed)]
_MEMORY: Final = "memory_"
_LINKED: Final = re.compile(rf"{_MEMORY}([A-Za-z0-9]{{8}})")


class MemoryCategory(StrEnum):
    """What a memory is about."""

    CONTEXT = "context"
    PERSON = "person"
    PREFERENCE = "preference"
    PROJECT = "project"


def names(text: str, subject: str | None) -> bool:
    """Tell whether a text has a subject in it, whatever the letter case; without one there is nothing to name."""
    return folded(subject or "") in folded(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A memory in its current version; its owner marked a `pinned` one as important.

    Of one that `is_others`, the text or the subject came through a program or an import: it is not its owner's.
    """

    id: str
    category: MemoryCategory
    subject: str | None
    content: str
    version: int
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    pinned: bool = False
    is_others: bool = False

    @property
    def known(self) -> KnownMemory:
        """Its present version, as conversations know it."""
        return KnownMemory(self.id, self.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVersion:
    """One version of a memory; numbers start at 1 and have no gaps. Its source may have been erased.

    One that came `through` a program has its name. The text of an `untrusted` one, or the memory's subject then, may be
    anybody's.
    """

    number: int
    content: str
    created_at: datetime
    source: Source | None
    origin: Origin = Origin.CONVERSATION
    through: str = ""
    untrusted: bool = False


_PLACE: Final = attrgetter("category", "created_at", "id")


def order(memories: Iterable[Memory]) -> list[Memory]:
    """Return the memories in display order: category, creation, id."""
    return sorted(memories, key=_PLACE)


def memory_link(bot_name: str, memory_id: str) -> str:
    """Return the link at which the chat shows a memory, as a reply to the message that it was learned from."""
    return f"https://t.me/{bot_name}?start={_MEMORY}{memory_id}"


def linked_memory(words: str) -> str | None:
    """Return the memory that a link was for, by the words after its `/start`; None if it wasn't for one."""
    linked = _LINKED.fullmatch(words)
    return linked[1] if linked else None


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
