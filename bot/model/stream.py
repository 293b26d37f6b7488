"""Server-sent events, and the assembly of an answer from them, in any of the servers' formats."""

import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final

from bot.kit.errors import ContentRefused, EmptyAnswer, ModelError, ServerSilent, ServerUnreachable
from bot.kit.language import mark
from bot.kit.text import clean
from bot.kit.usage import Usage
from bot.model.bounds import MOST_REASONING, MOST_TEXT, Watch, without_repeats
from bot.model.calls import Calls, Piece, mended, new_call_id, pieces_in
from bot.model.failures import is_error, reported_in
from bot.model.seam import Answer
from bot.model.text import AnswerText, Channels, Kind, Part, cut_answer
from bot.model.values import AssistantMessage, Reasoning, ToolCall
from bot.model.written_calls import Offered, calls_in, text_and_calls

_LINE_END = re.compile(rb"\r\n|\n|\r(?=.)", re.DOTALL)
"""Line ends. A trailing carriage return waits for the next byte, which may be a line feed."""
_MOST_BYTES: Final = 4_000_000
_CUT = frozenset({"length", "max_tokens", "model_length"})
"""Finish reasons of an answer that reached its length limit (OpenAI, Anthropic, Mistral)."""
_NOTHING_BUT_A_CUT = mark("The model's answer was cut off before its first word.")
_DETAILS = "reasoning_details"
_REASONING_FIELDS = ("reasoning_content", "reasoning")
"""DeepSeek's, which vLLM, llama-server and LM Studio have too, and Ollama's and OpenRouter's."""
_REASONING_PARTS = frozenset({"thinking", "reasoning", "reasoning_text", "summary_text", "thought"})
"""Types of parts of a content that hold reasoning (Mistral, OpenRouter, Open Responses)."""
_TEXT_OF_PARTS = ("text", "output_text", "thinking", "reasoning", "summary", "refusal", "content", "parts", "value")
"""Fields of a part that hold its text, or parts of it."""
_MOST_TOKENS = 2**31 - 1
_PING: Final = re.compile(r":.*|\W*(?:ping|pong|keep-?alive|heartbeat)\W*", re.IGNORECASE)
"""Lines of data that keep a connection open: a comment in the wrong place, or a word."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its data, and its name if the server gave one."""

    data: str
    name: str = ""

    @property
    def is_last(self) -> bool:
        """Whether this event ends the stream."""
        return self.data.startswith("[DONE]")


class EventReader:
    """Reads server-sent events by the standard (https://html.spec.whatwg.org/multipage/server-sent-events.html).

    Also accepted: an event that ends with the stream, `error: …` as an event named error (llama-server), a line
    without a field name as data, since some servers answer with plain JSON or a web page, and events of one JSON object
    each without an empty line between them.
    """

    def __init__(self) -> None:
        self._unread: list[bytes] = []
        self._bytes = 0
        self._name = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Event]:
        """Yield the events completed by these bytes. Raises ValueError for an event without end."""
        self._bytes += len(received)
        if self._bytes > _MOST_BYTES:
            raise ValueError
        self._unread.append(received)
        if not (b"\n" in received or b"\r" in b"".join(self._unread[-2:])):
            return
        *lines, rest = _LINE_END.split(b"".join(self._unread))
        self._unread = [rest]
        for line in lines:
            text = line.decode(errors="replace").removeprefix("\ufeff")
            if not text or self._begins_another(text):
                yield from self._event()
            if text:
                self._take(text)

    def _event(self) -> Iterator[Event]:
        if self._data:
            yield Event("\n".join(self._data), self._name)
        self._name, self._data, self._bytes = "", [], 0

    def _begins_another(self, line: str) -> bool:
        """Tell whether a line begins an object, or is the end, after a line that is a whole object."""
        before = self._data[-1] if self._data else ""
        begun = line.removeprefix("data:").lstrip()
        return before.startswith("{") and before.endswith("}") and begun.startswith(("{", "[DONE]"))

    def end(self) -> Iterator[Event]:
        """Yield the event completed by the end of the stream."""
        return self.feed(b"\n\n")

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._name = value
            case "error":
                self._name = "error"
                self._data.append(value)
            case "" | "id" | "retry":
                pass
            case _:
                self._data.append(line)


