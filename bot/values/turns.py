"""Turns, and what they cost."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a request cost: tokens as the model's server counts them, and the time until the first and the last.

    The cached and the written ones are part of the input.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    is_estimated: bool = False
    first_token_seconds: float | None = None
    seconds: float | None = None


class UsagePurpose(StrEnum):
    """What a model was asked for."""

    ANSWER = "answer"
    SUMMARY = "summary"
    REVIEW = "review"


class TurnState(StrEnum):
    """How far a turn has come."""

    RUNNING = "running"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One or more user messages and what follows; `attempt` counts how often its answer was begun anew."""

    id: UUID
    conversation_id: UUID
    state: TurnState
    attempt: int
