"""Proposals: changes of memories that wait for their owner's button."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from bot.values.changes import Change, Wanted
from bot.values.memories import Origin, Source


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
