"""Changes of memories: wanted, proposed, made, and shown as receipts; and those that come through other programs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias
from uuid import UUID

from bot.values.memories import Memory, MemoryCategory, Origin, Source
from bot.values.notes import NoteReceipt
from bot.values.reminders import ReminderReceipt


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
    undone: bool = False

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
class Receipt:
    """A change made by a turn, as shown below its answer.

    Early releases stored a line of text, `as_shown`, and no change once it was undone.
    """

    change: Change | None
    as_shown: str = ""

    @property
    def can_be_undone(self) -> bool:
        """Whether it is not undone yet."""
        return self.change is not None and not self.change.undone


class Refusal(StrEnum):
    """Why a memory call was refused; the same call counts as intended the next time."""

    SIMILAR = "similar"
    WORDING = "wording"
    UNRELATED = "unrelated"


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


class ProposalState(StrEnum):
    """The state of a proposal."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    UNDONE = "undone"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A change of a memory that waits for its owner's button, and the change made then.

    It comes from a turn or, without one, from a review. `former` is the memory's text when it was proposed. A turn's
    proposal waits because `untrusted` text may have led to it, or because its user didn't ask for it.
    """

    id: UUID
    conversation_id: UUID
    turn_id: UUID | None
    wanted: Wanted
    former: str | None
    state: ProposalState
    change: Change | None
    untrusted: bool = False

    @property
    def source(self) -> Source | None:
        """The turn it comes from, if any."""
        return Source(conversation_id=self.conversation_id, turn_id=self.turn_id) if self.turn_id else None

    @property
    def is_question(self) -> bool:
        """Whether its turn's answer asks about it."""
        return self.turn_id is not None and not self.untrusted

    @property
    def origin(self) -> Origin:
        """The origin of the version it makes."""
        return Origin.CONVERSATION if self.turn_id else Origin.REVIEW
