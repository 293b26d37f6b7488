"""What tools do besides reading: deeds with their receipts, and what waits for the owner's button."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


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
    """What a call did: its receipt, one line of plain text with its sign, and what its `undo` takes (JSON).

    Without `undo` it can't be undone. It may be UNKNOWN whether it was done.
    """

    words: str
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    state: ActivityState = ActivityState.DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A call that did something, or waits for its owner's button; `words` tell what, in one line.

    `name`, `arguments` and `call_id` are the call's. It comes from a turn, unless that was erased.
    """

    id: UUID
    conversation_id: UUID | None
    turn_id: UUID | None
    call_id: str
    family: str
    name: str
    arguments: str
    risk: Risk
    state: ActivityState
    words: str
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    created_at: datetime

    @property
    def can_be_undone(self) -> bool:
        """Whether it was done and can be undone."""
        return self.state is ActivityState.DONE and self.undo is not None
