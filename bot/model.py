"""The model seam, and its adapter for OpenAI's Chat Completions, which every compatible server speaks."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit
from uuid import UUID

import openai
from openai import AsyncOpenAI, DefaultAsyncHttpxClient
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import Choice, ChoiceDelta, ChoiceDeltaToolCall

from bot import errors
from bot.messages import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, Usage, UserMessage, clean
from bot.model_text import answer_in, answer_so_far, calls_in, new_call_id

_OPENAI_URL = "https://api.openai.com/v1"
_RETRIES = 2
_LONGEST_NAME = 64
_LONGEST_MALFORMED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One query to the model; `may_call` False asks for words."""

    conversation_id: UUID
    system_prompt: str
    tools: Sequence[ToolSpec]
    messages: Sequence[Message]
    may_call: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model answered and what it cost."""

    message: AssistantMessage
    usage: Usage


class Model(Protocol):
    """A language model that answers in words, in calls, or both."""

    @property
    def name(self) -> str:
        """The name its server knows it by."""
        ...

    async def answer(self, request: ModelRequest, on_text: Callable[[str], None]) -> Answer:
        """Ask the model; `on_text` hears the words so far each time there are more. Raises ModelError."""
        ...


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    `at_openai` tells that it is OpenAI's own, which takes newer parameters than others do.
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
    ) -> None:
        self.name = name
        self._at_openai = at_openai
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds))

    async def answer(self, request: ModelRequest, on_text: Callable[[str], None]) -> Answer:
        """Ask the model, streaming."""
        heard = _Heard()
        taken = {
            call.id for message in request.messages if isinstance(message, AssistantMessage) for call in message.calls
        }
        try:
            async for chunk in self._chunks(request):
                if heard.add(chunk):
                    shown = answer_so_far(heard.text)
                    if shown:
                        on_text(clean(shown))
        except (openai.OpenAIError, TimeoutError, ValueError, RecursionError) as error:
            raise _understood(error) from error
        return heard.answer([tool.name for tool in request.tools], taken)

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    async def _chunks(self, request: ModelRequest) -> AsyncIterator[ChatCompletionChunk]:
        """Yield the stream's chunks, each within its time."""
        async with asyncio.timeout(self._first_chunk_seconds) as deadline:
            # The lists go through `extra_body`: as typed arguments the client would rework every message.
            stream = await self._client.chat.completions.create(
                model=self.name, messages=[], stream=True, extra_body=self._body(request)
            )
            async with stream:
                async for chunk in stream:
                    deadline.reschedule(None)
                    yield chunk
                    deadline.reschedule(asyncio.get_running_loop().time() + self._chunk_seconds)

    def _body(self, request: ModelRequest) -> dict[str, object]:
        body: dict[str, object] = {
            "messages": wire_messages(request.system_prompt, request.messages),
            "stream_options": {"include_usage": True},
        }
        if request.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
                }
                for tool in request.tools
            ]
            if not request.may_call:
                body["tool_choice"] = "none"
        if self._at_openai:
            body["prompt_cache_key"] = str(request.conversation_id)
        return body


def client(api_key: str, base_url: str | None, *, timeout: float) -> AsyncOpenAI:
    """Return a client for a server, OpenAI's own unless named; one that wants no key is given a word in its place.

    The environment has no say, but for the proxy on the way to a server elsewhere.
    """
    url = base_url or _OPENAI_URL
    made = AsyncOpenAI(
        api_key=api_key or "none",
        base_url=url,
        timeout=timeout,
        max_retries=_RETRIES,
        http_client=DefaultAsyncHttpxClient(trust_env=False) if _on_this_machine(url) else None,
        # What is None here the constructor reads from the environment.
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
    )
    made.organization = made.project = None  # an empty text would be sent as a header
    made._custom_headers = {}  # noqa: SLF001 - OPENAI_CUSTOM_HEADERS, which no argument keeps out
    return made


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def served_models(api_key: str, base_url: str) -> list[str]:
    """Return the names of the models a server offers. Raises ModelError."""
    async with client(api_key, base_url, timeout=10) as server:
        try:
            return [model.id async for model in server.models.list()]
        except (openai.OpenAIError, ValueError) as error:
            raise _understood(error) from error


