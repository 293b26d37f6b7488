"""Adapter for servers that speak OpenAI's Responses or Chat Completions."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import httpx2
import structlog
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from bot.kit.errors import ModelError, ServerUnreachable, UnknownModel
from bot.kit.settings import OPENAI_URL, on_this_machine
from bot.model.chat_completions import chat_body
from bot.model.dialect import NEVER, Api, Caching, Dialect, Part, RefusedPart
from bot.model.failures import FAILURES, retry_of, translated
from bot.model.refused_parts import Asked, Refusals, learned, refuses_items
from bot.model.rendering import Asking, LoadedPicture, loaded_at, reasoning_of
from bot.model.responses import ResponseStream, responses_body
from bot.model.seam import NO_CALLBACKS, Answer, Callbacks, ModelRequest, PictureSize
from bot.model.stream import Brought, Event, EventReader, ReceivedAnswer
from bot.model.values import Effort, UserMessage

RETRY_SECONDS: Final = 1.0
"""Seconds before the first retry of a request that failed before the first word."""
_SLICE_SECONDS = 0.002
"""Seconds of reading after which others are served: a fast server's events may be there one after another."""

_PATHS: Final = {Api.CHAT: "/chat/completions", Api.RESPONSES: "/responses"}
_OLDER: Final = re.compile(r"(?:ft:)?(?:chatgpt|gpt-[34]|gpt-5(?:\.[0-5])?(?![.\d])|o\d)")
"""Names of OpenAI's models before GPT-5.6, which refuse the cache's breakpoints."""

log = structlog.get_logger()

_certificates = cache(httpx2.create_ssl_context)
"""Trusted certificates shared by all clients: each context would take 20 ms and 1 MB."""
_being_received: ContextVar[ReceivedAnswer | None] = ContextVar("_being_received", default=None)


