"""The answers of Chat Completions: a reply, and its forms in the API."""

import asyncio
import json
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from practice.model.chat_api import ChatRequest, Refusal


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call in a reply; the arguments are the raw string, and an empty id is replaced by a generated one."""

    name: str
    arguments: str
    id: str = ""

    @classmethod
    def of(cls, tool: str, /, **arguments: object) -> "ToolCall":
        """Return a call of a tool with these arguments."""
        return cls(tool, json.dumps(arguments, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts as the server reports them; `cached` were read from the prompt cache, `written` were added to it."""

    prompt: int
    completion: int
    cached: int = 0
    reasoning: int = 0
    written: int = 0

    def body(self) -> dict[str, object]:
        """Return the `usage` object of an answer."""
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": self.completion,
            "total_tokens": self.prompt + self.completion,
            "prompt_tokens_details": {
                "cached_tokens": self.cached,
                "cache_write_tokens": self.written,
                "audio_tokens": 0,
            },
            "completion_tokens_details": {"reasoning_tokens": self.reasoning, "audio_tokens": 0},
        }


class ReasoningForm(StrEnum):
    """How a server sends a model's reasoning: in one of two fields of its own, or in tags within the text."""

    CONTENT = "reasoning_content"
    """DeepSeek, vLLM, llama-server."""
    FIELD = "reasoning"
    """Ollama, OpenRouter."""
    DETAILS = "reasoning_details"
    """OpenRouter, beside the text: the pieces that a provider signed."""
    TAGS = "think"
    """Servers that don't know of it, and hand on what the model wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the server answers, and how it behaves while answering.

    A stream's chunks are numbered from 0, the one with the role. Then follow the reasoning, the text (a word a chunk),
    the tool calls, the finish reason, the usage if requested, and `[DONE]`.
    `delay`, `gates`, `cut_after` and `raw` apply to streams only.
    """

    text: str = ""
    pieces: tuple[str, ...] = ()
    """The chunks of the text, instead of `text` split into words."""
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""
    """Sent before the text, in this form:"""
    reasoning_form: ReasoningForm = ReasoningForm.CONTENT
    reasons_between: bool = False
    """Whether a model that reasons does so before each call, not only before the first; in responses only."""
    finish_reason: str = ""
    """If empty, `tool_calls` for a reply with calls, otherwise `stop`."""
    usage: Usage | None = None
    """If None, an estimate of four characters a token."""
    delay: float = 0.0
    """Seconds before each chunk that says something, but the first; the end comes at once."""
    gates: Mapping[int, asyncio.Event] = field(default_factory=dict)
    """Events to await before sending a chunk, by chunk number."""
    cut_after: int | None = None
    """Number of chunks after which the connection is dropped."""
    raw: tuple[bytes, ...] = ()
    """The whole stream as raw chunks."""
    error: Refusal | None = None
    """The error to send instead of an answer."""

    @property
    def content(self) -> str:
        """The whole text."""
        return "".join(self.pieces) or self.text

    @property
    def in_tags(self) -> str:
        """The reasoning as a part of the text, if that is its form."""
        is_tagged = self.reasoning and self.reasoning_form is ReasoningForm.TAGS
        return f"<think>\n{self.reasoning}\n</think>\n\n" if is_tagged else ""

    @property
    def in_field(self) -> Mapping[str, object]:
        """The reasoning in fields of its own, if that is its form."""
        return self.fields(self.reasoning, "sig-1") if self.reasoning else {}

    def fields(self, text: str, signature: str | None = None) -> Mapping[str, object]:
        """Return the fields for a piece of the reasoning; the last one is signed."""
        match self.reasoning_form:
            case ReasoningForm.TAGS:
                return {}
            case ReasoningForm.DETAILS:
                detail = {"type": "reasoning.text", "text": text, "signature": signature, "format": "v1", "index": 0}
                return {ReasoningForm.FIELD.value: text, ReasoningForm.DETAILS.value: [detail]}
            case form:
                return {form.value: text}


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply in the forms of the API: whole (`chat.completion`) or streamed (`chat.completion.chunk`)."""

    request: ChatRequest
    reply: Reply
    usage: Usage
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self) -> dict[str, object]:
        """Return the answer as one object."""
        content = f"{self.reply.in_tags}{self.reply.content}"
        message: dict[str, object] = {"role": "assistant", "content": content or None, "refusal": None}
        message |= self.reply.in_field
        if self.reply.calls:
            message["tool_calls"] = [_call(call) for call in self.reply.calls]
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": self.finish_reason}
        return {**self._head("chat.completion"), "choices": [choice], "usage": self.usage.body()}

    def chunks(self) -> Iterator[bytes]:
        """Yield the answer as the events of a stream."""
        head = self._head("chat.completion.chunk")
        tail: dict[str, object] = {"usage": None} if self._with_usage else {}

        def piece(delta: Mapping[str, object], finish_reason: str | None = None) -> bytes:
            choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
            return event({**head, "choices": [choice], **tail})

        yield piece({"role": "assistant", "content": None if self.reply.calls else "", "refusal": None})
        yield from (piece(delta) for delta in self._deltas())
        yield piece({}, self.finish_reason)
        if self._with_usage:
            yield event({**head, "choices": [], "usage": self.usage.body()})
        yield b"data: [DONE]\n\n"

    @property
    def ending(self) -> int:
        """How many chunks follow the last one that says something."""
        return 3 if self._with_usage else 2

    @property
    def _with_usage(self) -> bool:
        return bool(self.request.stream_options and self.request.stream_options.include_usage)

    @property
    def finish_reason(self) -> str:
        """Why the answer ended."""
        return self.reply.finish_reason or ("tool_calls" if self.reply.calls else "stop")

    def _deltas(self) -> Iterator[Mapping[str, object]]:
        thought = words(self.reply.reasoning) if self.reply.in_field else []
        last = len(thought) - 1
        yield from (self.reply.fields(word, "sig-1" if at == last else None) for at, word in enumerate(thought))
        yield from ({"content": word} for word in words(self.reply.in_tags))
        yield from ({"content": piece} for piece in self.reply.pieces or words(self.reply.text))
        for index, call in enumerate(self.reply.calls):
            yield {"tool_calls": [{"index": index, **_call(ToolCall(call.name, "", call.id))}]}
            for fragment in words(call.arguments):
                yield {"tool_calls": [{"index": index, "function": {"arguments": fragment}}]}

    def _head(self, kind: str) -> dict[str, object]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.request.model}


def _call(call: ToolCall) -> dict[str, object]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id or f"call_{uuid.uuid4().hex[:24]}", "type": "function", "function": function}


def event(chunk: Mapping[str, object]) -> bytes:
    """Return an event with a chunk as its data."""
    return b"data: " + json.dumps(chunk, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


def words(text: str) -> list[str]:
    """Return the words of a text with the space before each."""
    return re.findall(r"\s*\S+|\s+", text)
