"""What went out to the model, and how much of it the model's server had seen before."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from practice.model.answer import Usage
from practice.telegram.anatomy import Anatomy
from practice.telegram.sent_prompt import Prompt

_KEPT = 10


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request's body as it went out, and what its answer cost if its server told; they are counted from 1."""

    number: int
    body: bytes
    sent_at: datetime
    is_answered: bool = False
    usage: Usage | None = None


class SentRequests:
    """The last requests to the model: it sees them go out, and tells `on_change`."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = _nobody
        self.changes = 0
        """Grows with everything that is seen."""
        self._count = 0
        self._requests: deque[SentRequest] = deque(maxlen=_KEPT)

    def sent(self, body: bytes) -> int:
        """See a request's body; return its number."""
        self._count += 1
        self._requests.append(SentRequest(self._count, body, datetime.now(UTC)))
        self._tell()
        return self._count

    def answered(self, number: int, usage: Usage | None) -> None:
        """See that nothing more comes of a request, and the tokens that the server counted for it."""
        for place, request in enumerate(self._requests):  # it may have been dropped meanwhile
            if request.number == number:
                self._requests[place] = replace(request, is_answered=True, usage=usage)
                self._tell()

    def drop(self, beginning: str) -> None:
        """Keep no request any longer whose system prompt begins like this."""
        kept = [it for it in self._requests if not Prompt.of(it.body).instructions.startswith(beginning)]
        if len(kept) < len(self._requests):
            self._requests = deque(kept, maxlen=_KEPT)
            self._tell()

    @property
    def last(self) -> SentRequest | None:
        """The last request."""
        return self._requests[-1] if self._requests else None

    @property
    def is_asked(self) -> bool:
        """Whether the last request has no answer so far."""
        return self.last is not None and not self.last.is_answered

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