class OpenAIModel:
    """A model on an OpenAI-compatible server.

    It is asked in the `preferred` API until its server refuses that. If it is `at_openai`, requests have prompt-cache
    fields. What the server refuses is left out as long as the `refusals` count. An error before the first word says
    when a retry is worthwhile: after `retry_seconds`, which double, or at the time the server gives.
    """

    def __init__(
        self,
        name: str,
        *,
        api_key: str,
        base_url: str | None,
        at_openai: bool,
        first_chunk_seconds: float,
        chunk_seconds: float,
        preferred: Api = Api.CHAT,
        refusals: Refusals | None = None,
        retry_seconds: float = RETRY_SECONDS,
        picture: LoadedPicture = lambda _: None,
    ) -> None:
        self.name = name
        self.server = server_of(base_url)
        self._at_openai = at_openai
        self._preferred = preferred
        self._refusals = refusals or Refusals()
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self._retry_seconds = retry_seconds
        self._picture = picture
        self._dropped: frozenset[str] = frozenset()
        """Reasoning that the server has refused to take back."""
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds), retries=0)

    @property
    def dialect(self) -> Dialect:
        """How the model is asked."""
        newest = Caching.KEY if _OLDER.match(self.name) else Caching.BREAKPOINTS
        return Dialect(
            model=self.name,
            server=self.server,
            preferred=self._preferred,
            at_openai=self._at_openai,
            most_caching=newest if self._at_openai else Caching.NOTHING,
            refused=self._refusals.refused_by(self.server, self.name),
        )

    @property
    def takes_tools(self) -> bool:
        """Whether the model is offered tools: its server has not refused them recently."""
        return self.dialect.takes(Part.TOOLS)

    @property
    def takes_pictures(self) -> bool:
        """Whether the model is sent pictures: its server has not refused them recently."""
        return self.dialect.takes(Part.PICTURES)

    @property
    def efforts(self) -> Sequence[Effort]:
        """The efforts that the model takes, as far as is known, the least one first."""
        return self.dialect.efforts

    async def answer(self, request: ModelRequest, callbacks: Callbacks = NO_CALLBACKS) -> Answer:
        """Ask the model, at once again without a part of the request that its server refuses. Raises ModelError."""
        tried: list[Part] = []
        while True:
            asking = self._asking(request)
            try:
                answer = await self._answer(asking, callbacks)
            except ModelError as failure:
                if not self._learns(failure, asking):
                    self._forget_apis(tried, failure)
                    raise
                tried = [part for part in self.dialect.refused if part not in asking.dialect.refused] + tried
            else:
                return replace(
                    answer,
                    without_tools=bool(request.tools) and not asking.offered,
                    without_pictures=_has_pictures(request) and not asking.dialect.takes(Part.PICTURES),
                )

    def _learns(self, failure: ModelError, asking: Asking) -> bool:
        """Note what a failed request was refused for; tell whether it is worth asking without that."""
        reasoning = (reasoning_of(answer, asking) for answer in asking.answers)
        sent_back = frozenset(its.json for its in reasoning if its)
        if sent_back and refuses_items(failure):
            log.info("the server does not take its own reasoning back", model=self.name)
            self._dropped |= sent_back
            return True
        asked = Asked(
            dialect=asking.dialect,
            tools=bool(asking.offered),
            pictures=_has_pictures(asking.request) and asking.dialect.takes(Part.PICTURES),
            effort=asking.dialect.effort(asking.request.effort, with_tools=bool(asking.offered)) is not None,
            reasoning=bool(sent_back),
            calls=any(answer.calls for answer in asking.answers),
        )
        found = learned(failure, asked)
        if found is None:
            return False
        part, detail = found
        self._refusals.add(RefusedPart(server=self.server, model=self.name, part=part, detail=detail))
        warn = log.warning if part in {Part.TOOLS, Part.PICTURES} else log.info
        warn("the model's server refuses a part of requests", model=self.name, part=part.value, takes=detail)
        return self.dialect != asking.dialect

    def _forget_apis(self, tried: Sequence[Part], failure: ModelError) -> None:
        """Take back that an API is refused where the other one fails as well: the address is wrong, or the server."""
        if type(failure) in {ServerUnreachable, UnknownModel}:
            for part in {Part.CHAT, Part.RESPONSES}.intersection(tried):
                self._refusals.add(RefusedPart(server=self.server, model=self.name, part=part, at=NEVER))

    async def _answer(self, asking: Asking, callbacks: Callbacks) -> Answer:
        stream = ResponseStream() if asking.dialect.api is Api.RESPONSES else None
        offered = {tool.name: tool.argument_names for tool in asking.offered}
        received = ReceivedAnswer(self.name, offered, stream.chunk) if stream else ReceivedAnswer(self.name, offered)
        used_ids = {call.id for message in asking.answers for call in message.calls}
        try:
            await self._receive(asking, received, callbacks)
            answer = received.answer(used_ids)
            if stream:
                reasoning = stream.sent_back(self.name, self.server, answer.message)
            else:
                reasoning = answer.message.reasoning and replace(answer.message.reasoning, server=self.server)
            return replace(answer, message=replace(answer.message, reasoning=reasoning))
        except ModelError as failure:
            failure.is_shown = received.is_shown
            failure.retry = None if received.is_shown else retry_of(failure, self._retry_seconds)
            if received.seconds is not None:
                callbacks.on_broken(received.partial())
            raise
        except asyncio.CancelledError:
            if received.sent:
                callbacks.on_broken(received.partial())
            raise

    def body(self, request: ModelRequest) -> bytes:
        """Return the exact bytes of a request's body as it would be sent now, but with pictures only named."""
        return _body(replace(self._asking(request), for_people=True))

    def _asking(self, request: ModelRequest) -> Asking:
        dialect = self.dialect
        offered = request.tools if dialect.takes(Part.TOOLS) else ()
        size = request.pictures if dialect.takes(Part.PICTURES) else PictureSize.NOTHING
        picture = loaded_at(size, self._picture)
        return Asking(request=request, offered=offered, dialect=dialect, picture=picture, dropped=self._dropped)

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    async def _receive(self, asking: Asking, received: ReceivedAnswer, callbacks: Callbacks) -> None:
        """Make a request and read its stream. Raises ModelError, unless only the end of the stream is missing."""
        _being_received.set(received)
        try:
            await self._stream(asking, received, callbacks)
        except FAILURES as error:
            if not (received.finish_reason and isinstance(error, TimeoutError | httpx2.RequestError)):
                raise translated(error) from error

    async def _stream(self, asking: Asking, received: ReceivedAnswer, callbacks: Callbacks) -> None:
        """Read a stream's events, each that brings something within its timeout.

        The client's own methods for streams would import 1.5 MB.
        """
        clock, path = asyncio.get_running_loop().time, _PATHS[asking.dialect.api]
        served_at = clock()
        async with (
            asyncio.timeout(self._first_chunk_seconds) as deadline,
            aclosing(
                await self._client.post(path, cast_to=httpx2.Response, content=_body(asking), stream=True)
            ) as response,
            aclosing(_events(response.aiter_bytes())) as events,
        ):
            async for event in events:
                brought = received.add(event)
                if brought is Brought.REASONING:
                    callbacks.on_reasoning()
                if brought is Brought.TEXT and (received.is_shown or received.shown()):
                    callbacks.on_text(received.shown)
                if received.is_full:
                    log.warning("the model's answer is cut: it is too long or repeats itself", model=self.name)
                    return
                if (seconds := self._patience(brought, received)) is not None:
                    deadline.reschedule(clock() + seconds)
                if clock() - served_at > _SLICE_SECONDS:
                    await asyncio.sleep(0)
                    served_at = clock()

    def _patience(self, brought: Brought, received: ReceivedAnswer) -> float | None:
        """Return the seconds to wait after an event, long if the model reasons; None if the wait goes on."""
        if received.finish_reason:
            return min(5.0, self._chunk_seconds)  # for what may follow, such as the usage
        if brought is Brought.NOTHING:
            return None
        return self._first_chunk_seconds if brought is Brought.REASONING else self._chunk_seconds


