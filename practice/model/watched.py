"""What goes to a model's server and comes back, seen on its way."""

import json
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.model.answer import Usage

_COMPLETIONS = "/chat/completions"


class Observer(Protocol):
    """Sees each request for an answer, and what the answer cost."""

    def sent(self, body: bytes) -> int:
        """See a request's body, as it came; return a number for it."""
        ...

    def answered(self, number: int, usage: Usage | None) -> None:
        """See that nothing more comes of a request, and the tokens that the server counted, if it told."""
        ...


class Watched:
    """The ASGI app of a model's server, with an observer of the requests for answers (Chat Completions)."""

    def __init__(self, app: ASGIApp, observer: Observer) -> None:
        self._app = app
        self._observer = observer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on as it is."""
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
                    number = self._observer.sent(bytes(asked))
            return message

        async def tell(message: Message) -> None:
            answered.extend(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, hear, tell)
        finally:
            if number:
                self._observer.answered(number, _usage(answered.decode(errors="replace")))


def _usage(answer: str) -> Usage | None:
    """Find what an answer, whole or streamed, says it cost."""
    told = (line.removeprefix("data:") for line in reversed(answer.splitlines()) if '"usage"' in line)
    return next(filter(None, map(_read, (*told, answer))), None)


def _read(text: str) -> Usage | None:
    try:
        told = json.loads(text)["usage"]
        cached = (told.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        return Usage(told["prompt_tokens"], told["completion_tokens"], cached=cached)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
