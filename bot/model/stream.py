"""An answer as it arrives: put together from a stream's chunks, whatever shapes servers give them. Pure."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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
class _CallHeard:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a call; whatever a server left out, or gave in a wrong type, is empty."""

    index: int | None
    id: str
    name: str
    arguments: str

    @classmethod
    def read(cls, raw: Mapping[str, object]) -> "_Piece":
        index, function = raw.get("index"), _object(raw.get("function"))
        return cls(
            index if isinstance(index, int) else None,
            _text(raw.get("id")),
            _text(function.get("name")),
            _raw(function.get("arguments")),
        )


@dataclass(slots=True)
class Heard:
    """What has come of an answer so far; `offered` are the names of the tools the model may call."""

    offered: Collection[str]
    text: str = ""
    calls: list[_CallHeard] = field(default_factory=list)
    at_index: dict[int, _CallHeard] = field(default_factory=dict)
    """The newest call of each index."""
    finish_reason: str = ""
    ended: bool = False
    """Whether the server said that this is all, whatever it left out."""
    usage: Usage = field(default_factory=Usage)

    @property
    def has_begun(self) -> bool:
        """Whether words or a call have come."""
        return bool(self.text or self.calls)

    def add(self, chunk: Mapping[str, object]) -> bool:
        """Take in a chunk, or a whole completion; True if it brought words. What has a wrong shape is passed over."""
        self._count(chunk)
        choices = chunk.get("choices")
        choice = _object(choices[0]) if isinstance(choices, list) and choices else {}
        self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason
        delta = _object(choice["delta"] if "delta" in choice else choice.get("message"))
        for piece in _pieces(delta):
            self._add_call(piece)
        words = _words(delta.get("content")) or _text(delta.get("refusal"))
        self.text += words
        return bool(words)

    def _count(self, chunk: Mapping[str, object]) -> None:
        """Note the usage: of several the last, as some servers count it up in each chunk."""
        usage = chunk.get("usage")
        if isinstance(usage, dict):
            self.usage = _usage(usage, chunk)

    def _add_call(self, piece: _Piece) -> None:
        """Add a piece to its call: some servers leave out the index, or give every call the same one."""
        call = None
        if self.calls:
            call = self.calls[-1] if piece.index is None else self.at_index.get(piece.index, self.calls[-1])
        if call is None or self._begins(piece, call):
            call = _CallHeard()
            self.calls.append(call)
            if piece.index is not None:
                self.at_index[piece.index] = call
        call.id = call.id or piece.id
        if not call.name or self._continues_name(piece, call):
            call.name += piece.name
        call.arguments += piece.arguments

    def _begins(self, piece: _Piece, call: _CallHeard) -> bool:
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
        return bool(call.arguments) and self._is_next(piece, call)

    def _continues_name(self, piece: _Piece, call: _CallHeard) -> bool:
        """Tell whether a piece brings more of a name that came in pieces."""
        if not piece.name or call.arguments or piece.name == call.name:
            return False
        return any(name.startswith(call.name + piece.name) for name in self.offered)

    @staticmethod
    def _is_next(piece: _Piece, call: _CallHeard) -> bool:
        """Tell whether a piece that repeats a call's name comes after that call's end."""
        return is_object(call.arguments) and (bool(piece.arguments) or (not piece.id and piece.index is None))

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
        return Answer(AssistantMessage(words, _storable(calls, taken), is_cut), self.usage)

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


def chunk_in(event: Event) -> Mapping[str, object]:
    """Read a chunk, or a whole completion; empty if there is none in the event.

    Raises ServerUnreachable for a web page, ReportedError for an error, ValueError for what can't be read.
    """
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


def _pieces(delta: Mapping[str, object]) -> list[_Piece]:
    """Return the pieces of calls that a delta brings; older servers know but one call, `function_call`."""
    calls = delta.get("tool_calls")
    pieces = [_Piece.read(call) for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    legacy = delta.get("function_call")
    if not pieces and isinstance(legacy, dict):
        return [_Piece.read({"index": 0, "function": legacy})]
    return pieces


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


def _usage(usage: Mapping[str, object], chunk: Mapping[str, object]) -> Usage:
    """Read a usage; what the cache gave and took stands where OpenAI and OpenRouter have it, or where others do."""
    details = _object(usage.get("prompt_tokens_details"))
    cached = (
        details.get("cached_tokens"),
        usage.get("prompt_cache_hit_tokens"),  # DeepSeek
        _object(chunk.get("timings")).get("cache_n"),  # llama-server
    )
    written = (
        details.get("cache_write_tokens"),
        usage.get("cache_creation_input_tokens"),  # LiteLLM, for Anthropic's models
    )
    return Usage(
        input_tokens=_tokens(usage.get("prompt_tokens")),
        cached_tokens=_first(cached),
        written_tokens=_first(written),
        output_tokens=_tokens(usage.get("completion_tokens")),
    )


def _first(places: Iterable[object]) -> int:
    """Return the tokens that stand in the first place where there are any."""
    return next((tokens for tokens in map(_tokens, places) if tokens), 0)


def _tokens(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value <= _MOST_TOKENS else 0
