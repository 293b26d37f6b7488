"""What went out to the model, and how much of it the model's server had seen before."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.messages import Usage
from bot.practice.telegram.anatomy import Anatomy
from bot.practice.telegram.sent_prompt import Prompt

_KEPT = 10


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request's body as it went out, and what its answer cost once that is known; they are counted from 1."""

    number: int
    body: bytes
    sent_at: datetime
    usage: Usage | None = None


class SentRequests:
    """The last requests to the model: it sees them go out, and tells `on_change`."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = _nobody
        self.changes = 0
        """Grows with everything that is seen."""
        self._requests: deque[SentRequest] = deque(maxlen=_KEPT)

    def sent(self, body: bytes) -> None:
        """See a request's body."""
        number = self._requests[-1].number + 1 if self._requests else 1
        self._requests.append(SentRequest(number, body, datetime.now(UTC)))
        self._tell()

    def answered(self, usage: Usage) -> None:
        """See the tokens that the server counted for the last request."""
        self._requests.append(replace(self._requests.pop(), usage=usage))
        self._tell()

    @property
    def last(self) -> SentRequest | None:
        """The last request."""
        return self._requests[-1] if self._requests else None

    def anatomy(self) -> Anatomy | None:
        """Take the last request apart, beside the one before that shares the longest beginning with it."""
        if not self._requests:
            return None
        last, *earlier = (Prompt.of(request.body) for request in reversed(self._requests))
        return Anatomy.beside(last, earlier)

    def _tell(self) -> None:
        self.changes += 1
        self.on_change()


def _nobody() -> None:
    """Tell nobody."""