class Brought(Enum):
    """What an event brought."""

    NOTHING = auto()
    REASONING = auto()
    TEXT = auto()
    CALL = auto()


@dataclass(slots=True)
class _Detail:
    """A detail of reasoning that comes in pieces."""

    _fields: dict[str, object] = field(default_factory=dict)
    _grown: dict[str, list[str]] = field(default_factory=dict)

    def goes_on_with(self, piece: Mapping[str, object]) -> bool:
        return all(self._fields.get(name) == piece.get(name) for name in ("type", "index"))

    def add(self, piece: Mapping[str, object]) -> None:
        self._fields |= {name: value for name, value in piece.items() if value is not None or not self._fields}
        for name in filter(piece.get, ("text", "summary", "data")):
            self._grown.setdefault(name, []).append(_text(piece[name]))

    @property
    def whole(self) -> dict[str, object]:
        return self._fields | {name: "".join(pieces) for name, pieces in self._grown.items()}


@dataclass(slots=True)
class ReceivedAnswer:
    """A model's answer received so far; `offered` are the names of the tools it may call.

    `as_chunk` reads the data of an event as a chunk of Chat Completions. The seconds count from the request to the
    first text or call, and to the newest chunk.
    """

    model: str
    offered: Offered
    as_chunk: Callable[[Mapping[str, Any]], Mapping[str, object]] = dict
    text: AnswerText = field(init=False)
    """The content, which may hold reasoning in tags."""
    reasoning: list[str] = field(default_factory=list)
    """The pieces of reasoning in fields and channels of its own."""
    reasoning_field: str = ""
    """The text field among them."""
    details: list[_Detail] = field(default_factory=list)
    """The reasoning in OpenRouter's form, which holds what a text doesn't: signatures and encrypted parts."""
    calls: Calls = field(init=False)
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
    _channels: Channels = field(default_factory=Channels)
    _watched_text: Watch = field(default_factory=lambda: Watch(MOST_TEXT))
    _watched_reasoning: Watch = field(default_factory=lambda: Watch(MOST_REASONING))
    _details_size: int = 0
    _by_delta: set[str] = field(default_factory=set)
    """The fields that came in deltas, so that those of a whole message beside them are the same again."""
    _text_from: object = None
    """The index of the choice whose text is read; None before the first."""
    _brought: Brought = Brought.NOTHING

    def __post_init__(self) -> None:
        self.calls, self.text = Calls(self.offered), AnswerText(self.offered)

    @property
    def is_full(self) -> bool:
        """Whether no more is to be read: the answer has reached a bound, or repeats itself."""
        is_full = self._watched_text.is_full or self._watched_reasoning.is_full or self.calls.is_full
        return is_full or self._details_size > MOST_REASONING

    def shown(self) -> str:
        """Return what can be shown so far, computed when this is called."""
        text = self.text.shown()
        self.is_shown = self.is_shown or bool(text)
        return text

    def add(self, event: Event) -> Brought:
        """Add an event, and return what it brought. Raises ServerUnreachable, ReportedError or ValueError."""
        self._brought = Brought.NOTHING
        if event.is_last:
            self.ended = True
            return self._brought
        self._add_chunk(self._chunk(event))
        self.seconds = time.monotonic() - self.started
        if self.first_seconds is None and (self.calls or self._brought is Brought.TEXT):
            self.first_seconds = self.seconds
        return self._brought

    def _chunk(self, event: Event) -> Mapping[str, object]:
        """Parse a chunk or a whole answer; empty if the event has none."""
        data = event.data.strip()
        if data.startswith("<"):
            raise ServerUnreachable
        if event.name == "error":
            raise reported_in(data)
        if not data.startswith("{"):
            data = "\n".join(line for line in data.split("\n") if not _PING.fullmatch(line.strip()))
        value = json.loads(data) if data else {}
        if isinstance(value, list):  # Google puts an error into one
            value = next((it for it in value if isinstance(it, dict)), {})
        chunk = self.as_chunk(_object(value))
        if is_error(chunk):
            raise reported_in(json.dumps(chunk))
        return chunk

    def _add_chunk(self, chunk: Mapping[str, object]) -> None:
        """Add a chunk or a whole completion; malformed parts are skipped."""
        usage = chunk.get("usage")
        if isinstance(usage, dict):  # the last one counts, since some servers send a running total
            self.usage = _usage(usage, chunk)
        choices = chunk.get("choices")
        for position, raw in enumerate(choices if isinstance(choices, list) else [choices]):
            choice = _object(raw)
            self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason
            self._add_delta(self._brought_by(choice), choice.get("index", position))

    def _brought_by(self, choice: Mapping[str, object]) -> Mapping[str, object]:
        """Return what is new in a choice: a delta, a whole message, or both, of which some servers leave one empty."""
        delta = {name: value for name, value in _object(choice.get("delta")).items() if value}
        whole = {name: value for name, value in _object(choice.get("message")).items() if name not in self._by_delta}
        self._by_delta |= delta.keys()
        text = choice.get("text")  # of the older Completions
        return {**({"content": text} if text else {}), **whole, **delta}

    def _add_delta(self, delta: Mapping[str, object], choice: object) -> None:
        for piece in pieces_in(delta):
            self.calls.add(piece)
            self._brought = Brought.CALL
        texts = ("".join(part.text for part in _parts(delta.get(name))) for name in _REASONING_FIELDS)
        field_text = next(filter(None, texts), "")
        self._add_reasoning(field_text)
        self.reasoning_field = self.reasoning_field or next(filter(delta.get, _REASONING_FIELDS), "")
        for part in _parts(delta.get("content") or delta.get("refusal")):
            if part.kind is Kind.TEXT:
                self._add_text(part.text, choice)
            elif not field_text:  # some servers send it twice
                self._add_reasoning(part.text)
        self._add_details(delta.get(_DETAILS))

    def _add_text(self, text: str, choice: object) -> None:
        """Add a piece of text; that of a further choice is another answer."""
        if self._text_from is None and text:
            self._text_from = choice
        if text and choice == self._text_from:
            for part in self._channels.read(text):
                self._add_part(part)

    def _add_part(self, part: Part) -> None:
        match part.kind:
            case Kind.TEXT:
                watch = self._watched_reasoning if self.text.is_reasoning else self._watched_text
                self.text.add(watch.room(part.text))
                self._brought = Brought.REASONING if self.text.is_reasoning else Brought.TEXT
            case Kind.REASONING:
                self._add_reasoning(part.text)
            case Kind.TOOL:
                self.calls.add(Piece(name=part.text))
            case Kind.ARGUMENTS:
                self.calls.add(Piece(arguments=part.text))

    def _add_reasoning(self, text: str) -> None:
        if text:
            self.reasoning.append(self._watched_reasoning.room(text))
            self._brought = Brought.REASONING

    def _add_details(self, pieces: object) -> None:
        """Add pieces of reasoning details; those of one index and type belong together."""
        for piece in pieces if isinstance(pieces, list) else ():
            if not isinstance(piece, dict) or self.is_full:
                continue
            self._details_size += len(json.dumps(piece))
            if not self.details or not self.details[-1].goes_on_with(piece):
                self.details.append(_Detail())
            self.details[-1].add(piece)

    def answer(self, used: Collection[str]) -> Answer:
        """Return the whole answer, without an incomplete last call; no call has a `used` id.

        One that has reached a bound is cut as at its length limit. Reasoning is the answer where there is nothing
        else. Raises ServerSilent, ContentRefused, EmptyAnswer, or ModelError if the server broke off.
        """
        self._end_channels()
        text, reasoning = self._whole_text, self._all_reasoning
        self._check_end(text)
        is_cut, is_filtered = self.is_full or self.finish_reason in _CUT, self.finish_reason == "content_filter"
        calls = self.calls.read(is_cut=is_cut)
        is_thought = not (text or self.calls or is_cut or is_filtered)
        if is_thought:
            thought = AnswerText()
            thought.add("".join(self.reasoning) or self.text.reasoning)
            text, reasoning = thought.whole(), ""
        if not self.calls:
            text, written = text_and_calls(text, self.offered, may_end=not is_thought)
            calls = [replace(it, arguments=its) for it in written for its in mended(it.arguments)]
        elif calls_in(text, self.offered):
            text = ""  # some servers send a call twice
        if is_cut:
            text = cut_answer(text, self.offered).strip()
        if is_filtered and not text:
            raise ContentRefused
        if not calls and not text:
            raise EmptyAnswer(_NOTHING_BUT_A_CUT, EmptyAnswer.advises) if is_cut else EmptyAnswer()
        usage = replace(self.usage, first_token_seconds=self.first_seconds, seconds=self.seconds)
        sent_back = self._to_send_back() if calls else None
        return Answer(AssistantMessage(text, _storable(calls, used), is_cut, sent_back), usage, reasoning)

    def _end_channels(self) -> None:
        for part in self._channels.end():
            self._add_part(part)

    @property
    def _whole_text(self) -> str:
        return self.text.whole(repeats=self._watched_text.is_full)

    def _to_send_back(self) -> Reasoning | None:
        """Return the reasoning as the server sent it; None if it sent none in fields of its own.

        DeepSeek and Kimi refuse a later request without it (https://api-docs.deepseek.com/guides/thinking_mode);
        OpenRouter asks for the details unchanged (https://openrouter.ai/docs/guides/best-practices/reasoning-tokens).
        """
        if self.details:
            name, value = _DETAILS, json.dumps([it.whole for it in self.details], ensure_ascii=False)
        else:
            name, value = self.reasoning_field, json.dumps("".join(self.reasoning), ensure_ascii=False)
        return Reasoning(self.model, name, clean(value)) if name else None

    @property
    def _all_reasoning(self) -> str:
        own = "".join(self.reasoning)
        own = without_repeats(own) if self._watched_reasoning.is_full else own
        return clean("\n\n".join(filter(None, (own.strip(), self.text.reasoning))))

    def partial(self) -> Answer:
        """Return the part received of an answer that broke off."""
        self._end_channels()
        return Answer(AssistantMessage(self._whole_text, self.calls.as_sent()), self.usage, self._all_reasoning)

    def _check_end(self, text: str) -> None:
        """Raise ServerSilent if the stream was cut, ModelError if the server broke it off.

        Some servers never send a finish reason, others never end the stream: one of the two is enough. Without a finish
        reason, every call has to be complete.
        """
        if self.finish_reason == "error":
            raise ModelError
        if self.finish_reason or self.is_full:
            return
        whole = (text or self.calls or self.reasoning_field) and self.calls.are_whole
        if not (self.ended and whole):
            raise ServerSilent


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _parts(content: object, kind: Kind = Kind.TEXT) -> Iterator[Part]:
    """Yield the text and the reasoning in a content: a text, a part, or a list of parts, of which some hold others."""
    if isinstance(content, str):
        yield Part(kind, content)
    elif isinstance(content, list):
        for part in content:
            yield from _parts(part, kind)
    elif isinstance(content, dict):
        is_reasoning = content.get("type") in _REASONING_PARTS or content.get("thought") is True
        text = next(filter(None, map(content.get, _TEXT_OF_PARTS)), None)
        yield from _parts(text, Kind.REASONING if is_reasoning else kind)


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
        name = re.sub(r"[^\w-]", "_", call.name.strip(), flags=re.ASCII)[:64]
        kept.append(ToolCall(own_id, name or "unknown", clean(call.arguments) or "{}"))
    return tuple(kept)


def _usage(usage: Mapping[str, object], chunk: Mapping[str, object]) -> Usage:
    """Parse a usage, with the cached tokens in any of the servers' fields."""
    details = _object(usage.get("prompt_tokens_details"))
    return Usage(
        input_tokens=_tokens(usage.get("prompt_tokens")),
        cached_tokens=_tokens(
            details.get("cached_tokens"),
            usage.get("prompt_cache_hit_tokens"),  # DeepSeek
            _object(chunk.get("timings")).get("cache_n"),  # llama-server
        ),
        written_tokens=_tokens(
            details.get("cache_write_tokens"),
            usage.get("cache_creation_input_tokens"),  # LiteLLM, for Anthropic's models
        ),
        output_tokens=_tokens(usage.get("completion_tokens")),
    )


def _tokens(*places: object) -> int:
    """Return the first valid number that is not zero, or 0."""
    numbers = (int(value) for value in places if isinstance(value, int | float) and 0 <= value <= _MOST_TOKENS)
    return next(filter(None, numbers), 0)
