"""The adapter for OpenAI's Chat Completions, which every compatible server speaks."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Final
from urllib.parse import urlsplit

import httpx2
import structlog
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from bot.errors import ModelError, ToolsRefused
from bot.model.caching import Caching, caching_of, parameters
from bot.model.events import Event, EventReader
from bot.model.failures import FAILURES, refuses_caching, retry_pause, understood
from bot.model.seam import Answer, ModelRequest
from bot.model.stream import Heard, chunk_in
from bot.model.text import answer_so_far
from bot.model.wire import wire_messages
from bot.settings import OPENAI_URL
from bot.values import AssistantMessage, ToolSpec, clean

RETRY_SECONDS: Final = 2.0
"""The pause before what failed before the first word is worth asking again."""
TOOLS_AGAIN_SECONDS: Final = 3_600.0
"""The time without tools after the server refused them for a model."""
_RETRIES = 2
_READ_OUT_SECONDS = 0.1
_TAIL_SECONDS = 5.0
"""What may still come after a finish reason, as the usage, has so long to do so."""

log = structlog.get_logger()


class _CachingRefused(Exception):  # noqa: N818 - not an error: the request is made again with less
    """The server refuses what a request says of the prompt cache."""


@dataclass(slots=True)
class _Stopwatch:
    """How many seconds after its request an answer began, and how many when its newest piece came.

    `sent` tells whether the server has the whole request.
    """

    sent: bool = False
    started: float = field(default_factory=time.monotonic)
    first: float | None = None
    newest: float | None = None

    def note(self, heard: Heard) -> None:
        """Note that a piece has come."""
        self.newest = time.monotonic() - self.started
        if self.first is None and heard.has_begun:
            self.first = self.newest


_timed: ContextVar[_Stopwatch | None] = ContextVar("_timed", default=None)
"""The request that is being made."""


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    `at_openai` tells that it is OpenAI's own, which is told about its prompt cache; what it refuses to take of that is
    left out from then on. Tools that it refuses are left out for `tools_again_seconds`. The first
    chunk has `first_chunk_seconds` to arrive, each further one `chunk_seconds`. The error of a request that failed
    before the first word says whether it is worth asking again: after `retry_seconds`, or when the server says.
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
    ) -> None:
        self.name = name
        self._caching = caching_of(name) if at_openai else Caching.NOTHING
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self._retry_seconds = retry_seconds
        self._tools_again_seconds = tools_again_seconds
        self._tools_again_at = 0.0  # by the monotonic clock
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds), retries=0)

    @property
    def takes_tools(self) -> bool:
        """Whether the model is offered tools: its server did not refuse them lately."""
        return time.monotonic() >= self._tools_again_at

    async def answer(
        self,
        request: ModelRequest,
        on_text: Callable[[str], None],
        on_broken: Callable[[Answer], None] | None = None,
    ) -> Answer:
        """Ask the model, streaming; at once again where its server refuses tools, or a word on its prompt cache."""
        is_shown = False

        def show(text: str) -> None:
            nonlocal is_shown
            is_shown = True
            on_text(text)

        while True:
            offered, caching = request.tools if self.takes_tools else (), self._caching
            try:
                answer = await self._answer(request, offered, caching, show, on_broken)
            except ToolsRefused:
                if not offered:
                    raise
                log.warning("the model takes no tools: it can't change memories", model=self.name)
                self._tools_again_at = time.monotonic() + self._tools_again_seconds
            except _CachingRefused:
                self._caching = min(self._caching, Caching(caching - 1))
                log.info("the model takes less on its prompt cache", model=self.name, still=self._caching.name.lower())
            except ModelError as failure:
                failure.again_after = None if is_shown else retry_pause(failure, self._retry_seconds)
                raise
            else:
                return replace(answer, without_tools=bool(request.tools) and not offered)

    async def _answer(
        self,
        request: ModelRequest,
        offered: Sequence[ToolSpec],
        caching: Caching,
        on_text: Callable[[str], None],
        on_broken: Callable[[Answer], None] | None,
    ) -> Answer:
        heard, stopwatch = Heard([tool.name for tool in offered]), _Stopwatch()
        _timed.set(stopwatch)
        taken = {
            call.id for message in request.messages if isinstance(message, AssistantMessage) for call in message.calls
        }
        with _broken_off(heard, stopwatch, on_broken):
            try:
                async for chunk in self._chunks(self._body(request, offered, caching), heard):
                    has_words = heard.add(chunk)
                    stopwatch.note(heard)
                    shown = answer_so_far(heard.text) if has_words else ""
                    if shown:
                        on_text(clean(shown))
            except FAILURES as error:
                if caching and refuses_caching(error):
                    raise _CachingRefused from error
                if not (heard.finish_reason and isinstance(error, TimeoutError | httpx2.RequestError)):
                    raise understood(error) from error
            answer = heard.answer(taken)
        usage = replace(answer.usage, first_token_seconds=stopwatch.first, seconds=stopwatch.newest)
        return replace(answer, usage=usage)

    def body(self, request: ModelRequest) -> bytes:
        """Return a request's body as it would be sent now, byte for byte."""
        body = self._body(request, request.tools if self.takes_tools else (), self._caching)
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    async def _chunks(self, body: dict[str, object], heard: Heard) -> AsyncIterator[Mapping[str, object]]:
        """Yield the stream's chunks, each within its time, and note in `heard` if they ended well."""
        async with asyncio.timeout(self._first_chunk_seconds) as deadline, aclosing(self._events(body)) as events:
            async for event in events:
                deadline.reschedule(None)
                if event.is_last:
                    heard.ended = True
                    continue
                yield chunk_in(event)
                patience = _TAIL_SECONDS if heard.finish_reason else self._chunk_seconds
                deadline.reschedule(asyncio.get_running_loop().time() + min(patience, self._chunk_seconds))

    async def _events(self, body: dict[str, object]) -> AsyncGenerator[Event]:
        """Yield the stream's events up to its last."""
        # The lists go through `extra_body`: as typed arguments the client would rework every message.
        create = self._client.chat.completions.with_streaming_response.create
        async with create(model=self.name, messages=[], stream=True, extra_body=body) as response:
            reader, stream = EventReader(), response.iter_bytes()
            async for received in stream:
                for event in reader.feed(received):
                    yield event
                    if event.is_last:
                        await _read_out(stream)
                        return
            for event in reader.end():
                yield event

    def _body(self, request: ModelRequest, offered: Sequence[ToolSpec], caching: Caching) -> dict[str, object]:
        marked = caching >= Caching.BREAKPOINTS
        body: dict[str, object] = {
            "model": self.name,
            "stream": True,
            "messages": wire_messages(request.system_prompt, request.earlier, request.messages, marked=marked),
            "stream_options": {"include_usage": True},
        }
        if offered:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
                }
                for tool in offered
            ]
            if not request.may_call:
                body["tool_choice"] = "none"
        return body | parameters(caching, request.cache_key)


