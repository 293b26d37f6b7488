"""Writes an export piece by piece, so that only the piece at hand is in memory."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from bot.database import exports
from bot.database.conversations import Conversations
from bot.database.engine import Transaction
from bot.memory.export import document, rows
from bot.memory.export.readable import Readable
from bot.values import Owner, order


class Sink(Protocol):
    """What takes bytes, such as a file."""

    def write(self, piece: bytes, /) -> object:
        """Take some bytes."""
        ...


@dataclass(slots=True)
class Written:
    """How much was written; `deleted` of the memories are deleted."""

    memories: int
    deleted: int = 0
    conversations: int = 0
    messages: int = 0
    leaves_out_private: bool = False
    """Whether a private conversation is open, which is not part of an export."""

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        memories = f"{_count(self.memories, 'memory', 'memories')}{deleted}" if self.memories else ""
        conversations = _count(self.conversations, "conversation", "conversations") if self.conversations else ""
        messages = _count(self.messages, "message", "messages") if self.messages else ""
        return ", ".join(filter(None, (memories, conversations, messages))) or "nothing"


def names(at: datetime) -> tuple[str, str]:
    """Return the names of the JSON file and of the Markdown file."""
    return f"keepsake-{at:%Y-%m-%d}.json", f"keepsake-{at:%Y-%m-%d}.md"


def counted(memories: Sequence[document.Memory]) -> Written:
    """Return how many memories there are."""
    return Written(len(memories), sum(memory.deleted_at is not None for memory in memories))


async def write(
    tx: Transaction, owner: Owner, at: datetime, json: Sink, markdown: Sink, timezone: tzinfo | None
) -> Written:
    """Write all that is stored of an owner as JSON, one line for each part, and as Markdown, with times in a zone.

    `exports.begin` has begun the transaction. What is still to be handled, sent or confirmed is not part of an export.
    """
    files, readable = _Files(json, markdown), Readable(timezone)
    head = rows.head(await exports.owner_row(tx, owner), owner, at)
    memories = order(rows.memory(*found) for found in await exports.memories(tx, owner))
    written = counted(memories)
    written.leaves_out_private = await Conversations().has_private(tx, owner)
    files.markdown(readable.opening(head) + readable.memories(memories))
    files.array(_unclosed(head.model_dump_json()) + ',\n"memories":')
    for memory in memories:
        files.element(memory.model_dump_json())
    files.array('],\n"conversations":')
    files.markdown("\n## Conversations\n")
    await _write_conversations(exports.conversations(tx, owner), files, readable, written)
    files.array('],\n"usage":')
    await _write_usage(exports.requests(tx, owner), files, readable)
    files.json("]}\n")
    return written


async def _write_conversations(
    found: AsyncIterator[exports.Row | exports.TurnRows], files: "_Files", readable: Readable, written: Written
) -> None:
    async for row in found:
        if isinstance(row, exports.TurnRows):
            turn = rows.turn(row)
            files.element(turn.model_dump_json())
            files.markdown(readable.turn(turn))
            written.messages += len(turn.messages)
        else:
            conversation = rows.conversation(row)
            files.json("]},\n" if written.conversations else "\n")
            files.array(_unclosed(conversation.model_dump_json(exclude={"turns"})) + ',"turns":')
            files.markdown(readable.conversation(conversation))
            written.conversations += 1
    if written.conversations:
        files.json("]}")
    else:
        files.markdown("\nNone.\n")


async def _write_usage(found: AsyncIterator[exports.Row], files: "_Files", readable: Readable) -> None:
    months = defaultdict[str, Counter[str]](Counter)
    async for row in found:
        request = rows.part(document.Request, row)
        files.element(request.model_dump_json())
        readable.add(months, request)
    files.markdown(readable.usage(months))


class _Files:
    """The JSON file, in which each element of an array has a line, and the Markdown file."""

    def __init__(self, json: Sink, markdown: Sink) -> None:
        self._json = json
        self._markdown = markdown
        self._before_element = ""

    def array(self, beginning: str) -> None:
        """Begin a JSON array, after what comes before it."""
        self.json(f"{beginning}[")
        self._before_element = "\n"

    def element(self, element: str) -> None:
        """Add an element to the array."""
        self.json(self._before_element + element)
        self._before_element = ",\n"

    def json(self, text: str) -> None:
        """Write more of the JSON file."""
        self._json.write(text.encode())

    def markdown(self, text: str) -> None:
        """Write more of the Markdown file."""
        self._markdown.write(text.encode())


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _unclosed(json: str) -> str:
    """Return a JSON object that more is written into."""
    return json.removesuffix("}")
