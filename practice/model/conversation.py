"""The conversation in a request, turn by turn."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from practice.model.answer import ToolCall
from practice.model.chat_api import (
    AssistantMessage,
    ChatRequest,
    Content,
    Function,
    Message,
    SystemMessage,
    ToolMessage,
    UserMessage,
)
from practice.model.pictures import Seen, seen_in

LONG_TEXT = 1500
"""Longest message, in characters, that the rules read; they never read code."""
TIME_LINE = re.compile(r"^\[\w{3} \d\d \w{3} \d{4}, \d\d:\d\d\](?:\n|\Z)", re.MULTILINE)
NOT_OWN_WORDS = (">", "[")
"""Beginnings of lines that the user did not write: quoted text, and what the bot says about it."""
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\s*\n+\s*")


@dataclass(frozen=True, slots=True)
class Step:
    """A tool call that has its result."""

    call: ToolCall
    result: str

    @property
    def memory_id(self) -> str:
        """The id of the memory that was stored, changed or forgotten; empty if the result reports no such change."""
        done = re.match(r"(?:Stored|Updated|Forgotten)\b[^\[\n]*\[id:(\w+)\]", self.result)
        return done[1] if done else ""

    @property
    def arguments(self) -> Mapping[str, object]:
        """The arguments of the call; empty if they are no JSON object."""
        try:
            arguments = json.loads(self.call.arguments)
        except ValueError:
            return {}
        return arguments if isinstance(arguments, dict) else {}

    def given(self, name: str) -> str:
        """Return a string argument of the call, or an empty string."""
        value = self.arguments.get(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The user's sentences, the tool calls that followed, and the answer."""

    sentences: tuple[str, ...]
    notes: str
    """Changes outside the conversation, as notes in the user's messages report them."""
    steps: tuple[Step, ...]
    answer: str
    pictures: tuple[Seen, ...] = ()
    """What there is to see in the user's messages."""
    said_at: datetime | None = None
    """When the last of the user's messages was sent, by their clock."""

    @classmethod
    def of(cls, messages: Sequence[Message]) -> "Turn":
        """Parse the messages of one turn."""
        said = [_note_and_words(it) for it in messages if isinstance(it, UserMessage)]
        last = messages[-1] if messages else None
        return cls(
            sentences=tuple(sentence for _, words in said for sentence in sentences(words)),
            notes="\n".join(note for note, _ in said),
            steps=tuple(_steps(messages)),
            answer=text_of(last.content) if isinstance(last, AssistantMessage) else "",
            pictures=tuple(seen_in(messages)),
            said_at=_said_at(messages),
        )


@dataclass(frozen=True, slots=True)
class Conversation:
    """The earlier turns, the current turn, and the tools available to it, with the names of their arguments."""

    prompt: str
    past: tuple[Turn, ...]
    turn: Turn
    tools: Mapping[str, Collection[str]]

    @classmethod
    def of(cls, request: ChatRequest) -> "Conversation":
        """Parse a request."""
        *past, turn = _turns(request.messages)
        prompt = "\n".join(text_of(it.content) for it in request.messages if isinstance(it, SystemMessage))
        tools = request.tools if request.tools and request.tool_choice != "none" else ()
        return cls(prompt, tuple(past), turn, {tool.function.name: _arguments(tool.function) for tool in tools})


def _arguments(function: Function) -> frozenset[str]:
    """Return the names of a function's arguments."""
    properties = (function.parameters or {}).get("properties")
    return frozenset(properties) if isinstance(properties, dict) else frozenset()


def sentences(text: str) -> list[str]:
    """Split a text into sentences; a long text and code give none."""
    if len(text) > LONG_TEXT or "```" in text:
        return []
    return [sentence for sentence in SENTENCE_END.split(text.strip()) if sentence]


def text_of(content: Content | None) -> str:
    """Return the text of a message's content."""
    return content if isinstance(content, str) else "\n".join(part.text for part in content or () if part.text)


def _turns(messages: Sequence[Message]) -> Iterator[Turn]:
    """Split the messages after each answer; those after the last answer are the current turn."""
    ends = [at for at, it in enumerate(messages, 1) if isinstance(it, AssistantMessage) and not it.tool_calls]
    for start, end in pairwise([0, *ends, len(messages)]):
        yield Turn.of(messages[start:end])


def _note_and_words(message: UserMessage) -> tuple[str, str]:
    """Split a user message at its time line into the note before it and the user's own words after it."""
    text = text_of(message.content)
    time = TIME_LINE.search(text)
    note, said = (text[: time.start()], text[time.end() :]) if time else ("", text)
    return note, "\n".join(line for line in said.split("\n") if not line.startswith(NOT_OWN_WORDS))


def _said_at(messages: Sequence[Message]) -> datetime | None:
    """Return the time of the last user message that has one."""
    times = [TIME_LINE.search(text_of(it.content)) for it in messages if isinstance(it, UserMessage)]
    last = next(filter(None, reversed(times)), None)
    return datetime.strptime(last[0].strip(), "[%a %d %b %Y, %H:%M]") if last else None  # noqa: DTZ007 - their clock's


def _steps(messages: Sequence[Message]) -> Iterator[Step]:
    calls: dict[str, ToolCall] = {}
    for message in messages:
        if isinstance(message, AssistantMessage):
            calls = {it.id: ToolCall(it.function.name, it.function.arguments) for it in message.tool_calls or ()}
        elif isinstance(message, ToolMessage):
            yield Step(calls[message.tool_call_id], text_of(message.content))
