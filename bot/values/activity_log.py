"""Entries of the log of what was done."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.values.activities import Activity
from bot.values.changes import Receipt
from bot.values.proposals import Proposal


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