def wire_messages(system_prompt: str, messages: Sequence[Message]) -> list[dict[str, object]]:
    """Render messages as Chat Completions takes them: the same bytes for the same values."""
    return [{"role": "system", "content": system_prompt}, *map(_wire_message, messages)]


def _wire_message(message: Message) -> dict[str, object]:
    match message:
        case UserMessage(content, note):
            return {"role": "user", "content": f"[Note: {note}]\n\n{content}" if note else content}
        case ToolResult(call_id, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(content, ()):
            return {"role": "assistant", "content": content}
        case AssistantMessage(content, calls):
            return {"role": "assistant", "content": content, "tool_calls": [_wire_call(call) for call in calls]}


def _wire_call(call: ToolCall) -> dict[str, object]:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": _readable(call.arguments)},
    }


def _readable(arguments: str) -> str:
    """Return arguments as every server can read them back: several fail for good on a call that holds no object."""
    if _is_object(arguments):
        return arguments
    return json.dumps({"malformed": arguments[:_LONGEST_MALFORMED]}, ensure_ascii=False)


def _is_object(text: str) -> bool:
    """Tell whether the text is a JSON object by the standard (RFC 8259), which knows no NaN and no lone surrogate."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


@dataclass(slots=True)
class _CallHeard:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class _Heard:
    """What has come of an answer so far."""

    text: str = ""
    calls: list[_CallHeard] = field(default_factory=list)
    at_index: dict[int, _CallHeard] = field(default_factory=dict)
    """The newest call of each index."""
    finish_reason: str | None = None
    usage: Usage = field(default_factory=Usage)

    def add(self, chunk: ChatCompletionChunk) -> bool:
        """Take in a chunk; True if it brought words. The client checks no shape: one that is wrong is passed over."""
        if not isinstance(chunk, ChatCompletionChunk):
            return False
        if isinstance(chunk.usage, CompletionUsage):
            self.usage = _usage(chunk.usage)
        choice = chunk.choices[0] if chunk.choices and isinstance(chunk.choices, list) else None
        if not isinstance(choice, Choice):
            return False
        self.finish_reason = choice.finish_reason or self.finish_reason
        if not isinstance(choice.delta, ChoiceDelta):
            return False
        for piece in choice.delta.tool_calls or ():
            self._add_call(piece)
        words = _words(choice.delta.content)
        self.text += words
        return bool(words)

    def _add_call(self, piece: ChoiceDeltaToolCall) -> None:
        """Add a piece to its call: some servers leave out the index, or give every call the same one."""
        call = self.at_index.get(piece.index, self.calls[-1]) if self.calls else None
        if call is None or self._begins(piece, call):
            call = _CallHeard()
            self.calls.append(call)
            if piece.index is not None:
                self.at_index[piece.index] = call
        call.id = call.id or piece.id or ""
        if piece.function:
            call.name = call.name or piece.function.name or ""
            call.arguments += _raw(piece.function.arguments)

    def _begins(self, piece: ChoiceDeltaToolCall, call: _CallHeard) -> bool:
        """Tell whether a piece begins a call of its own, rather than going on with the one at hand.

        Some servers repeat the name in every piece of a call, others give each piece a new id.
        """
        new_id = bool(piece.id) and piece.id not in {known.id for known in self.calls}
        new_index = piece.index is not None and piece.index not in self.at_index
        name = piece.function.name if piece.function else None
        if not name:
            return new_id and (piece.index is None or new_index)
        if not call.name:
            return new_id and bool(call.id)
        return new_id or new_index or (bool(call.arguments) and (name != call.name or self._is_next(piece, call)))

    @staticmethod
    def _is_next(piece: ChoiceDeltaToolCall, call: _CallHeard) -> bool:
        """Tell whether a piece that repeats a call's name comes after that call's end."""
        brings_more = bool(piece.function and piece.function.arguments)
        return _is_object(call.arguments) and (brings_more or not piece.id)

    def answer(self, offered: Sequence[str], taken: Collection[str]) -> Answer:
        """Return the whole answer; no call has a `taken` id. Raises ServerSilent, ContentRefused or EmptyAnswer."""
        words = clean(answer_in(self.text))
        self._check_end(words)
        calls = [ToolCall(call.id, call.name, call.arguments) for call in self.calls]
        if not calls:
            calls = list(calls_in(words, offered))
            words = "" if calls else words
        if self.finish_reason == "content_filter" and not words:
            raise errors.ContentRefused
        if not calls and not words:
            raise errors.EmptyAnswer
        return Answer(AssistantMessage(words, _storable(calls, taken)), self.usage)

    def _check_end(self, words: str) -> None:
        """Raise ServerSilent if the stream was cut.

        Whole words and whole calls count without a finish reason, as several servers and proxies never give one.
        """
        if self.finish_reason:
            return
        if not all(_is_object(call.arguments) for call in self.calls) or not (words or self.calls):
            raise errors.ServerSilent


def _words(content: object) -> str:
    """Return the words of a delta's content: a text, or a list of pieces, some of them reasoning."""
    if isinstance(content, str):
        return content
    pieces = content if isinstance(content, list) else []
    texts = (piece.get("text") for piece in pieces if isinstance(piece, dict) and piece.get("type") == "text")
    return "".join(text for text in texts if isinstance(text, str))


