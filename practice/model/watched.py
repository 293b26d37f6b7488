"""Observes the requests to a model server and its answers."""

import json
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.model.answer import Usage

_COMPLETIONS = "/chat/completions"


class Observer(Protocol):
    """Receives each request body and the token usage of its answer."""

    def sent(self, body: bytes) -> int:
        """Record a request's body as received; return a number for it."""
        ...

    def answered(self, number: int, usage: Usage | None) -> None:
        """Record that the answer to a request has ended, with its token usage if the server reported one."""
        ...


class Watched:
    """ASGI middleware of a model server that reports Chat Completions requests to an observer."""

    def __init__(self, app: ASGIApp, observer: Observer) -> None:
        self._app = app
        self._observer = observer

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
