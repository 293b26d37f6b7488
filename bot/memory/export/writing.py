"""Writes an export piece by piece, so that only the piece at hand is in memory."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import chain, repeat
from typing import TypeAlias

from bot.database import conversations as stored_conversations
from bot.database import transfer
from bot.database.engine import Transaction
from bot.memory.export import document, rows
from bot.memory.export.readable import Readable
from bot.values import Owner, order

Write: TypeAlias = Callable[[bytes], object]
"""Adds bytes to a file."""


@dataclass(slots=True)
class Written:
    """How much was written; `deleted` of the memories are deleted."""

    memories: int = 0
    deleted: int = 0
    conversations: int = 0
    messages: int = 0
    leaves_out_private: bool = False
    """Whether a private conversation is open, which is not part of an export."""

    def add_memories(self, memories: Sequence[document.Memory]) -> None:
        """Count memories."""
        self.memories += len(memories)
        self.deleted += sum(memory.deleted_at is not None for memory in memories)

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        amounts = (
            (self.memories, f"memory{deleted}", f"memories{deleted}"),
            (self.conversations, "conversation", "conversations"),
            (self.messages, "message", "messages"),
        )
        counted = (f"{number:,} {one if number == 1 else many}" for number, one, many in amounts if number)
        return ", ".join(counted) or "nothing"


def names(at: datetime) -> tuple[str, str]:
    """Return the names of the JSON file and of the Markdown file."""
    return f"keepsake-{at:%Y-%m-%d}.json", f"keepsake-{at:%Y-%m-%d}.md"


async def write(
    tx: Transaction, owner: Owner, at: datetime, json: Write, markdown: Write, timezone: tzinfo | None
) -> Written:
    """Write all that is stored of an owner as JSON, one line for each part, and as Markdown, with times in a zone.

    `transfer.begin` has begun the transaction. What is still to be handled, sent or confirmed is not part of an export.
    """
    written = Written(leaves_out_private=await stored_conversations.has_private(tx, owner))
    async for for_programs, for_people in _pieces(tx, owner, at, Readable(timezone), written):
        json(for_programs.encode())
        markdown(for_people.encode())
    return written


async def _pieces(
    tx: Transaction, owner: Owner, at: datetime, readable: Readable, written: Written
) -> AsyncIterator[tuple[str, str]]:
    """Yield what comes next in the JSON file and in the Markdown file, and count it as written."""
    head = rows.head(await transfer.owner_row(tx, owner), owner, at)
    memories = order(map(rows.memory, await transfer.memories(tx, owner)))
    written.add_memories(memories)
    yield _unclosed(head.model_dump_json()) + ',\n"memories":[', readable.opening(head) + readable.memories(memories)
    for before, memory in zip(_separators(), memories, strict=False):
        yield before + memory.model_dump_json(), ""
    yield '],\n"conversations":[', "\n## Conversations\n"
    before_conversation = _separators()
    async for row in transfer.conversations(tx, owner):
        conversation = rows.conversation(row)
        opened = _unclosed(conversation.model_dump_json(exclude={"turns"})) + ',"turns":['
        yield next(before_conversation) + opened, readable.conversation(conversation)
        before_turn = _separators()
        async for row_of_turn in transfer.turns(tx, conversation.id):
            turn = rows.turn(row_of_turn)
            yield next(before_turn) + turn.model_dump_json(), readable.turn(turn)
            written.messages += len(turn.messages)
        yield "]}", ""
        written.conversations += 1
    yield '],\n"usage":[', "" if written.conversations else "\nNone.\n"
    months, before_request = defaultdict[str, Counter[str]](Counter), _separators()
    async for row in transfer.requests(tx, owner):
        request = rows.part(document.Request, row)
        yield next(before_request) + request.model_dump_json(), ""
        readable.add(months, request)
    yield "]}\n", readable.usage(months)


def _unclosed(json: str) -> str:
    """Return a JSON object that more is written into."""
    return json.removesuffix("}")


def _separators() -> Iterator[str]:
    """Return what comes before each element of a JSON array, one line each."""
    return chain(["\n"], repeat(",\n"))
