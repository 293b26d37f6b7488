"""A small OpenAI-compatible server over real HTTP, whose answers come from a function."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from practice.faults import EVERY_METHOD, Dropped, Fault, Faults, strike
from practice.json_text import members
from practice.model import embeddings, pictures
from practice.model.answer import Answer, Reply, ToolCall, Usage
from practice.model.audio import Audio
from practice.model.chat_api import ChatRequest, Refusal
from practice.model.profiles import PLAIN, PROFILES
from practice.model.prompt_cache import PromptCache, prompt_tokens
from practice.model.responses_answer import Answered, IssuedItems
from practice.model.responses_api import ResponsesRequest
from practice.model.validation import parse, parse_responses, unsupported
from practice.serving import NoAnswer, while_connected


class EventStream(Response):
    """Server-sent events, each sent at once, with the faults of a reply."""

    media_type = "text/event-stream"

    def __init__(
        self,
        chunks: tuple[bytes, ...],
        reply: Reply,
        *,
        ending: int,
        on_written: Callable[[], Awaitable[None]],
        on_abandoned: Callable[[], Awaitable[None]],
    ) -> None:
        # As in Starlette's StreamingResponse: Response's constructor would set a content length.
        self.status_code = 200
        self.background = None
        self.init_headers({"cache-control": "no-cache"})
        self._chunks = chunks
        self._reply = reply
        self._ends_from = len(chunks) - ending
        self._on_written = on_written
        self._on_abandoned = on_abandoned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until it ends or the client disconnects."""
        try:
            await while_connected(Request(scope, receive), self._send(send))
        except ClientDisconnect:
            await self._on_abandoned()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for number, chunk in enumerate(self._chunks[: self._reply.cut_after]):
            await asyncio.sleep(self._reply.delay if 0 < number < self._ends_from else 0)
            if gate := self._reply.gates.get(number):
                await gate.wait()
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        # A response that is never completed is how an ASGI application drops a connection.
        if self._reply.cut_after is None:
            with suppress(Dropped):
                await self._on_written()
                await send({"type": "http.response.body", "body": b""})


# All that a test needs to script the server.
__all__ = ["ChatRequest", "ModelServer", "Received", "Refusal", "Reply", "ToolCall", "Usage"]

COMPLETIONS = "chat/completions"
RESPONSES = "responses"
EMBEDDINGS = "embeddings"
"""Names of the methods for faults, which strike well-formed requests only."""
KEPT_REQUESTS = 500
PATIENCE_SECONDS = 60  # enough on a busy machine: only a test that fails waits that long
SECRET_HEADERS = {"authorization", "api-key", "cookie"}


@dataclass(frozen=True, slots=True)
class Received:
    """A well-formed request as received, without its secret headers."""

    body: bytes
    request: ChatRequest
    headers: Mapping[str, str]
    in_responses: bool = False
    """Whether it came through the Responses API; then `request` is its translation."""

    def sent(self, parameter: str) -> str:
        """Return the JSON text of a top-level parameter exactly as sent, or an empty string.

        In an append-only conversation, the text of later messages begins with that of earlier ones, except for the
        closing bracket.
        """
        text = self.body.decode()
        span = members(text).get(parameter)
        return span.of(text) if span else ""

    @property
    def prompt(self) -> str:
        """The JSON text of the messages or items exactly as sent."""
        return self.sent("input" if self.in_responses else "messages")

    @property
    def items(self) -> list[dict[str, Any]]:
        """The messages or items as sent."""
        items: list[dict[str, Any]] = json.loads(self.prompt)
        return items


Responder = Callable[[ChatRequest], Reply | Awaitable[Reply]]


