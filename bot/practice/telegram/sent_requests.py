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
        self._count = 0
        self._requests: deque[SentRequest] = deque(maxlen=_KEPT)

    def sent(self, body: bytes) -> None:
        """See a request's body."""
        self._count += 1
        self._requests.append(SentRequest(self._count, body, datetime.now(UTC)))
        self._tell()

    def answered(self, usage: Usage) -> None:
        """See the tokens that the server counted for the last request."""
        if self._requests:  # it may have been dropped meanwhile
            self._requests.append(replace(self._requests.pop(), usage=usage))
            self._tell()

    @property
    def hold_private(self) -> bool:
        """Whether a request of a private chat is kept."""
        return any(map(_is_private, self._requests))

    def drop_private(self) -> None:
        """Keep no request of a private chat any longer."""
        self._requests = deque((it for it in self._requests if not _is_private(it)), maxlen=_KEPT)
        self._tell()

    @property
    def last(self) -> SentRequest | None:
        """The last request."""
        return self._requests[-1] if self._requests else None

    @property
    def is_asked(self) -> bool:
        """Whether the last request has no answer so far."""
        return self.last is not None and self.last.usage is None

    def anatomy(self) -> Anatomy | None:
        """Take the last request apart, beside the one before that shares the longest beginning with it."""
        if not self._requests:
            return None
        last, *earlier = (Prompt.of(request.body) for request in reversed(self._requests))
        return Anatomy.beside(last, earlier)

    def _tell(self) -> None:
        self.changes += 1
        self.on_change()


def _is_private(request: SentRequest) -> bool:
    return Prompt.of(request.body).is_private


def _nobody() -> None:
    """Tell nobody."""
