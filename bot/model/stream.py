"""Assembly of an answer from a stream's events, in any of the servers' formats."""

import json
import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from bot.errors import ContentRefused, EmptyAnswer, ModelError, ServerSilent, ServerUnreachable
from bot.language import mark
from bot.model.events import Event
from bot.model.failures import is_error, reported_in
from bot.model.seam import Answer
from bot.model.text import answer_in, cut_answer, is_reasoning, new_call_id, reasoning_in, text_and_calls
from bot.model.wire import is_object
from bot.values.calls import ToolCall
from bot.values.messages import AssistantMessage, Reasoning
from bot.values.text import clean
from bot.values.turns import Usage

_CUT = frozenset({"length", "max_tokens", "model_length"})
"""Finish reasons of an answer that reached its length limit (OpenAI, Anthropic, Mistral)."""
_NOTHING_BUT_A_CUT = mark("The model's answer was cut off before its first word.")
_DETAILS = "reasoning_details"
_GROWING = ("text", "summary", "data")
"""Fields of a reasoning detail that come in pieces."""
_LONGEST_NAME = 64
_MOST_TOKENS = 2**31 - 1


@dataclass(slots=True)
class _Call:
    """A tool call or a piece of one; fields that are missing or of a wrong type are empty."""

    index: int | None
    id: str = ""
    name: str = ""
    arguments: str = ""

    @classmethod
    def read(cls, raw: Mapping[str, object]) -> "_Call":
        index, function = raw.get("index"), _object(raw.get("function"))
        arguments = function.get("arguments")
        if isinstance(arguments, dict):  # some servers send the object itself
            arguments = json.dumps(arguments, ensure_ascii=False)
        return cls(
            index if isinstance(index, int) else None,
            _text(raw.get("id")),
            _text(function.get("name")),
            _text(arguments),
        )


class Brought(Enum):
    """What an event brought."""

    NOTHING = auto()
    REASONING = auto()
    TEXT = auto()


