"""Adapter for servers that speak OpenAI's Chat Completions."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from typing import Final
from urllib.parse import urlsplit

import httpx2
import structlog
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from bot.errors import ModelError, PicturesRefused, ToolsRefused
from bot.model.events import Event, EventReader
from bot.model.failures import (
    FAILURES,
    refuses_caching,
    refuses_effort,
    refuses_reasoning,
    retry_pause,
    translated,
    wants_reasoning,
)
from bot.model.seam import Answer, ModelRequest
from bot.model.stream import Brought, ReceivedAnswer
from bot.model.text import answer_so_far
from bot.model.wire import Caching, LoadedPicture, SentBack, caching_of, wire_body
from bot.settings import OPENAI_URL, on_this_machine
from bot.values.conversations import ToolSpec
from bot.values.messages import AssistantMessage, UserMessage
from bot.values.text import clean

RETRY_SECONDS: Final = 2.0
"""Seconds before the retry of a request that failed before the first word."""
TOOLS_AGAIN_SECONDS: Final = 3_600.0
"""Seconds without tools after the server refused them for a model."""
_DOES_NOT_THINK: Final = re.compile(r"(?:ft:)?(?:chatgpt|gpt-[34])")
"""Names of OpenAI's models that refuse an effort."""
_RETRIES = 2
_READ_OUT_SECONDS = 0.1
_TAIL_SECONDS = 5.0
"""Seconds to wait for what may follow a finish reason, such as the usage."""

log = structlog.get_logger()

_certificates = cache(httpx2.create_ssl_context)
"""Trusted certificates shared by all clients: each context would take 20 ms and 1 MB."""
_being_received: ContextVar[ReceivedAnswer | None] = ContextVar("_being_received", default=None)
"""The answer to the request under way."""


