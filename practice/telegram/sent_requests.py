"""The last requests to the model, and how much of each the server had seen before."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.model.answer import Usage
from practice.telegram.anatomy import Anatomy, Prompt

_KEPT = 10
_COMPLETIONS = "/chat/completions"


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request's body as sent, and the token usage of its answer if reported; numbered from 1."""

    number: int
    body: bytes
    sent_at: datetime
    is_answered: bool = False
    usage: Usage | None = None


class SentRequests:
    """The last requests to the model, as `Watched` records them; calls `on_change` after each change."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.changes = 0
        """Number of changes so far."""
        self._count = 0
        self._requests: deque[SentRequest] = deque(maxlen=_KEPT)

    def sent(self, body: bytes) -> int:
        """Record a request's body; return its number."""
        self._count += 1
        self._requests.append(SentRequest(self._count, body, datetime.now(UTC)))
        self._changed()
        return self._count

    def answered(self, number: int, usage: Usage | None) -> None:
        """Record that the answer to a request has ended, with its token usage."""
        for place, request in enumerate(self._requests):  # it may have been dropped
            if request.number == number:
                self._requests[place] = replace(request, is_answered=True, usage=usage)
                self._changed()

    def drop(self, beginning: str) -> None:
        """Drop the requests whose system prompt begins with a text."""
        kept = [it for it in self._requests if not Prompt.of(it.body).instructions.startswith(beginning)]
        if len(kept) < len(self._requests):
            self._requests = deque(kept, maxlen=_KEPT)
            self._changed()

    @property
    def last(self) -> SentRequest | None:
        """The last request."""
        return self._requests[-1] if self._requests else None

    @property
    def is_asked(self) -> bool:
        """Whether the last request is still unanswered."""
        return self.last is not None and not self.last.is_answered

    def anatomy(self) -> Anatomy | None:
        """Compare the last request with the earlier one that shares the longest prefix."""
        if not self._requests:
            return None
        last, *earlier = (Prompt.of(request.body) for request in reversed(self._requests))
        return Anatomy.beside(last, earlier)

    def _changed(self) -> None:
        self.changes += 1
        self.on_change()


class Watched:
    """ASGI middleware of a model server that records its Chat Completions requests."""

    def __init__(self, app: ASGIApp, requests: SentRequests) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on unchanged."""
        if scope["type"] != "http" or not scope["path"].endswith(_COMPLETIONS):
            await self._app(scope, receive, send)
            return
        asked, answered, number = bytearray(), bytearray(), 0

        async def hear() -> Message:
            nonlocal number
            message = await receive()
            if message["type"] == "http.request":
                asked.extend(message.get("body", b""))
                if not message.get("more_body"):
                    number = self._requests.sent(bytes(asked))
            return message

        async def tell(message: Message) -> None:
            answered.extend(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, hear, tell)
        finally:
            if number:
                self._requests.answered(number, _usage(answered.decode(errors="replace")))


def _usage(answer: str) -> Usage | None:
    """Find the token usage in an answer, whole or streamed."""
    lines = (line.removeprefix("data:") for line in reversed(answer.splitlines()) if '"usage"' in line)
    return next(filter(None, map(_read, (*lines, answer))), None)


def _read(text: str) -> Usage | None:
    try:
        usage = json.loads(text)["usage"]
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        return Usage(usage["prompt_tokens"], usage["completion_tokens"], cached=cached)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
