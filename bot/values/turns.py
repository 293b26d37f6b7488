"""Turns, their usage and its price."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

_A_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Usage of a request: tokens as counted by the model's server, and seconds to the first and the last one.

    Cached and written tokens are part of the input.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    is_estimated: bool = False
    first_token_seconds: float | None = None
    seconds: float | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices of a million tokens, in any currency: uncached input, cached input, and output.

    A surcharge for tokens written to the cache (a quarter at OpenAI, from GPT-5.6 on) is ignored, since they are
    written once and then read at a fraction of the price.
    """

    fresh: float
    cached: float
    output: float

    def of(self, usage: Usage) -> float:
        """Return the cost of requests."""
        fresh = usage.input_tokens - usage.cached_tokens
        cost = self.fresh * fresh + self.cached * usage.cached_tokens + self.output * usage.output_tokens
        return cost / _A_MILLION
