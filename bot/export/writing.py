"""Write an export piece by piece, so that no more of it is in memory than the piece at hand."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Protocol, TypeAlias

from bot.export import document
from bot.export.readable import MonthOfUsage, Readable

Said: TypeAlias = document.Conversation | document.Turn


class Sink(Protocol):
    """What takes bytes, such as a file."""

    def write(self, piece: bytes, /) -> object:
        """Take some bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Contents:
    """What an export is made of: each conversation stands, without its turns, before them."""

    head: document.Head
    memories: Sequence[document.Memory]
    said: AsyncIterator[Said]
    requests: AsyncIterator[document.Request]
    is_known: bool
    """Whether there is anything of the owner at all."""
    leaves_out_private: bool
    """Whether a private conversation is open, which is no part of it."""


@dataclass(slots=True)
class Written:
    """How much there was; `deleted` of the memories are deleted."""

    memories: int
    deleted: int = 0
    conversations: int = 0
    messages: int = 0

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        memories = f"{_count(self.memories, 'memory', 'memories')}{deleted}" if self.memories else ""
        conversations = _count(self.conversations, "conversation", "conversations") if self.conversations else ""
        messages = _count(self.messages, "message", "messages") if self.messages else ""
        return ", ".join(filter(None, (memories, conversations, messages))) or "nothing"


def counted(memories: Sequence[document.Memory]) -> Written:
    """Return how much memories are, with nothing of what was said."""
    return Written(len(memories), sum(memory.deleted_at is not None for memory in memories))


async def write(contents: Contents, json: Sink, markdown: Sink, timezone: tzinfo | None) -> Written:
    """Write an export for programs, a line for each of its parts, and one to be read, with times in a zone."""
    readable = Readable(timezone)
    written = counted(contents.memories)
    markdown.write((readable.opening(contents.head) + readable.memories(contents.memories)).encode())
    json.write(_opened(contents.head.model_dump_json()) + b',\n"memories":[')
    memories = _Lines(json)
    for memory in contents.memories:
        memories.add(memory.model_dump_json().encode())
    json.write(b'],\n"conversations":[')
    markdown.write(b"\n## Conversations\n")
    await _write_said(contents.said, json, markdown, readable, written)
    json.write(b'],\n"usage":[')
    await _write_usage(contents.requests, json, markdown, readable)
    json.write(b"]}\n")
    return written


async def _write_said(
    said: AsyncIterator[Said], json: Sink, markdown: Sink, readable: Readable, written: Written
) -> None:
    conversations, turns = _Lines(json), _Lines(json)
    async for part in said:
        if isinstance(part, document.Turn):
            turns.add(part.model_dump_json().encode())
            markdown.write(readable.turn(part).encode())
            written.messages += len(part.messages)
        else:
            if written.conversations:
                json.write(b"]}")
            conversations.add(_opened(part.model_dump_json(exclude={"turns"})) + b',"turns":[')
            turns = _Lines(json)
            markdown.write(readable.conversation(part).encode())
            written.conversations += 1
    if written.conversations:
        json.write(b"]}")
    else:
        markdown.write(b"\nNone.\n")


async def _write_usage(
    requests: AsyncIterator[document.Request], json: Sink, markdown: Sink, readable: Readable
) -> None:
    months = defaultdict[str, MonthOfUsage](MonthOfUsage)
    lines = _Lines(json)
    async for request in requests:
        lines.add(request.model_dump_json().encode())
        months[readable.month(request.created_at)].add(request)
    markdown.write(readable.usage(months).encode())


class _Lines:
    """The elements of a JSON array, a line each."""

    def __init__(self, json: Sink) -> None:
        self._json = json
        self._has_any = False

    def add(self, element: bytes) -> None:
        """Write one more."""
        self._json.write((b",\n" if self._has_any else b"\n") + element)
        self._has_any = True


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _opened(json: str) -> bytes:
    """Return an object that more is to be written into."""
    return json.removesuffix("}").encode()
