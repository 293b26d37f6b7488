"""Writes an export part by part, with one part in memory at a time."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, TypeAlias

from bot.features.data import store
from bot.features.data.export import readable, rows
from bot.features.data.export.conversations import Act, Conversation, Request, Turn
from bot.features.data.export.document import Memory, ToolChoice
from bot.kit.console import counted_in_english
from bot.kit.exports import Part
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations
from bot.turns.store.exports import Counted, Rendered, Row, Section, Stored

Write: TypeAlias = Callable[[bytes], object]
"""Adds bytes to a file."""


@dataclass(slots=True)
class Written:
    """Numbers of exported parts; `deleted` of the memories are deleted ones."""

    memories: int = 0
    deleted: int = 0
    conversations: int = 0
    messages: int = 0
    of_sections: Counter[Counted] = field(default_factory=Counter)
    """The numbers of the parts that features have, by what says them."""
    leaves_out_private: bool = False
    """Whether an open private conversation was left out."""

    def add(self, part: Part, counted: Counted | None = None) -> None:
        """Count a part."""
        match part:
            case Memory():
                self.memories += 1
                self.deleted += part.deleted_at is not None
            case Conversation():
                self.conversations += 1
                self.messages += sum(len(turn.messages) for turn in part.turns)
            case Turn():
                self.messages += len(part.messages)
        if counted:
            self.of_sections[counted] += 1

    @property
    def more(self) -> list[str]:
        """What there is in the sections of features, in the current language."""
        return [counted(number) for counted, number in self.of_sections.items() if number]

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        memories = counted_in_english(self.memories, f"memory{deleted}", f"memories{deleted}")
        conversations = counted_in_english(self.conversations, "conversation", "conversations")
        messages = counted_in_english(self.messages, "message", "messages")
        return ", ".join([*memories, *self.more, *conversations, *messages]) or "nothing"


def names(at: datetime) -> tuple[str, str]:
    """Return the names of the JSON file and of the Markdown file."""
    return f"keepsake-{at:%Y-%m-%d}.json", f"keepsake-{at:%Y-%m-%d}.md"


async def write(
    tx: Transaction,
    owner: Owner,
    at: datetime,
    sections: Iterable[Section[Any]],
    to_json: Write | None,
    to_markdown: Write | None,
    timezone: tzinfo | None,
) -> Written:
    """Write all stored data of an owner as JSON, one line per part, as Markdown with times in a zone, or as both.

    `store.begin` has begun the transaction. Updates, messages and offers that are still pending are not exported.
    """
    written = Written(leaves_out_private=await stored_conversations.has_private(tx, owner))
    json, markdown = (it or (lambda _: None) for it in (to_json, to_markdown))
    head = rows.head(await store.owner_row(tx, owner), owner, at)

    async def exported(
        name: str, model: type[Part], found: AsyncIterator[Row], counted: Counted | None
    ) -> AsyncIterator[Any]:
        """Write parts as JSON, and yield them; a conversation's turns come after it."""
        json(f',\n"{name}":['.encode())
        before = "\n"
        async for row in found:
            part = rows.part(model, row)
            if to_json:
                json(f"{before}{part.model_dump_json(exclude={'turns'}).removesuffix('}')}".encode())
            written.add(part, counted)
            yield part
            if isinstance(part, Conversation):
                async for turn in exported("turns", Turn, store.turns(tx, part.id), None):
                    yield turn
            json(b"}")
            before = ",\n"
        json(b"]")

    async def section(
        name: str, model: type[Part], stored: Stored, rendered: Rendered, counted: Counted | None = None
    ) -> None:
        parts = exported(name, model, stored(tx, owner), counted)
        async for text in (rendered if to_markdown else readable.unread)(parts, timezone):
            markdown(text.encode())

    json(head.model_dump_json().removesuffix("}").encode())
    markdown(readable.opening(head, timezone).encode())
    await section("memories", Memory, store.memories, readable.memories)
    for it in sections:
        await section(it.name, it.part, it.stored, it.readable, it.counted)
    await section("tools", ToolChoice, store.tools, readable.unread)
    await section("acts", Act, store.acts, readable.unread)
    await section("conversations", Conversation, store.conversations, readable.conversations)
    await section("usage", Request, store.requests, readable.usage)
    json(b"}\n")
    return written
