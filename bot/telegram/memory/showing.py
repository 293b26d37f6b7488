"""Texts about a memory, its versions and their sources, and about all memories together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Final

from bot.database import memories as stored
from bot.database import provenance
from bot.database.engine import Transaction
from bot.database.memory_pages import MemoryStats
from bot.database.provenance import Provenance
from bot.memory.second_person import read_line, second_person
from bot.telegram.buttons import message, quantity, shortened
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.memory.requests import Act, OfOne, Place
from bot.telegram.texts import Button, Text
from bot.tokens import tokens_of_bytes
from bot.values.memories import Memory, MemoryVersion, Origin
from bot.values.owner import Owner
from bot.values.text import one_line

_QUOTED_UNITS: Final = 200
"""UTF-16 units shown of the message that a memory comes from."""
_LINE_BYTES: Final = len("- [id:12345678] \n")
"""Bytes of a memory's line in the prompt besides its text."""
_ORIGINS: Final = {
    Origin.IMPORT: "Imported.",
    Origin.UNDO: "Brought back by an undo.",
    Origin.CONVERSATION: "Learned in a conversation that is erased.",
}


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory with its versions, oldest first, and their sources by version number.

    `taught` holds the message that a version was learned from, `found` the conversation whose review found it.
    """

    memory: Memory
    versions: Sequence[MemoryVersion]
    taught: Mapping[int, Provenance]
    found: Mapping[int, int]

    @property
    def newest_source(self) -> Provenance | None:
        """The newest known message that a version was learned from."""
        return next((it for _, it in sorted(self.taught.items(), reverse=True) if it.message_id), None)


async def learned(tx: Transaction, owner: Owner, memory: Memory) -> Learned:
    """Return a memory with its versions and sources, in the caller's transaction."""
    versions = await stored.versions(tx, memory.id)
    turns = {it.number: it.source.turn_id for it in versions if it.source}
    sources = await provenance.of_turns(tx, owner, set(turns.values()))
    taught = {number: sources[turn_id] for number, turn_id in turns.items() if turn_id in sources}
    return Learned(memory, versions, taught, await provenance.found_in(tx, owner, memory.id))


def whole(learned: Learned, timezone: tzinfo | None) -> list[Text]:
    """Return a memory with all of its versions, as messages that quote its source."""
    first, *rest = compose(*_pieces(learned, learned.versions, timezone))
    source = learned.newest_source
    *before, last = [replace(first, quoted_id=source.message_id if source else None), *rest]
    return [*before, replace(last, buttons=[_acts(learned.memory, Place()), [Place().button("📝 All memories")]])]


def opened(learned: Learned, back: Place, timezone: tzinfo | None) -> Text:
    """Return a memory as one message with the newest versions that fit, and a button back to its list."""
    versions = learned.versions
    while len(versions) > 1 and len(compose(*_pieces(learned, versions, timezone))) > 1:
        versions = versions[1:]
    where = OfOne(Act.WHERE, learned.memory.id, back.memory_id, back.selection).button("💬 Where")
    leaving = [*([where] if learned.newest_source else []), back.button("◀️ Back")]
    return message(*_pieces(learned, versions, timezone), buttons=[_acts(learned.memory, back), leaving])


def where(learned: Learned) -> list[Text]:
    """Quote a memory's source: messages in private chats have no links, but a tap on a quote leads there."""
    if (source := learned.newest_source) is None:
        return []
    return [replace(message(_quote(source)), quoted_id=source.message_id)]


def deleted(memory: Memory, back: Place | None = None) -> Text:
    """Report a deletion, with a button that restores the memory, and one back to its list."""
    place = back or Place()
    undo = OfOne(Act.RESTORE, memory.id, place.memory_id, place.selection).button("↩️ Undo")
    text = f"Deleted: '{read_line(memory.content)}'\n\nTo bring it back: "
    return message(text, restoring(memory), buttons=[[undo, *([back.button("◀️ Back")] if back else [])]])


def restoring(memory: Memory) -> RichText:
    """Return the command that restores a memory."""
    return code(f"/memory restore {memory.id}")


def stats_shown(stats: MemoryStats, timezone: tzinfo | None) -> list[Text]:
    """Render statistics: numbers by category, age, and size in a prompt."""
    kinds = "".join(f"\n• {it.value}: {number:,}" for it, number in stats.by_category.items() if number)
    numbers = {"pinned": stats.pinned, "deleted": stats.deleted}
    marked = "".join(f"{number:,} {what}. " for what, number in numbers.items() if number)
    ages = ""
    if stats.oldest and stats.newest:
        oldest, newest = (f"{at.astimezone(timezone):%d %b %Y}" for at in (stats.oldest, stats.newest))
        ages = f"\nOldest: {oldest}. Newest: {newest}."
    size = tokens_of_bytes(stats.text_bytes + _LINE_BYTES * stats.live)
    return compose(
        "📊 ",
        bold("What I remember:"),
        f" {quantity(stats.live, 'memory', 'memories')}{kinds}",
        f"\n\n{marked}{quantity(stats.versions, 'version', 'versions')} in total.",
        ages,
        f"\nTogether they would take about {size:,} tokens of a prompt.",
    )


def _acts(memory: Memory, back: Place) -> list[Button]:
    """Return the buttons for actions on a memory."""

    def button(label: str, act: Act) -> Button:
        return OfOne(act, memory.id, back.memory_id, back.selection).button(label)

    if memory.deleted_at:
        return [button("↩️ Restore", Act.RESTORE)]
    pin = button("📌 Unpin", Act.UNPIN) if memory.pinned else button("📌 Pin", Act.PIN)
    return [button("🗑 Delete", Act.DELETE), pin]


def _pieces(learned: Learned, versions: Sequence[MemoryVersion], timezone: tzinfo | None) -> list[str | RichText]:
    def date(at: datetime) -> str:
        return f"{at.astimezone(timezone):%d %b %Y, %H:%M}"

    memory = learned.memory
    title = one_line(memory.subject or memory.category.value.title())
    pin = "📌 " if memory.pinned else ""
    pieces: list[str | RichText] = [pin, bold(title), f" ({memory.category.value}) [", code(memory.id), "]"]
    if len(versions) < len(learned.versions):
        pieces += ["\n\nEarlier versions: ", code(f"/memory show {memory.id}")]
    for it in versions:
        pieces.append(f"\n\nv{it.number}, {date(it.created_at)}\n{second_person(it.content)}\n{_how(it, learned)}")
    if memory.deleted_at:
        pieces.append(f"\n\nDeleted on {date(memory.deleted_at)}.")
    return pieces


def _how(version: MemoryVersion, learned: Learned) -> str:
    """Describe a version's origin."""
    if source := learned.taught.get(version.number):
        return _quote(source) + (f" (conversation {source.conversation})" if source.conversation else "")
    match version.origin:
        case Origin.COMMAND:
            return "Added with /memory." if version.number == 1 else "Changed with /memory."
        case Origin.REVIEW:
            number = learned.found.get(version.number)
            return f"Found in {f'conversation {number}' if number else 'a conversation'} when it was over."
        case origin:
            return _ORIGINS[origin]


def _quote(source: Provenance) -> str:
    return f"You said: “{shortened(source.words, _QUOTED_UNITS)}”"
