"""The model seam, and its adapter for OpenAI's Chat Completions, which every compatible server speaks."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

import openai
from openai import AsyncOpenAI
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import ChoiceDeltaToolCall

from bot import errors
from bot.messages import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, Usage, UserMessage, clean
from bot.model_text import answer_in, answer_so_far, calls_in, new_call_id

_RETRIES = 2


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
        try:
            async for chunk in self._chunks(request):
                if heard.add(chunk):
                    shown = answer_so_far(heard.text)
                    if shown:
                        on_text(clean(shown))
        except (openai.OpenAIError, TimeoutError, ValueError) as error:
            raise _understood(error) from error
        return heard.answer([tool.name for tool in request.tools])

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
    """Return a client for a server; a server that wants no key is given a word in its place."""
    return AsyncOpenAI(api_key=api_key or "none", base_url=base_url, timeout=timeout, max_retries=_RETRIES)


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
    """Return arguments as every server can read them back: several fail for good on a call that holds no JSON."""
    try:
        json.loads(arguments)
    except ValueError:
        return json.dumps({"malformed": arguments}, ensure_ascii=False)
    return arguments


@dataclass(slots=True)
class _CallHeard:
    id: str
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class _Heard:
    """What has come of an answer so far."""

    text: str = ""
    calls: dict[int, _CallHeard] = field(default_factory=dict)
    finish_reason: str | None = None
    usage: Usage = field(default_factory=Usage)

    def add(self, chunk: ChatCompletionChunk) -> bool:
        """Take in a chunk; True if it brought words."""
        if chunk.usage:
            self.usage = _usage(chunk.usage)
        if not chunk.choices:
            return False
        choice = chunk.choices[0]
        self.finish_reason = choice.finish_reason or self.finish_reason
        for piece in choice.delta.tool_calls or ():
            self._add_call(piece)
        words = choice.delta.content or ""
        self.text += words
        return bool(words)

    def _add_call(self, piece: ChoiceDeltaToolCall) -> None:
        """Add a piece to its call: some servers leave out the index, or give every call the same one."""
        index = piece.index if piece.index is not None else len(self.calls)
        named = piece.function.name if piece.function else None
        while named and index in self.calls and piece.id and piece.id != self.calls[index].id:
            index += 1
        call = self.calls.setdefault(index, _CallHeard(piece.id or new_call_id()))
        call.name = call.name or named or ""
        call.arguments += (piece.function.arguments or "") if piece.function else ""

    def answer(self, offered: Sequence[str]) -> Answer:
        """Return the whole answer. Raises ContentRefused or EmptyAnswer."""
        words = clean(answer_in(self.text))
        ids = [call.id for call in self.calls.values()]
        calls = tuple(
            ToolCall(
                clean(call.id) if ids.count(call.id) == 1 else new_call_id(),
                clean(call.name),
                clean(call.arguments) or "{}",
            )
            for call in self.calls.values()
        )
        if not calls:
            calls = calls_in(words, offered)
            words = "" if calls else words
        if self.finish_reason == "content_filter" and not words:
            raise errors.ContentRefused
        if not calls and not words:
            raise errors.EmptyAnswer
        return Answer(AssistantMessage(words, calls), self.usage)


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