def _body(asking: Asking) -> bytes:
    return responses_body(asking) if asking.dialect.api is Api.RESPONSES else chat_body(asking)


def server_of(base_url: str | None) -> str:
    """Return what names a server: its address without a user's name and password."""
    parts = urlsplit(base_url or OPENAI_URL)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], path=parts.path.rstrip("/")))


def _has_pictures(request: ModelRequest) -> bool:
    return any(isinstance(message, UserMessage) and message.pictures for message in request.messages)


async def _events(stream: AsyncIterator[bytes]) -> AsyncGenerator[Event]:
    """Yield a stream's events up to its last, then read the rest so that the connection can be reused."""
    reader = EventReader()
    async for piece in stream:
        for event in reader.feed(piece):
            yield event
            if event.is_last:
                with suppress(*FAILURES):
                    async with asyncio.timeout(0.1):
                        async for _ in stream:
                            pass
                return
    for event in reader.end():
        yield event


def client(api_key: str, base_url: str | None, *, timeout: float, retries: int = 2) -> AsyncOpenAI:
    """Return a client for a server, by default OpenAI's, which takes nothing from the environment but a proxy."""
    url = base_url or OPENAI_URL
    made = AsyncOpenAI(
        api_key=api_key or "none",
        base_url=url,
        timeout=timeout,
        max_retries=retries,
        http_client=DefaultAsyncHttpxClient(
            trust_env=not on_this_machine(url),
            verify=_certificates() if urlsplit(url).scheme == "https" else False,
            event_hooks={"request": [_trace]},
        ),
        # The constructor reads arguments that are None from the environment.
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
    )
    made.organization = made.project = None  # an empty text would be sent as a header
    made._custom_headers = {}  # noqa: SLF001 - OPENAI_CUSTOM_HEADERS, which no argument overrides
    return made


async def _trace(request: httpx2.Request) -> None:
    """Note when the whole request was sent (https://www.encode.io/httpcore/extensions/#trace)."""
    received = _being_received.get()

    async def note(event: str, _: object) -> None:
        if received and event.endswith("send_request_body.complete"):
            received.sent = True

    request.extensions = {**request.extensions, "trace": note}
