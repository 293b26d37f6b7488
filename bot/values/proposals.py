"""What waits for its owner to press a button."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from bot.values.changes import Change, Wanted
from bot.values.memories import Origin, Source


class ProposalState(StrEnum):
    """What has come of a proposal."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is to be done to a memory once its owner presses a button, and what came of that.

    It was wanted in a turn or, without one, in a review. `former` is the text that the memory had then.
    """

    id: UUID
    conversation_id: UUID
    turn_id: UUID | None
    wanted: Wanted
    former: str | None
    state: ProposalState
    change: Change | None

    @property
    def source(self) -> Source | None:
        """Where what it wants was said, if that is known."""
        return Source(conversation_id=self.conversation_id, turn_id=self.turn_id) if self.turn_id else None

    @property
    def origin(self) -> Origin:
        """How the version it asks for comes about."""
        return Origin.CONVERSATION if self.turn_id else Origin.REVIEW