@dataclass(slots=True)
class ReceivedAnswer:
    """A model's answer received so far; `offered` are the names of the tools it may call.

    The seconds count from the request to the first text or call, and to the newest chunk.
    """

    model: str
    offered: Collection[str]
    text: str = ""
    """The content, which may hold reasoning in tags."""
    reasoning: str = ""
    """The reasoning in fields of its own."""
    reasoning_field: str = ""
    """The text field among them."""
    details: list[dict[str, object]] = field(default_factory=list)
    """The reasoning in OpenRouter's form, which holds what a text doesn't: signatures and encrypted parts."""
    calls: list[_Call] = field(default_factory=list)
    at_index: dict[int, _Call] = field(default_factory=dict)
    """The newest call of each index."""
    finish_reason: str = ""
    ended: bool = False
    """Whether the server has ended the stream."""
    usage: Usage = field(default_factory=Usage)
    sent: bool = False
    """Whether the whole request was sent."""
    is_shown: bool = False
    """Whether any text was shown."""
    started: float = field(default_factory=time.monotonic)
    first_seconds: float | None = None
    seconds: float | None = None

    def add(self, event: Event) -> Brought:
        """Add an event; return what it brought. Text that is only reasoning so far counts as that.

        Raises ServerUnreachable for a web page, ReportedError for an error, ValueError for data that can't be parsed.
        """
        if event.is_last:
            self.ended = True
            return Brought.NOTHING
        length, reasoning = len(self.text), len(self.reasoning)
        self._add_chunk(_chunk(event))
        self.seconds = time.monotonic() - self.started
        if self.first_seconds is None and (self.text or self.calls):
            self.first_seconds = self.seconds
        if len(self.text) > length:
            return Brought.REASONING if is_reasoning(self.text) else Brought.TEXT
        return Brought.REASONING if len(self.reasoning) > reasoning else Brought.NOTHING

    def _add_chunk(self, chunk: Mapping[str, object]) -> None:
        """Add a chunk or a whole completion; malformed parts are skipped."""
        usage = chunk.get("usage")
        if isinstance(usage, dict):  # the last one counts, since some servers send a running total
            self.usage = _usage(usage, chunk)
        choices = chunk.get("choices")
        choice = _object(choices[0]) if isinstance(choices, list) and choices else {}
        self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason
        delta = _object(choice["delta"] if "delta" in choice else choice.get("message"))
        for piece in _pieces(delta):
            self._add_call(piece)
        self.text += _content_text(delta.get("content")) or _text(delta.get("refusal"))
        self.reasoning += _reasoning(delta)
        self.reasoning_field = self.reasoning_field or next(filter(delta.get, _REASONING_FIELDS), "")
        self._add_details(delta.get(_DETAILS))

    def _add_details(self, pieces: object) -> None:
        """Add pieces of reasoning details; those of one index and type belong together."""
        for piece in pieces if isinstance(pieces, list) else ():
            if not isinstance(piece, dict):
                continue
            last = self.details[-1] if self.details else {}
            if (last.get("type"), last.get("index")) != (piece.get("type"), piece.get("index")) or not last:
                self.details.append(dict(piece))
                continue
            grown = {name: _text(last.get(name)) + _text(piece.get(name)) for name in _GROWING if piece.get(name)}
            last.update({name: value for name, value in piece.items() if value is not None} | grown)

    def _add_call(self, piece: _Call) -> None:
        """Add a piece to its call; some servers omit the index, or give every call the same one."""
        call = None
        if self.calls:
            call = self.calls[-1] if piece.index is None else self.at_index.get(piece.index, self.calls[-1])
        if call is None or self._begins(piece, call):
            call = _Call(piece.index)
            self.calls.append(call)
            if piece.index is not None:
                self.at_index[piece.index] = call
        call.id = call.id or piece.id
        if not call.name or self._continues_name(piece, call):
            call.name += piece.name
        call.arguments += piece.arguments

    def _begins(self, piece: _Call, call: _Call) -> bool:
        """Tell whether a piece begins a new call instead of continuing this one.

        Some servers repeat the name in every piece of a call, others give each piece a new id.
        """
        new_id = bool(piece.id) and piece.id not in {known.id for known in self.calls}
        new_index = piece.index is not None and piece.index not in self.at_index
        if not piece.name:
            return new_id and (piece.index is None or new_index)
        if not call.name:
            return new_id and bool(call.id)
        if new_id or new_index:
            return True
        if piece.name != call.name:
            return bool(call.arguments) or (call.name in self.offered and not self._continues_name(piece, call))
        repeats = bool(piece.arguments) or (not piece.id and piece.index is None)
        return repeats and is_object(call.arguments)

    def _continues_name(self, piece: _Call, call: _Call) -> bool:
        """Tell whether a piece continues a name that came in pieces."""
        if not piece.name or call.arguments or piece.name == call.name:
            return False
        return any(name.startswith(call.name + piece.name) for name in self.offered)

    def answer(self, used: Collection[str]) -> Answer:
        """Return the whole answer, without an incomplete last call; no call has a `used` id.

        Raises ServerSilent, ContentRefused, EmptyAnswer, or ModelError if the server broke off.
        """
        text = clean(answer_in(self.text))
        self._check_end(text)
        is_cut = self.finish_reason in _CUT
        calls = [ToolCall(it.id, it.name, it.arguments) for it in self.calls if not is_cut or is_object(it.arguments)]
        if not self.calls:
            text, written = text_and_calls(text, self.offered)
            calls = list(written)
        if is_cut:
            text = cut_answer(text, self.offered).strip()
        if self.finish_reason == "content_filter" and not text:
            raise ContentRefused
        if not calls and not text:
            raise EmptyAnswer(_NOTHING_BUT_A_CUT, EmptyAnswer.advises) if is_cut else EmptyAnswer()
        usage = replace(self.usage, first_token_seconds=self.first_seconds, seconds=self.seconds)
        reasoning = self._to_send_back() if calls else None
        return Answer(AssistantMessage(text, _storable(calls, used), is_cut, reasoning), usage, self._all_reasoning)

    def _to_send_back(self) -> Reasoning | None:
        """Return the reasoning as the server sent it; None if it sent none in fields of its own.

        DeepSeek and Kimi refuse a later request without it (https://api-docs.deepseek.com/guides/thinking_mode);
        OpenRouter asks for the details unchanged (https://openrouter.ai/docs/guides/best-practices/reasoning-tokens).
        """
        name, value = (_DETAILS, self.details) if self.details else (self.reasoning_field, self.reasoning)
        return Reasoning(self.model, name, clean(json.dumps(value, ensure_ascii=False))) if name else None

    @property
    def _all_reasoning(self) -> str:
        """The reasoning in fields and in tags."""
        return clean("\n\n".join(filter(None, (self.reasoning.strip(), reasoning_in(self.text)))))

    def partial(self) -> Answer:
        """Return the part received of an answer that broke off."""
        calls = tuple(ToolCall(call.id, call.name, call.arguments) for call in self.calls)
        return Answer(AssistantMessage(answer_in(self.text), calls), self.usage, self._all_reasoning)

    def _check_end(self, text: str) -> None:
        """Raise ServerSilent if the stream was cut, ModelError if the server broke it off.

        Some servers never send a finish reason, others never end the stream: one of the two is enough. Without a finish
        reason, every call has to be complete.
        """
        if self.finish_reason == "error":
            raise ModelError
        if self.finish_reason:
            return
        whole = (text or self.calls) and all(is_object(it.arguments) for it in self.calls)
        if not (self.ended and whole):
            raise ServerSilent


