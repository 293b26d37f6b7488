"""What tools do besides reading: deeds with their receipts, what waits for the owner's button, and the log of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from bot.language import DEFAULT, language, speaking_to
from bot.values.changes import Proposal, Receipt


class Risk(StrEnum):
    """What a tool may do: only read, change Keepsake's own things, or act outside."""

    READS = "reads"
    WRITES = "writes"
    SENDS = "sends"


class ActivityState(StrEnum):
    """The state of an activity. It may be UNKNOWN whether one that was interrupted took effect."""

    WAITING = "waiting"
    ALLOWED = "allowed"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"
    DECLINED = "declined"
    EXPIRED = "expired"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a call did: its receipt, and what its `undo` takes (JSON).

    `tells` renders the receipt in the language spoken now, as one line of plain text with its sign. Without `undo` it
    can't be undone. It may have FAILED, or be UNKNOWN whether it was done.
    """

    tells: Callable[[], str] = field(hash=False, compare=False)
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    state: ActivityState = ActivityState.DONE

    @property
    def words(self) -> str:
        """The receipt as its owner reads it."""
        return self.tells()

    @property
    def english(self) -> str:
        """The receipt as the model reads it; empty if its owner reads the same."""
        if language() == DEFAULT:
            return ""
        with speaking_to(DEFAULT):
            return self.tells()


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A call that did something, or waits for its owner's button.

    `words` tell its owner what, in one line. `english` tells the model, unless they are English: then it is empty.

    `name`, `arguments` and `call_id` are the call's. It comes from a turn, unless that was erased. Its tool, as it was
    then, is `allowed_as` this for good; empty if it can't be.
    """

    id: UUID
    conversation_id: UUID | None
    turn_id: UUID | None
    call_id: str
    family: str
    name: str
    arguments: str
    risk: Risk
    allowed_as: str = ""
    state: ActivityState
    words: str
    english: str = ""
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    created_at: datetime

    @property
    def for_model(self) -> str:
        """What it did in English."""
        return self.english or self.words

    @property
    def can_be_undone(self) -> bool:
        """Whether it was done and can be undone."""
        return self.state is ActivityState.DONE and self.undo is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """An activity, an accepted proposal, or a turn's change of a memory with its number there.

    `first_words` begin the message that led to it, on one line; empty if it comes from no turn.
    """

    at: datetime
    turn_id: UUID | None
    first_words: str
    activity: Activity | None = None
    proposal: Proposal | None = None
    receipt: Receipt | None = None
    number: int = 0
