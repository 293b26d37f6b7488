"""A small OpenAI-compatible server: Chat Completions over real HTTP, answered by any function."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.practice.json_text import members
from bot.practice.model.answer import Answer, Reply, ToolCall, Usage
from bot.practice.model.chat_api import ChatRequest, Refusal, parse
from bot.practice.model.event_stream import EventStream
from bot.practice.model.prompt_cache import PromptCache

# Who scripts the server needs these and no other module.
__all__ = ["ChatRequest", "ModelServer", "Received", "Refusal", "Reply", "ToolCall", "Usage"]

KEPT_REQUESTS = 500
SECRET_HEADERS = {"authorization", "api-key", "cookie"}


@dataclass(frozen=True, slots=True)
class Received:
    """A well-formed request as it came, its secret headers left out."""

    body: bytes
    request: ChatRequest
    headers: Mapping[str, str]

    def sent(self, parameter: str) -> str:
        """Give the JSON text of a top-level parameter exactly as it was sent, empty if it was not.

        An append-only conversation shows in it: a later request's messages begin with an earlier one's, but for the
        closing bracket.
        """
        text = self.body.decode()
        span = members(text).get(parameter)
        return span.of(text) if span else ""


Responder = Callable[[ChatRequest], Reply | Awaitable[Reply]]


class ModelServer:
    """An OpenAI-compatible server whose answers come from a function.

    It is as strict as OpenAI's: what a request does wrong is answered with the same status and, where known, the same
    words. `requests` holds the last 500 well-formed requests, `refusals` the errors the others got; `abandoned`
    counts the streams whose client left before their end. `api_key` None lets every key in.
    """

    def __init__(
        self, responder: Responder, models: tuple[str, ...] = ("practice",), api_key: str | None = None
    ) -> None:
        self.requests: list[Received] = []
        self.refusals: list[Refusal] = []
        self.abandoned = 0
        self._received = 0
        self._responder = responder
        self._models = models
        self._api_key = api_key
        self._cache = PromptCache()
        self._changed = asyncio.Condition()
        self.app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._complete, methods=["POST"]),
                Route("/v1/models", self._list_models, methods=["GET"]),
            ],
            exception_handlers={404: _invalid_url, 405: _invalid_url},
        )

    async def wait_for_request(self, number: int = 1, *, within: float = 10.0) -> Received:
        """Wait until this many well-formed requests have come since the start, and give that one.

        TimeoutError: it did not come within so many seconds.
        """
        await self._wait(lambda: self._received >= number, within)
        return self.requests[number - 1 - self._received]

    async def wait_for_abandoned(self, number: int = 1, *, within: float = 10.0) -> None:
        """Wait until this many streams were left by their clients; TimeoutError as above."""
        await self._wait(lambda: self.abandoned >= number, within)

    async def _wait(self, condition: Callable[[], bool], within: float) -> None:
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(condition)

    async def _list_models(self, request: Request) -> Response:
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        models = [{"id": name, "object": "model", "created": 0, "owned_by": "keepsake"} for name in self._models]
        return JSONResponse({"object": "list", "data": models})

    async def _complete(self, request: Request) -> Response:
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        body = await request.body()
        asked = parse(body)
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if asked.model not in self._models:
            message = f"The model `{asked.model}` does not exist or you do not have access to it."
            return self._refuse(Refusal(404, message, code="model_not_found"))
        await self._note(Received(body, asked, _harmless(request.headers)))
        return self._respond(asked, await self._ask(asked))

    async def _ask(self, asked: ChatRequest) -> Reply:
        reply = self._responder(asked)
        return reply if isinstance(reply, Reply) else await reply

    def _respond(self, asked: ChatRequest, reply: Reply) -> Response:
        if reply.error:
            return reply.error.response()
        answer = Answer(asked, reply, self._cache.usage(asked, reply))
        if asked.stream:
            return EventStream(reply.raw or tuple(answer.chunks()), reply, self._note_abandoned)
        return JSONResponse(answer.whole())

    async def _note(self, received: Received) -> None:
        async with self._changed:
            self.requests.append(received)
            del self.requests[:-KEPT_REQUESTS]
            self._received += 1
            self._changed.notify_all()

    async def _note_abandoned(self) -> None:
        async with self._changed:
            self.abandoned += 1
            self._changed.notify_all()

    def _refuse(self, refusal: Refusal) -> Response:
        self.refusals.append(refusal)
        return refusal.response()

    def _wrong_key(self, request: Request) -> Refusal | None:
        given = request.headers.get("authorization", "")
        if self._api_key is None or given == f"Bearer {self._api_key}":
            return None
        if not given.removeprefix("Bearer").strip():
            return Refusal(401, "You didn't provide an API key.")
        return Refusal(401, "Incorrect API key provided.", code="invalid_api_key")


async def _invalid_url(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return Refusal(status, f"Invalid URL ({request.method} {request.url.path})").response()


def _harmless(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in SECRET_HEADERS}
