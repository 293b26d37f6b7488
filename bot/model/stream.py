"""An answer as it arrives: put together from a stream's events, whatever shapes servers give them."""

import json
import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.errors import ContentRefused, EmptyAnswer, ModelError, ServerSilent, ServerUnreachable
from bot.model.events import Event
from bot.model.failures import is_error, reported_in
from bot.model.seam import Answer
from bot.model.text import answer_in, cut_answer, new_call_id, words_and_calls
from bot.model.wire import is_object
from bot.values import AssistantMessage, ToolCall, Usage, clean

_CUT = frozenset({"length", "max_tokens", "model_length"})
"""The finish reasons of an answer that reached its length limit: OpenAI's, Anthropic's, Mistral's."""
_NOTHING_BUT_A_CUT = "The model's answer was cut off before its first word. Send /retry to try again."
_LONGEST_NAME = 64
_MOST_TOKENS = 2**31 - 1


@dataclass(slots=True)
class _Call:
    """A call, or a piece of one; whatever a server left out, or gave in a wrong type, is empty."""

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


@dataclass(slots=True)
class Heard:
    """What has come of an answer so far; `offered` are the names of the tools the model may call.

    The seconds count from the request, to the first words or call, and to the newest chunk.
    """

    offered: Collection[str]
    text: str = ""
    calls: list[_Call] = field(default_factory=list)
    at_index: dict[int, _Call] = field(default_factory=dict)
    """The newest call of each index."""
    finish_reason: str = ""
    ended: bool = False
    """Whether the server said that this is all, whatever it left out."""
    usage: Usage = field(default_factory=Usage)
    sent: bool = False
    """Whether the server has the whole request."""
    is_shown: bool = False
    """Whether any words were shown."""
    started: float = field(default_factory=time.monotonic)
    first_seconds: float | None = None
    seconds: float | None = None

    def take(self, event: Event) -> bool:
        """Take in an event; True if it brought words.

        Raises ServerUnreachable for a web page, ReportedError for an error, ValueError for what can't be read.
        """
        if event.is_last:
            self.ended = True
            return False
        length = len(self.text)
        self._add(_chunk(event))
        self.seconds = time.monotonic() - self.started
        if self.first_seconds is None and (self.text or self.calls):
            self.first_seconds = self.seconds
        return len(self.text) > length

    def _add(self, chunk: Mapping[str, object]) -> None:
        """Add a chunk, or a whole completion. What has a wrong shape is passed over."""
        usage = chunk.get("usage")
        if isinstance(usage, dict):  # of several the last counts, as some servers count it up in each chunk
            self.usage = _usage(usage, chunk)
        choices = chunk.get("choices")
        choice = _object(choices[0]) if isinstance(choices, list) and choices else {}
        self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason
        delta = _object(choice["delta"] if "delta" in choice else choice.get("message"))
        for piece in _pieces(delta):
            self._add_call(piece)
        self.text += _words(delta.get("content")) or _text(delta.get("refusal"))

    def _add_call(self, piece: _Call) -> None:
        """Add a piece to its call: some servers leave out the index, or give every call the same one."""
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
        """Tell whether a piece begins a call of its own, rather than going on with the one at hand.

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
        """Tell whether a piece brings more of a name that came in pieces."""
        if not piece.name or call.arguments or piece.name == call.name:
            return False
        return any(name.startswith(call.name + piece.name) for name in self.offered)

    def answer(self, taken: Collection[str]) -> Answer:
        """Return the whole answer; no call has a `taken` id. Of one that was cut, half a call at its end is left out.

        Raises ServerSilent, ContentRefused, EmptyAnswer, or ModelError where the server broke off.
        """
        words = clean(answer_in(self.text))
        self._check_end(words)
        is_cut = self.finish_reason in _CUT
        calls = [ToolCall(it.id, it.name, it.arguments) for it in self.calls if not is_cut or is_object(it.arguments)]
        if not self.calls:
            words, written = words_and_calls(words, self.offered)
            calls = list(written)
        if is_cut:
            words = cut_answer(words, self.offered).strip()
        if self.finish_reason == "content_filter" and not words:
            raise ContentRefused
        if not calls and not words:
            raise EmptyAnswer(_NOTHING_BUT_A_CUT if is_cut else "")
        usage = replace(self.usage, first_token_seconds=self.first_seconds, seconds=self.seconds)
        return Answer(AssistantMessage(words, _storable(calls, taken), is_cut), usage)

    def so_far(self) -> Answer:
        """Return what has come of an answer that was broken off."""
        calls = tuple(ToolCall(call.id, call.name, call.arguments) for call in self.calls)
        return Answer(AssistantMessage(self.text, calls), self.usage)

    def _check_end(self, words: str) -> None:
        """Raise ServerSilent if the stream was cut, ModelError if the server broke it off.

        Several servers and proxies never give a finish reason, others never say that the stream is done: one of the
        two is enough, but where only the latter came, a call has to be whole.
        """
        if self.finish_reason == "error":
            raise ModelError
        if self.finish_reason:
            return
        whole = (words or self.calls) and all(is_object(it.arguments) for it in self.calls)
        if not (self.ended and whole):
            raise ServerSilent


def _chunk(event: Event) -> Mapping[str, object]:
    """Read a chunk, or a whole completion; empty if there is none in the event."""
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
    """Return the pieces of calls that a delta brings; older servers know but one call, `function_call`."""
    calls = delta.get("tool_calls")
    if isinstance(calls, list) and calls:
        return [_Call.read(call) for call in calls if isinstance(call, dict)]
    legacy = delta.get("function_call")
    return [_Call.read({"index": 0, "function": legacy})] if isinstance(legacy, dict) else []


def _words(content: object) -> str:
    """Return the words of a delta's content: a text, or a list of pieces, some of them reasoning."""
    if not isinstance(content, list):
        return _text(content)
    return "".join(_text(it.get("text")) for it in content if isinstance(it, dict) and it.get("type") == "text")


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


def _usage(usage: Mapping[str, object], chunk: Mapping[str, object]) -> Usage:
    """Read a usage, with the cache's part in it from wherever the server reports it."""
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
    """Return the tokens that stand in the first place where there are any."""
    numbers = (int(value) for value in places if isinstance(value, int | float) and 0 <= value <= _MOST_TOKENS)
    return next(filter(None, numbers), 0)