class OpenAIModel:
    """A model on an OpenAI-compatible server.

    If it is `at_openai`, requests have prompt-cache fields until it refuses them. Refused tools are left out for
    `tools_again_seconds`. An error before the first word says when a retry is worthwhile: after `retry_seconds`, or at
    the time the server gives.
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
        retry_seconds: float = RETRY_SECONDS,
        tools_again_seconds: float = TOOLS_AGAIN_SECONDS,
        picture: LoadedPicture = lambda _: None,
    ) -> None:
        self.name = name
        self._caching = caching_of(name) if at_openai else Caching.NOTHING
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self._retry_seconds = retry_seconds
        self._tools_again_seconds = tools_again_seconds
        self._tools_again_at = 0.0  # by the monotonic clock
        self._picture = picture
        self._pictures_again_at = 0.0
        self._thinks = not _DOES_NOT_THINK.match(name)
        self._effort_again_at = 0.0
        self._sent_back = SentBack.ITS_OWN
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds), retries=0)

    @property
    def takes_tools(self) -> bool:
        """Whether the model is offered tools: its server has not refused them recently."""
        return time.monotonic() >= self._tools_again_at

    @property
    def takes_pictures(self) -> bool:
        """Whether the model is sent pictures: its server has not refused them recently."""
        return time.monotonic() >= self._pictures_again_at

    @property
    def takes_effort(self) -> bool:
        """Whether the model is told how long to think: it does, and its server has not refused that recently."""
        return self._thinks and time.monotonic() >= self._effort_again_at

    async def answer(
        self,
        request: ModelRequest,
        on_text: Callable[[str], None],
        on_broken: Callable[[Answer], None] = lambda _: None,
        on_reasoning: Callable[[], None] = lambda: None,
    ) -> Answer:
        """Ask the model; `on_text` receives the whole text so far whenever it grows. Raises ModelError.

        `on_reasoning` is called whenever the model has reasoned more, which is not part of its text.
        If the server refuses tools, pictures, the effort, its reasoning or prompt-cache fields, the request is repeated
        at once without them; if it wants reasoning where there is none, with a blank.
        `on_broken` receives the partial answer if the request fails or is cancelled after the server may have begun.
        """
        while True:
            offered, caching = self._offered(request), self._caching
            try:
                answer = await self._answer(request, offered, caching, on_text, on_broken, on_reasoning)
            except ModelError as failure:
                if offered and isinstance(failure, ToolsRefused):
                    log.warning("the model takes no tools: it can't change memories", model=self.name)
                    self._tools_again_at = time.monotonic() + self._tools_again_seconds
                elif self.takes_pictures and isinstance(failure, PicturesRefused):
                    log.warning("the model takes no pictures", model=self.name)
                    self._pictures_again_at = time.monotonic() + self._tools_again_seconds
                elif self._sent_back is SentBack.ITS_OWN and wants_reasoning(failure.__cause__):
                    log.info("the model wants its reasoning back", model=self.name)
                    self._sent_back = SentBack.ALWAYS
                elif self._sends_reasoning(request) and refuses_reasoning(failure.__cause__):
                    log.info("the model takes no reasoning back", model=self.name)
                    self._sent_back = SentBack.NOTHING
                elif request.effort and self.takes_effort and refuses_effort(failure.__cause__):
                    log.info("the model takes no reasoning effort", model=self.name)
                    self._effort_again_at = time.monotonic() + self._tools_again_seconds
                elif caching and refuses_caching(failure.__cause__):
                    self._caching = min(self._caching, Caching(caching - 1))
                    still = self._caching.name.lower()
                    log.info("the model refuses some prompt-cache fields", model=self.name, still=still)
                else:
                    raise
            else:
                return replace(
                    answer,
                    without_tools=bool(request.tools) and not offered,
                    without_pictures=_has_pictures(request) and not self.takes_pictures,
                )

    async def _answer(
        self,
        request: ModelRequest,
        offered: Sequence[ToolSpec],
        caching: Caching,
        on_text: Callable[[str], None],
        on_broken: Callable[[Answer], None],
        on_reasoning: Callable[[], None],
    ) -> Answer:
        received = ReceivedAnswer(self.name, [tool.name for tool in offered])
        used_ids = {
            call.id for message in request.messages if isinstance(message, AssistantMessage) for call in message.calls
        }
        try:
            await self._receive(self._body(request, offered, caching), received, on_text, on_reasoning)
            return received.answer(used_ids)
        except ModelError as failure:
            failure.again_after = None if received.is_shown else retry_pause(failure, self._retry_seconds)
            if received.seconds is not None:
                on_broken(received.partial())
            raise
        except asyncio.CancelledError:
            if received.sent:
                on_broken(received.partial())
            raise

    def body(self, request: ModelRequest) -> bytes:
        """Return the exact bytes of a request's body as it would be sent now, but with pictures only named."""
        return self._body(request, self._offered(request), self._caching, for_people=True)

    def _body(
        self, request: ModelRequest, offered: Sequence[ToolSpec], caching: Caching, *, for_people: bool = False
    ) -> bytes:
        picture = self._picture if self.takes_pictures else lambda _: None
        request = request if self.takes_effort else replace(request, effort=None)
        return wire_body(
            *(self.name, request, offered, caching, picture), for_people=for_people, sent_back=self._sent_back
        )

    def _sends_reasoning(self, request: ModelRequest) -> bool:
        its = (it.reasoning for it in request.messages if isinstance(it, AssistantMessage))
        return self._sent_back is SentBack.ITS_OWN and any(it and it.model == self.name for it in its)

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    def _offered(self, request: ModelRequest) -> Sequence[ToolSpec]:
        return request.tools if self.takes_tools else ()

    async def _receive(
        self, body: bytes, received: ReceivedAnswer, on_text: Callable[[str], None], on_reasoning: Callable[[], None]
    ) -> None:
        """Make a request and read its stream. Raises ModelError, unless only the end of the stream is missing."""
        _being_received.set(received)
        try:
            await self._stream(body, received, on_text, on_reasoning)
        except FAILURES as error:
            if not (received.finish_reason and isinstance(error, TimeoutError | httpx2.RequestError)):
                raise translated(error) from error

    async def _stream(
        self, body: bytes, received: ReceivedAnswer, on_text: Callable[[str], None], on_reasoning: Callable[[], None]
    ) -> None:
        """Read a stream's events, each within its timeout."""
        clock = asyncio.get_running_loop().time
        async with (
            asyncio.timeout(self._first_chunk_seconds) as deadline,
            aclosing(await self._sent(body)) as response,
            aclosing(_events(response.aiter_bytes())) as events,
        ):
            async for event in events:
                brought = received.add(event)
                shown = answer_so_far(received.text) if brought is Brought.TEXT else ""
                if brought is Brought.REASONING:
                    on_reasoning()
                if shown:
                    received.is_shown = True
                    on_text(clean(shown))
                seconds = min(_TAIL_SECONDS, self._chunk_seconds) if received.finish_reason else self._chunk_seconds
                deadline.reschedule(clock() + seconds)

    async def _sent(self, body: bytes) -> httpx2.Response:
        """Send a request and return its open response; `chat.completions` would import 1.5 MB for that."""
        return await self._client.post("/chat/completions", cast_to=httpx2.Response, content=body, stream=True)


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
                    async with asyncio.timeout(_READ_OUT_SECONDS):
                        async for _ in stream:
                            pass
                return
    for event in reader.end():
        yield event


def client(api_key: str, base_url: str | None, *, timeout: float, retries: int = _RETRIES) -> AsyncOpenAI:
    """Return a client for a server, by default OpenAI's own; a server without keys gets a placeholder.

    The environment is ignored except for the proxy to a remote server.
    """
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