def _chunk(event: Event) -> Mapping[str, object]:
    """Parse a chunk or a whole completion; empty if the event has none."""
    data = event.data.strip()
    if data.startswith("<"):
        raise ServerUnreachable
    if event.name == "error":
        raise reported_in(data)
    chunk = _object(json.loads(data)) if data else {}
    if is_error(chunk):
        raise reported_in(data)
    return chunk


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _pieces(delta: Mapping[str, object]) -> list[_Call]:
    """Return the pieces of calls in a delta; older servers send a single `function_call`."""
    calls = delta.get("tool_calls")
    pieces = [_Call.read(call) for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    legacy = delta.get("function_call")
    if not pieces and isinstance(legacy, dict):
        pieces = [_Call.read({"index": 0, "function": legacy})]
    return pieces


def _content_text(content: object) -> str:
    """Return the text of a delta's content, which may be a list of parts, some of them reasoning."""
    if not isinstance(content, list):
        return _text(content)
    return "".join(_text(it.get("text")) for it in content if isinstance(it, dict) and it.get("type") == "text")


_REASONING_FIELDS = ("reasoning_content", "reasoning")
"""DeepSeek's, which vLLM, llama-server and LM Studio have too, and Ollama's and OpenRouter's."""


def _reasoning(delta: Mapping[str, object]) -> str:
    """Return a delta's reasoning: a field of its own, or parts of the content (Mistral). Some servers send two."""
    field_text = next(filter(None, (_text(delta.get(name)) for name in _REASONING_FIELDS)), "")
    content = delta.get("content")
    if field_text or not isinstance(content, list):
        return field_text
    parts = (it.get("thinking") for it in content if isinstance(it, dict) and it.get("type") == "thinking")
    return "".join(_content_text(it) for it in parts)


def _storable(calls: Sequence[ToolCall], used: Collection[str]) -> tuple[ToolCall, ...]:
    """Return calls that can be stored and sent back, with unique ids and allowed names.

    Chat Completions refuses a function's name unless it matches ^[a-zA-Z0-9_-]{1,64}$.
    """
    ids = set(used)
    kept: list[ToolCall] = []
    for call in calls:
        own_id = clean(call.id)
        if not own_id or own_id in ids:
            own_id = new_call_id()
        ids.add(own_id)
        name = re.sub(r"[^\w-]", "_", call.name.strip(), flags=re.ASCII)[:_LONGEST_NAME]
        kept.append(ToolCall(own_id, name or "unknown", clean(call.arguments) or "{}"))
    return tuple(kept)


def _usage(usage: Mapping[str, object], chunk: Mapping[str, object]) -> Usage:
    """Parse a usage, with the cached tokens in any of the servers' fields."""
    details = _object(usage.get("prompt_tokens_details"))
    return Usage(
        input_tokens=_tokens([usage.get("prompt_tokens")]),
        cached_tokens=_tokens(
            [
                details.get("cached_tokens"),
                usage.get("prompt_cache_hit_tokens"),  # DeepSeek
                _object(chunk.get("timings")).get("cache_n"),  # llama-server
            ]
        ),
        written_tokens=_tokens(
            [
                details.get("cache_write_tokens"),
                usage.get("cache_creation_input_tokens"),  # LiteLLM, for Anthropic's models
            ]
        ),
        output_tokens=_tokens([usage.get("completion_tokens")]),
    )


def _tokens(places: Iterable[object]) -> int:
    """Return the first valid number that is not zero, or 0."""
    numbers = (int(value) for value in places if isinstance(value, int | float) and 0 <= value <= _MOST_TOKENS)
    return next(filter(None, numbers), 0)
