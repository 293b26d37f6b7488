"""Writes an export part by part, with one part in memory at a time."""

import asyncio
from collections.abc import AsyncIterable, Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TypeAlias

from bot.features.data import store
from bot.features.data.export import conversations, document, rows
from bot.features.data.export.readable import Part, Readable
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations

Write: TypeAlias = Callable[[bytes], object]
"""Adds bytes to a file."""


@dataclass(slots=True)
class Written:
    """Numbers of exported parts; `deleted` of the memories are deleted ones."""

    memories: int = 0
    deleted: int = 0
    notes: int = 0
    reminders: int = 0
    conversations: int = 0
    messages: int = 0
    leaves_out_private: bool = False
    """Whether an open private conversation was left out."""

    def add(self, part: Part) -> None:
        """Count a part."""
        match part:
            case document.Memory():
                self.memories += 1
                self.deleted += part.deleted_at is not None
            case document.Note():
                self.notes += 1
            case document.Reminder():
                self.reminders += 1
            case conversations.Conversation():
                self.conversations += 1
                self.messages += sum(len(turn.messages) for turn in part.turns)
            case conversations.Turn():
                self.messages += len(part.messages)

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        amounts = (
            (self.memories, f"memory{deleted}", f"memories{deleted}"),
            (self.notes, "note", "notes"),
            (self.reminders, "reminder", "reminders"),
            (self.conversations, "conversation", "conversations"),
            (self.messages, "message", "messages"),
        )
        counted = (f"{number:,} {one if number == 1 else many}" for number, one, many in amounts if number)
        return ", ".join(counted) or "nothing"


def names(at: datetime) -> tuple[str, str]:
    """Return the names of the JSON file and of the Markdown file."""
    return f"keepsake-{at:%Y-%m-%d}.json", f"keepsake-{at:%Y-%m-%d}.md"


async def write(
    tx: Transaction,
    owner: Owner,
    at: datetime,
    to_json: Write | None,
    to_markdown: Write | None,
    timezone: tzinfo | None,
) -> Written:
    """Write all stored data of an owner as JSON, one line per part, as Markdown with times in a zone, or as both.

    `transfer.begin` has begun the transaction. Updates, messages and offers that are still pending are not exported.
    """
    readable = Readable(timezone)
    written = Written(leaves_out_private=await stored_conversations.has_private(tx, owner))
    json, markdown = (it or (lambda _: None) for it in (to_json, to_markdown))
    head = rows.head(await store.owner_row(tx, owner), owner, at)

    async def write_array(name: str, model: type[Part], found: AsyncIterable[store.Row]) -> None:
        json(f',\n"{name}":['.encode())
        before = "\n"
        async for row in found:
            part = rows.part(model, row)
            if to_json:
                json(f"{before}{part.model_dump_json(exclude={'turns'}).removesuffix('}')}".encode())
            if to_markdown:
                markdown(readable.part(part).encode())
            written.add(part)
            if isinstance(part, conversations.Conversation):
                await write_array("turns", conversations.Turn, store.turns(tx, part.id))
            json(b"}")
            before = ",\n"
        json(b"]")

    json(head.model_dump_json().removesuffix("}").encode())
    markdown(readable.opening(head).encode())
    await write_array("memories", document.Memory, store.memories(tx, owner))
    memories = await asyncio.to_thread(readable.memories)  # all at once: there may be many
    markdown(f"{memories}\n## Notes\n".encode())
    await write_array("notes", document.Note, store.notes(tx, owner))
    await write_array("reminders", document.Reminder, store.reminders(tx, owner))
    await write_array("tools", document.ToolChoice, store.tools(tx, owner))
    await write_array("acts", conversations.Act, store.acts(tx, owner))
    notes = "" if written.notes else "\nNone.\n"
    markdown(f"{notes}{readable.reminders()}\n## Conversations\n".encode())
    await write_array("conversations", conversations.Conversation, store.conversations(tx, owner))
    await write_array("usage", conversations.Request, store.requests(tx, owner))
    json(b"}\n")
    markdown((("" if written.conversations else "\nNone.\n") + readable.usage()).encode())
    return written
