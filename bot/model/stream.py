"""An answer as it arrives: put together from a stream's chunks, whatever shapes servers give them. Pure."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from openai.types import CompletionUsage
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import Choice, ChoiceDelta, ChoiceDeltaToolCall

from bot.errors import ContentRefused, EmptyAnswer, ServerSilent
from bot.messages import AssistantMessage, ToolCall, Usage, clean
from bot.model.seam import Answer
from bot.model.text import answer_in, calls_in, new_call_id
from bot.model.wire import is_object

_LONGEST_NAME = 64


@dataclass(slots=True)
class _CallHeard:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Heard:
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
        return is_object(call.arguments) and (brings_more or not piece.id)

    def answer(self, offered: Sequence[str], taken: Collection[str]) -> Answer:
        """Return the whole answer; no call has a `taken` id. Raises ServerSilent, ContentRefused or EmptyAnswer."""
        words = clean(answer_in(self.text))
        self._check_end(words)
        calls = [ToolCall(call.id, call.name, call.arguments) for call in self.calls]
        if not calls:
            calls = list(calls_in(words, offered))
            words = "" if calls else words
        if self.finish_reason == "content_filter" and not words:
            raise ContentRefused
        if not calls and not words:
            raise EmptyAnswer
        return Answer(AssistantMessage(words, _storable(calls, taken)), self.usage)

    def _check_end(self, words: str) -> None:
        """Raise ServerSilent if the stream was cut.

        Whole words and whole calls count without a finish reason, as several servers and proxies never give one.
        """
        if self.finish_reason:
            return
        if not all(is_object(call.arguments) for call in self.calls) or not (words or self.calls):
            raise ServerSilent


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
