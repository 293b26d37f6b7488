"""A memory with every version: when each was learned, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Final
from uuid import UUID

from bot.database import memories as stored
from bot.database import provenance
from bot.database.engine import Transaction
from bot.database.provenance import Provenance
from bot.telegram.buttons import shortened
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.memory.presses import Act, Place, PressOfOne
from bot.telegram.texts import Button, Buttons, Text
from bot.values import Memory, MemoryVersion, Origin, Owner, one_line

QUOTED_UNITS: Final = 200
"""UTF-16 units shown of the message that a memory comes from."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory with its versions, the first one first, and what was said when they were learned.

    Of those that were `found` in a conversation that was over, the conversation is known by their numbers.
    """

    memory: Memory
    versions: Sequence[MemoryVersion]
    sources: Mapping[UUID, Provenance]
    found: Mapping[int, int]

    def source(self, version: MemoryVersion) -> Provenance | None:
        """Return what was said when a version was learned, if that is known."""
        return self.sources.get(version.source.turn_id) if version.source else None

    @property
    def message_id(self) -> int | None:
        """The Telegram message that taught the newest version of which one is known."""
        sources = filter(None, map(self.source, reversed(self.versions)))
        return next((source.message_id for source in sources if source.message_id), None)


class MemoryView:
    """Shows memories one by one."""

    def __init__(self, timezone: tzinfo | None) -> None:
        self._timezone = timezone

    async def learned(self, tx: Transaction, owner: Owner, memory: Memory) -> Learned:
        """Return what there is to show of a memory, in the caller's transaction."""
        versions = await stored.versions(tx, memory.id)
        turn_ids = {version.source.turn_id for version in versions if version.source}
        taught = await provenance.of_turns(tx, owner, turn_ids)
        is_any_found = any(version.origin is Origin.REVIEW for version in versions)
        found = await provenance.found_in(tx, owner, memory.id) if is_any_found else {}
        return Learned(memory, versions, taught, found)

    def whole(self, learned: Learned) -> list[Text]:
        """Return a memory with all of its versions, as an answer that quotes the message which taught it."""
        first, *rest = compose(*self._pieces(learned, learned.versions))
        several = [replace(first, quoted_id=learned.message_id), *rest]
        several[-1] = replace(several[-1], buttons=buttons(learned, Place()))
        return several

    def opened(self, learned: Learned, back: Place) -> Text:
        """Return a memory as one message, with as many of its newest versions as fit."""
        versions = learned.versions
        while len(parts := compose(*self._pieces(learned, versions))) > 1 and len(versions) > 1:
            versions = versions[1:]
        return replace(parts[0], buttons=buttons(learned, back, is_opened=True))

    def _pieces(self, learned: Learned, versions: Sequence[MemoryVersion]) -> list[str | RichText]:
        memory = learned.memory
        title = one_line(memory.subject or memory.category.value.title())
        pin = "📌 " if memory.pinned else ""
        pieces: list[str | RichText] = [pin, bold(title), f" ({memory.category.value}) [", code(memory.id), "]"]
        if len(versions) < len(learned.versions):
            pieces += ["\n\nEarlier versions: ", code(f"/memory show {memory.id}")]
        for it in versions:
            pieces.append(f"\n\nv{it.number}, {self._date(it.created_at)}\n{it.content}\n{_how(it, learned)}")
        if memory.deleted_at:
            pieces.append(f"\n\nDeleted on {self._date(memory.deleted_at)}.")
        return pieces

    def _date(self, at: datetime) -> str:
        return f"{at.astimezone(self._timezone):%d %b %Y, %H:%M}"


def buttons(learned: Learned, back: Place, *, is_opened: bool = False) -> Buttons:
    """Return what can be done with a memory; one that was opened in a list leads back there."""
    memory = learned.memory

    def button(text: str, act: Act) -> Button:
        return Button(text, PressOfOne(act, memory.id, back).data)

    if memory.deleted_at:
        acts = [button("↩️ Restore", Act.RESTORE)]
    else:
        pin = button("📌 Unpin", Act.UNPIN) if memory.pinned else button("📌 Pin", Act.PIN)
        acts = [button("🗑 Delete", Act.DELETE), pin]
    where = [button("💬 Where", Act.WHERE)] if is_opened and learned.message_id else []
    return [acts, [*where, back_button(back, is_opened=is_opened)]]


def back_button(back: Place, *, is_opened: bool) -> Button:
    """Return what leads to a page of the list."""
    return Button("◀️ Back" if is_opened else "📝 All memories", back.data)


def _how(version: MemoryVersion, learned: Learned) -> str:
    """Say how a version came about."""
    if source := learned.source(version):
        where = f" (conversation {source.conversation})" if source.conversation else ""
        return f"You said: “{shortened(source.words, QUOTED_UNITS)}”{where}"
    match version.origin:
        case Origin.COMMAND:
            return "Added with /memory." if version.number == 1 else "Changed with /memory."
        case Origin.IMPORT:
            return "Imported."
        case Origin.UNDO:
            return "Brought back by an undo."
        case Origin.CONVERSATION:
            return "Learned in a conversation that is erased."
        case Origin.REVIEW:
            number = learned.found.get(version.number)
            where = f"conversation {number}" if number else "a conversation"
            return f"Found in {where} when it was over."
