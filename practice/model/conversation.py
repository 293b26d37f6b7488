"""The conversation that a request holds, turn by turn."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from practice.model.chat_api import (
    AssistantMessage,
    CallMessage,
    ChatRequest,
    Content,
    Message,
    SystemMessage,
    ToolMessage,
    UserMessage,
)

LONG_TEXT = 1500
"""Longer messages, in characters, are not taken apart."""
ATTRIBUTED = re.compile(r"\[(?:Not the user's words|The user quotes)\b.*\]\n> ")
QUOTATION = re.compile(r"^\[.*\]\n(?:> .*(?:\n|\Z))+", re.MULTILINE)
"""Words that are not the user's own, or not new, under the line that says whose they are."""
TIME_LINE = re.compile(r"^\[\w{3} \d\d \w{3} \d{4}, \d\d:\d\d\](?:\n|\Z)", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.!?…])(?<!\b(?:Dr|Mr|Ms|St)\.)(?<!\bMrs\.)\s+|\s*\n+\s*")


@dataclass(frozen=True, slots=True)
class Step:
    """A tool call that has its result."""

    tool: str
    arguments: Mapping[str, str]
    result: str

    @property
    def memory_id(self) -> str:
        """The memory that was stored, changed or forgotten; empty where the result does not say so."""
        done = re.match(r"(?:Stored|Updated|Forgotten)\b[^\[\n]*\[id:(\w+)\]", self.result)
        return done[1] if done else ""

    @property
    def changed(self) -> bool:
        """Whether a memory has a new text."""
        return self.result.startswith("Updated")

    @property
    def waits(self) -> bool:
        """Whether nothing was done before the user has pressed a button."""
        return self.result.startswith("Waits for the owner's button")

    @property
    def collided(self) -> bool:
        """Whether nothing was done because of what is stored already."""
        return not self.memory_id and "already" in self.result


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said, sentence by sentence, what was done about it, and the words that answered it."""

    sentences: tuple[str, ...]
    new: tuple[str, ...]
    """The sentences that came after the last step."""
    notes: str
    """What was changed outside the conversation, as it was told along with the user's words."""
    steps: tuple[Step, ...]
    answer: str

    @classmethod
    def of(cls, messages: Sequence[Message]) -> "Turn":
        """Read the messages of one turn."""
        said = [(number, *_note_and_words(it)) for number, it in enumerate(messages) if isinstance(it, UserMessage)]
        last_step = max((number for number, it in enumerate(messages) if isinstance(it, ToolMessage)), default=-1)
        ends = messages[-1] if messages else None
        return cls(
            sentences=tuple(sentence for _, _, words in said for sentence in sentences(words)),
            new=tuple(sentence for number, _, words in said if number > last_step for sentence in sentences(words)),
            notes="\n".join(note for _, note, _ in said),
            steps=tuple(_steps(messages)),
            answer=text_of(ends.content) if isinstance(ends, AssistantMessage) else "",
        )


@dataclass(frozen=True, slots=True)
class Conversation:
    """What came before, the turn that waits for an answer, and the tools that may be called for it."""

    prompt: str
    past: tuple[Turn, ...]
    turn: Turn
    tools: frozenset[str]

    @classmethod
    def of(cls, request: ChatRequest) -> "Conversation":
        """Read a request."""
        *past, turn = _turns(request.messages)
        prompt = "\n".join(text_of(it.content) for it in request.messages if isinstance(it, SystemMessage))
        tools = request.tools if request.tools and request.tool_choice != "none" else ()
        return cls(prompt, tuple(past), turn, frozenset(tool.function.name for tool in tools))


def sentences(text: str) -> list[str]:
    """Take a text apart, unless it is long or code."""
    text = text.strip()
    return [sentence for sentence in SENTENCE_END.split(text) if sentence] if is_prose(text) else [text]


def is_prose(text: str) -> bool:
    """Tell what can be understood from what is too long or code."""
    return len(text) <= LONG_TEXT and "```" not in text


def _turns(messages: Sequence[Message]) -> Iterator[Turn]:
    """Part the messages behind each answer; what follows the last one is the turn that waits."""
    start = 0
    for end, message in enumerate(messages, 1):
        if isinstance(message, AssistantMessage) and not message.tool_calls:
            yield Turn.of(messages[start:end])
            start = end
    yield Turn.of(messages[start:])


def _note_and_words(message: UserMessage) -> tuple[str, str]:
    """Part a user message at the line that holds its time: a note may stand before it, the words after."""
    text = text_of(message.content)
    time = TIME_LINE.search(text)
    return (text[: time.start()], _words(text[time.end() :])) if time else ("", text)


def _words(text: str) -> str:
    """Give the user's words, without what they quote; alone, what they forward is taken for theirs, as some models do.

    So one can see what a bot makes of that.
    """
    if not ATTRIBUTED.match(text):
        return text
    *_, own = QUOTATION.split(text)
    return own.strip() or "\n".join(line[2:] for line in text.split("\n") if line.startswith("> "))


def _steps(messages: Sequence[Message]) -> Iterator[Step]:
    calls: dict[str, CallMessage] = {}
    for message in messages:
        if isinstance(message, AssistantMessage):
            calls = {call.id: call for call in message.tool_calls or ()}
        elif isinstance(message, ToolMessage):
            called = calls[message.tool_call_id].function
            yield Step(called.name, _arguments(called.arguments), text_of(message.content))


def _arguments(raw: str) -> dict[str, str]:
    """Read a call's arguments, as far as they are texts."""
    try:
        given = json.loads(raw)
    except ValueError:
        return {}
    return {name: text for name, text in given.items() if isinstance(text, str)} if isinstance(given, dict) else {}


def text_of(content: Content | None) -> str:
    """Give the text of a message's content."""
    return content if isinstance(content, str) else "\n".join(part.text for part in content or ())