class _Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    """The request gets an error."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class ModelServer:
    """An OpenAI-compatible server whose answers come from a function.

    It is as strict as OpenAI's: a wrong request gets the same status and, where known, the same message.
    `requests` holds the last 500 well-formed requests, `refusals` the errors of the others; `abandoned` counts the
    streams whose client disconnected before their end. With `api_key` None, every key is accepted. A prompt longer
    than `context_tokens` is refused (None: no limit), as are `unsupported` parameters; "image_url" among them makes it
    a model that can't see, "reasoning" one that takes no reasoning back. With `explicit_cache`, the prompt cache works
    as for OpenAI's models from GPT-5.6 on, otherwise as for the earlier ones.
    Each model is served as its profile says: `plain` unless it is one of OpenAI's, by its name.
    `listed` adds fields to each entry of the list of models, which there is while it `lists_models`. `embed` computes
    the embeddings, for any model name; a text longer than `embedded_characters` is refused (None: no limit). `audio`
    transcribes and speaks.
    """

    def __init__(
        self,
        responder: Responder,
        models: tuple[str, ...] = ("practice",),
        api_key: str | None = None,
        *,
        context_tokens: int | None = None,
        unsupported: Collection[str] = (),
        explicit_cache: bool = False,
        listed: Mapping[str, JsonValue] | None = None,
        embed: Callable[[str], Sequence[float]] = embeddings.of_words,
    ) -> None:
        self.requests: list[Received] = []
        self.refusals: list[Refusal] = []
        self.abandoned = 0
        self.embedded: list[Sequence[str]] = []
        self._received = 0
        self._responder = responder
        self.models = models
        self.lists_models = True
        self._api_key = api_key
        self.context_tokens = context_tokens
        self.unsupported = unsupported
        self.listed = listed or {}
        self.embed = embed
        self.embedded_characters: int | None = None
        self._cache = PromptCache(explicit=explicit_cache)
        self._issued = IssuedItems()
        self._faults = Faults()
        self._changed = asyncio.Condition()
        self.audio = Audio(self._faults, _struck, self._refuse, self._wrong_key)
        self.app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._complete, methods=["POST"]),
                Route("/v1/responses", self._responses, methods=["POST"]),
                Route("/v1/embeddings", self._embeddings, methods=["POST"]),
                Route("/v1/models", self._list_models, methods=["GET"]),
                *self.audio.routes,
            ],
            exception_handlers={404: _invalid_url, 405: _invalid_url},
        )

    def forget_items(self) -> None:
        """Know none of the items that were issued, as after a change of the keys that encrypt them."""
        self._issued = IssuedItems()

    def know_items(self, model: str, items: Iterable[dict[str, Any]]) -> None:
        """Know the items with ids among those of a model's request, as if this server had issued them."""
        self._issued.issue(model, [item for item in items if "id" in item])

    def play(self, *models: str) -> None:
        """Serve these models from now on."""
        self.models = models
        self._cache = PromptCache(explicit=all(name in PROFILES and PROFILES[name].explicit_cache for name in models))

    def fail(
        self,
        status: int = 500,
        *,
        message: str = "",
        retry_after: float | None = None,
        every: int = 1,
        times: int | None = None,
        method: str = EVERY_METHOD,
    ) -> None:
        """Answer well-formed requests with an error."""
        headers = {} if retry_after is None else {"retry-after": str(retry_after)}
        refusal = Refusal(status, message or HTTPStatus(status).phrase, type="server_error", headers=headers)
        self.add_fault(Fault(method=method, error=_Refused(refusal), every=every, times=times))

    def add_fault(self, fault: Fault) -> None:
        """Add a fault; a request takes effect with the last chunk of its stream."""
        self._faults.add(fault)

    def heal(self) -> None:
        """Remove all faults."""
        self._faults.clear()

    async def wait_for_request(self, number: int = 1) -> Received:
        """Wait for the well-formed request of this number since the start, and return it. Raises TimeoutError."""
        await self._wait(lambda: self._received >= number)
        return self.requests[number - 1 - self._received]

    async def wait_for_embedded(self, text: str) -> None:
        """Wait until a text was embedded. Raises TimeoutError."""
        await self._wait(lambda: any(text in texts for texts in self.embedded))

    async def wait_for_abandoned(self, number: int = 1) -> None:
        """Wait until clients have abandoned this many streams. Raises TimeoutError."""
        await self._wait(lambda: self.abandoned >= number)

    async def _wait(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS), self._changed:
            await self._changed.wait_for(condition)

    async def _list_models(self, request: Request) -> Response:
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        if not self.lists_models:
            return self._refuse(Refusal(404, "Not Found"))
        entry = {"object": "model", "created": 0, "owned_by": "keepsake"}
        ends = {name: {"shutdown_date": PROFILES[name].shutdown_date} for name in self.models if name in PROFILES}
        models = [{"id": name, **entry, **ends.get(name, {}), **self.listed} for name in self.models]
        return JSONResponse({"object": "list", "data": models})

    async def _complete(self, request: Request) -> Response:
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        body = await request.body()
        asked = parse(body)
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unserved(asked, in_responses=False) or self._refused(asked):
            return self._refuse(refusal)
        await self._note(Received(body, asked, _harmless(request.headers)))
        return await self._answer(asked)

    async def _responses(self, request: Request) -> Response:
        if not any(PROFILES.get(name, PLAIN).in_responses for name in self.models):
            return JSONResponse({"detail": "Not Found"}, status_code=404)
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        body = await request.body()
        said = parse_responses(body)
        if isinstance(said, Refusal):
            return self._refuse(said)
        asked = said.as_chat
        issued = next(self._issued.refusals(said), None)
        if refusal := self._unserved(asked, in_responses=True) or issued or self._refused(asked):
            return self._refuse(refusal)
        await self._note(Received(body, asked, _harmless(request.headers), in_responses=True))
        return await self._answer(asked, said)

    def _unserved(self, asked: ChatRequest, *, in_responses: bool) -> Refusal | None:
        """Refuse a model that is not there, and what it does not take."""
        if asked.model not in self.models:
            message = f"The model `{asked.model}` does not exist or you do not have access to it."
            return Refusal(404, message, code="model_not_found")
        profile = PROFILES.get(asked.model)
        return next(profile.refusals(asked, in_responses=in_responses), None) if profile else None

    def _refused(self, asked: ChatRequest) -> Refusal | None:
        """Refuse what the server was told to."""
        blind = pictures.refused(asked) if "image_url" in self.unsupported else None
        return blind or pictures.fault(asked) or unsupported(asked, self.unsupported) or self._too_long(asked)

    async def _embeddings(self, request: Request) -> Response:
        if refusal := self._wrong_key(request):
            return self._refuse(refusal)
        asked = embeddings.parse(await request.body())
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        faults = self._faults.due(EMBEDDINGS)
        if instead := await _struck(faults, after_effect=False):
            return instead
        if self.embedded_characters is not None and max(map(len, asked.texts)) > self.embedded_characters:
            return self._refuse(Refusal(400, f"maximum context length is {self.embedded_characters} characters"))
        async with self._changed:
            self.embedded.append(asked.texts)
            self._changed.notify_all()
        return JSONResponse(embeddings.answer(asked, [self.embed(text) for text in asked.texts]))

    async def _answer(self, asked: ChatRequest, said: ResponsesRequest | None = None) -> Response:
        faults = self._faults.due(RESPONSES if said else COMPLETIONS)
        if instead := await _struck(faults, after_effect=False):
            return instead
        made = self._responder(asked)
        reply = made if isinstance(made, Reply) else await made
        if reply.error:
            return reply.error.response()
        usage = self._cache.usage(asked, reply)
        if said:
            answered = Answered(said, reply, usage, thinks=bool(PROFILES.get(asked.model, PLAIN).efforts))
            self._issued.issue(said.model, answered.items)
        answer = answered if said else Answer(asked, reply, usage)
        if asked.stream:
            chunks, ending = (reply.raw, 0) if reply.raw else (tuple(answer.chunks()), answer.ending)
            on_written = partial(strike, faults, after_effect=True)
            return EventStream(chunks, reply, ending=ending, on_written=on_written, on_abandoned=self._note_abandoned)
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

    def _too_long(self, asked: ChatRequest) -> Refusal | None:
        tokens = prompt_tokens(asked)
        if self.context_tokens is None or tokens <= self.context_tokens:
            return None
        message = (
            f"This model's maximum context length is {self.context_tokens} tokens. However, your messages resulted "
            f"in {tokens} tokens. Please reduce the length of the messages."
        )
        return Refusal(400, message, code="context_length_exceeded", param="messages")

    def _wrong_key(self, request: Request) -> Refusal | None:
        given = request.headers.get("authorization", "")
        if self._api_key is None or given == f"Bearer {self._api_key}":
            return None
        if not given.removeprefix("Bearer").strip():
            return Refusal(401, "You didn't provide an API key.")
        return Refusal(401, "Incorrect API key provided.", code="invalid_api_key")


async def _struck(faults: Sequence[Fault], *, after_effect: bool) -> Response | None:
    """Let faults strike a call; return what is answered instead, if anything."""
    try:
        await strike(faults, after_effect=after_effect)
    except _Refused as refused:
        return refused.refusal.response()
    except Dropped:
        return NoAnswer()
    return None


async def _invalid_url(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return Refusal(status, f"Invalid URL ({request.method} {request.url.path})").response()


def _harmless(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in SECRET_HEADERS}
