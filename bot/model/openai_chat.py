"""The adapter for OpenAI's Chat Completions, which every compatible server speaks."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

import httpx2
import structlog
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from bot.errors import ToolsRefused
from bot.messages import AssistantMessage, ToolSpec, Usage, clean
from bot.model.events import Event, EventReader
from bot.model.failures import FAILURES, ReportedError, understood
from bot.model.seam import Answer, ModelRequest
from bot.model.stream import Heard, chunk_in
from bot.model.text import answer_so_far
from bot.model.wire import wire_messages
from bot.settings import OPENAI_URL

_RETRIES = 2
_READ_OUT_SECONDS = 0.1
_TAIL_SECONDS = 5.0
"""What may still come after a finish reason, as the usage, has so long to do so."""

log = structlog.get_logger()


class Onlooker(Protocol):
    """Sees each request as it goes out, and what its answer cost."""

    def sent(self, body: bytes) -> None:
        """See a request's body."""
        ...

    def answered(self, usage: Usage) -> None:
        """See the tokens that the server counted for the last request."""
        ...


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    `at_openai` tells that it is OpenAI's own, which takes newer parameters than others do. An `onlooker` sees what is
    asked.
    The first chunk has `first_chunk_seconds` to arrive, retries included, each further one `chunk_seconds`.
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
        onlooker: Onlooker | None = None,
    ) -> None:
        self.name = name
        self._onlooker = onlooker
        self._at_openai = at_openai
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self.takes_tools = True
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds), onlooker=onlooker)

    async def answer(self, request: ModelRequest, on_text: Callable[[str], None]) -> Answer:
        """Ask the model, streaming; one whose server refuses tools for it is asked without them from then on."""
        offered = request.tools if self.takes_tools else ()
        try:
            return await self._answer(request, offered, on_text)
        except ToolsRefused:
            if not offered:
                raise
            log.warning("the model takes no tools: it will chat, but never remember", model=self.name)
            self.takes_tools = False
            return await self._answer(request, (), on_text)

    async def _answer(
        self, request: ModelRequest, offered: Sequence[ToolSpec], on_text: Callable[[str], None]
    ) -> Answer:
        heard = Heard([tool.name for tool in offered])
        taken = {
            call.id for message in request.messages if isinstance(message, AssistantMessage) for call in message.calls
        }
        try:
            async for chunk in self._chunks(self._body(request, offered), heard):
                if heard.add(chunk):
                    shown = answer_so_far(heard.text)
                    if shown:
                        on_text(clean(shown))
        except FAILURES as error:
            if not (heard.finish_reason and isinstance(error, TimeoutError | httpx2.RequestError)):
                raise understood(error) from error
        answer = heard.answer(taken)
        if self._onlooker:
            self._onlooker.answered(answer.usage)
        return answer

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

    def _body(self, request: ModelRequest, offered: Sequence[ToolSpec]) -> dict[str, object]:
        body: dict[str, object] = {
            "messages": wire_messages(request.system_prompt, request.messages),
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
        if self._at_openai:
            body["prompt_cache_key"] = str(request.conversation_id)
        return body


async def _read_out(stream: AsyncIterator[bytes]) -> None:
    """Read what follows a stream's last event, if anything, so that its connection can be used again."""
    with suppress(*FAILURES):
        async with asyncio.timeout(_READ_OUT_SECONDS):
            async for _ in stream:
                pass


def client(api_key: str, base_url: str | None, *, timeout: float, onlooker: Onlooker | None = None) -> AsyncOpenAI:
    """Return a client for a server, OpenAI's own unless named; one that wants no key is given a word in its place.

    The environment has no say, but for the proxy on the way to a server elsewhere. An `onlooker` sees its requests.
    """
    url = base_url or OPENAI_URL
    made = AsyncOpenAI(
        api_key=api_key or "none",
        base_url=url,
        timeout=timeout,
        max_retries=_RETRIES,
        http_client=DefaultAsyncHttpxClient(trust_env=not _on_this_machine(url), event_hooks=_hooks(onlooker)),
        # What is None here the constructor reads from the environment.
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
    )
    made.organization = made.project = None  # an empty text would be sent as a header
    made._custom_headers = {}  # noqa: SLF001 - OPENAI_CUSTOM_HEADERS, which no argument keeps out
    return made


def _hooks(onlooker: Onlooker | None) -> dict[str, list[Callable[[httpx2.Request], Awaitable[None]]]]:
    if onlooker is None:
        return {}

    async def see(request: httpx2.Request) -> None:
        onlooker.sent(request.content)

    return {"request": [see]}


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class Served:
    """The names of the models a server offers, and the Date header of its answer."""

    models: Sequence[str]
    date: str


async def served(api_key: str, base_url: str | None) -> Served:
    """Ask a server, OpenAI's own unless named, which models it offers. Raises ModelError."""
    async with client(api_key, base_url, timeout=10) as server:
        try:
            response = await server.models.with_raw_response.list()
            return Served(_model_names(response.text), response.headers.get("date", ""))
        except FAILURES as error:
            raise understood(error) from error


async def served_models(api_key: str, base_url: str) -> list[str]:
    """Return the names of the models a server offers. Raises ModelError."""
    return list((await served(api_key, base_url)).models)


def _model_names(text: str) -> list[str]:
    """Read a list of models. Raises ReportedError for anything else: LM Studio answers any address with status 200."""
    listed = json.loads(text)
    models = listed.get("data") if isinstance(listed, dict) else None
    if not isinstance(models, list):
        raise ReportedError(text)
    names = [model.get("id") for model in models if isinstance(model, dict)]
    return [name for name in names if isinstance(name, str)]
