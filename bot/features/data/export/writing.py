"""Writes an export part by part, with one part in memory at a time."""

from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime, tzinfo
from typing import Any, TypeAlias

from bot.features.data import store
from bot.features.data.export import readable, rows
from bot.features.data.export.conversations import Act, Conversation, Request, Turn
from bot.features.data.export.document import Memory, ToolChoice
from bot.features.data.store import Amounts
from bot.kit.exports import Part
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations
from bot.turns.store.exports import Counted, Rendered, Row, Section, Stored

Write: TypeAlias = Callable[[bytes], object]
"""Adds bytes to a file."""


def count(amounts: Amounts, part: Part) -> None:
    """Add a part of an export to its numbers."""
    match part:
        case Memory():
            amounts.memories += 1
            amounts.deleted += part.deleted_at is not None
        case Conversation():
            amounts.conversations += 1
            amounts.messages += sum(len(turn.messages) for turn in part.turns)
        case Turn():
            amounts.messages += len(part.messages)


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
) -> Amounts:
    """Write all stored data of an owner as JSON, one line per part, as Markdown with times in a zone, or as both.

    `store.begin` has begun the transaction. Updates, messages and offers that are still pending are not exported.
    """
    written = Amounts(leaves_out_private=await stored_conversations.has_private(tx, owner))
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
            count(written, part)
            if counted:
                written.of_sections[counted] += 1
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
