"""Models that rest after they failed, so that others answer at once."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.errors import ModelError
from bot.model.openai_model import OpenAIModel

FIRST_SECONDS: Final = 60.0
"""Seconds of the first rest. Each further one is twice as long, until the model answers."""
LONGEST_SECONDS: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class _Rest:
    """A rest of some seconds, its end by the clock, and the failure before it."""

    seconds: float
    until: float
    why: type[ModelError]


class Rests:
    """The models that failed, by their servers and names. A restart forgets them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[tuple[str, str], _Rest] = {}

    def ordered(self, models: Iterable[OpenAIModel]) -> list[OpenAIModel]:
        """Return models in the order in which they are asked: those that rest come last, the shortest rest first."""
        now = self._clock()
        return sorted(models, key=lambda it: max(0.0, self._until(it) - now))

    def failed(self, model: OpenAIModel, failure: ModelError) -> None:
        """Let a model rest, unless it does."""
        before, now = self._rests.get(_key(model)), self._clock()
        if before is None or before.until <= now:
            seconds = min(2 * before.seconds, LONGEST_SECONDS) if before else FIRST_SECONDS
            self._rests[_key(model)] = _Rest(seconds, now + seconds, type(failure))

    def answered(self, model: OpenAIModel) -> None:
        """Forget that a model failed."""
        self._rests.pop(_key(model), None)

    def why(self, model: OpenAIModel) -> type[ModelError] | None:
        """Return why a model rests, or did last; None if it has answered since, or never failed."""
        rest = self._rests.get(_key(model))
        return rest.why if rest else None

    def _until(self, model: OpenAIModel) -> float:
        rest = self._rests.get(_key(model))
        return rest.until if rest else 0.0


def _key(model: OpenAIModel) -> tuple[str, str]:
    return model.server, model.name