def _raw(arguments: object) -> str:
    """Return a piece of a call's arguments as text: some servers send the object itself."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else ""


def _storable(calls: Sequence[ToolCall], taken: Collection[str]) -> tuple[ToolCall, ...]:
    """Return calls that can be stored and sent back as they are: ids that stand for one call, names as the API allows.

    Chat Completions refuses a function's name unless it matches ^[a-zA-Z0-9_-]{1,64}$.
    """
    ids = set(taken)
    kept: list[ToolCall] = []
    for call in calls:
        own_id = clean(call.id)
        if not own_id or own_id in ids:
            own_id = new_call_id()
        ids.add(own_id)
        name = re.sub(r"[^\w-]", "_", call.name.strip(), flags=re.ASCII)[:_LONGEST_NAME]
        kept.append(ToolCall(own_id, name or "unknown", clean(call.arguments) or "{}"))
    return tuple(kept)


def _usage(usage: CompletionUsage) -> Usage:
    details = usage.prompt_tokens_details
    return Usage(
        input_tokens=usage.prompt_tokens or 0,
        cached_tokens=(details and details.cached_tokens) or 0,
        output_tokens=usage.completion_tokens or 0,
    )


_SITUATIONS: tuple[tuple[type[Exception], type[errors.ModelError]], ...] = (
    (openai.AuthenticationError, errors.KeyRefused),
    (openai.PermissionDeniedError, errors.KeyRefused),
    (openai.RateLimitError, errors.QuotaExceeded),
    (openai.NotFoundError, errors.UnknownModel),
    (openai.APITimeoutError, errors.ServerSilent),
    (TimeoutError, errors.ServerSilent),
    (openai.APIConnectionError, errors.ServerUnreachable),
)
_WORDINGS: tuple[tuple[tuple[str, ...], type[errors.ModelError]], ...] = (
    (("context length", "context_length", "context size", "context window", "too long"), errors.ContextTooLong),
    (("content_filter", "content_policy", "content management policy", "safety system"), errors.ContentRefused),
    (("insufficient_quota", "quota", "billing", "insufficient credits"), errors.QuotaExceeded),
)


def _understood(error: Exception) -> errors.ModelError:
    """Translate the client's errors into the situations a user can do something about.

    Servers agree on few codes, so what they say counts too: first of all that a request is too long or refused,
    which comes with many a status.
    """
    said = f"{getattr(error, 'code', '')} {error}".lower()
    for wordings, situation in _WORDINGS:
        if any(wording in said for wording in wordings):
            return situation()
    for kind, situation in _SITUATIONS:
        if isinstance(error, kind):
            return situation()
    return errors.ModelError()
