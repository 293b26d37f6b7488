"""Turns, their usage and its price."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class UsagePurpose(StrEnum):
    """The purpose of a request to a model."""

    ANSWER = "answer"
    TASK = "task"
    SUMMARY = "summary"
    REVIEW = "review"


class TurnState(StrEnum):
    """The state of a turn; a superseded one was taken back, or replaced, and nothing shows it any more."""

    RUNNING = "running"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One or more user messages and what follows; `attempt` counts the attempts at its answer.

    One that does a task has the id of that `task`.
    """

    id: UUID
    conversation_id: UUID
    state: TurnState
    attempt: int
    task: str | None = None

    @property
    def purpose(self) -> UsagePurpose:
        """What its requests are for."""
        return UsagePurpose.TASK if self.task else UsagePurpose.ANSWER