@contextmanager
def _broken_off(heard: Heard, stopwatch: _Stopwatch, on_broken: Callable[[Answer], None] | None) -> Iterator[None]:
    """Tell what came of an answer, if its server worked on it, but it fails or is cancelled in the block."""
    try:
        yield
    except ModelError:
        if on_broken and stopwatch.newest is not None:
            on_broken(heard.so_far())
        raise
    except asyncio.CancelledError:
        if on_broken and stopwatch.sent:
            on_broken(heard.so_far())
        raise


async def _read_out(stream: AsyncIterator[bytes]) -> None:
    """Read what follows a stream's last event, if anything, so that its connection can be used again."""
    with suppress(*FAILURES):
        async with asyncio.timeout(_READ_OUT_SECONDS):
            async for _ in stream:
                pass


def client(api_key: str, base_url: str | None, *, timeout: float, retries: int = _RETRIES) -> AsyncOpenAI:
    """Return a client for a server, OpenAI's own unless named; one that wants no key is given a word in its place.

    The environment has no say, but for the proxy on the way to a server elsewhere.
    """
    url = base_url or OPENAI_URL
    made = AsyncOpenAI(
        api_key=api_key or "none",
        base_url=url,
        timeout=timeout,
        max_retries=retries,
        http_client=DefaultAsyncHttpxClient(
            trust_env=not _on_this_machine(url),
            verify=_certificates() if urlsplit(url).scheme == "https" else False,
            event_hooks={"request": [_trace]},
        ),
        # What is None here the constructor reads from the environment.
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
    )
    made.organization = made.project = None  # an empty text would be sent as a header
    made._custom_headers = {}  # noqa: SLF001 - OPENAI_CUSTOM_HEADERS, which no argument keeps out
    return made


@cache
def _certificates() -> SSLContext:
    """Load the trusted certificates, once for all clients: each context would take 20 ms and 1 MB."""
    return httpx2.create_ssl_context()


async def _trace(request: httpx2.Request) -> None:
    """Let the stopwatch know when the whole request was sent (https://www.encode.io/httpcore/extensions/#trace)."""
    stopwatch = _timed.get()

    async def note(event: str, _: object) -> None:
        if stopwatch and event.endswith("send_request_body.complete"):
            stopwatch.sent = True

    request.extensions = {**request.extensions, "trace": note}


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
