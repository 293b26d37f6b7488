"""How memories are shown: a page of them with a button for each and for the adjacent pages, one of them, or all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from bot.kit.language import date, date_time, mark, number, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.memory.exchange.writing import CATEGORIES
from bot.memory.second_person import read_line, second_person
from bot.memory.store import pages as memory_pages
from bot.memory.store.pages import MemoryStats, Selection, Side, Which
from bot.memory.store.search import find_memories
from bot.memory.store.timeline import Learned
from bot.memory.telegram.requests import Act, OfOne, OfVersion, Place, fits_buttons
from bot.memory.values import Memory, MemoryVersion
from bot.model.tokens import tokens_of_bytes
from bot.store.engine import Transaction
from bot.telegram.buttons import message, shortened
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.listing import PAGE, Entry, Listing, Page, nothing_found, turns
from bot.telegram.texts import Button, Text
from bot.turns.store.owners import note_listed
from bot.turns.store.provenance import Provenance
from bot.turns.values.origins import PAGE as OUR_PAGE
from bot.turns.values.origins import Origin

_NOTHING: Final = mark("I don't remember anything yet. Tell me something, such as: Remember that I like tea.")
_NOTHING_DELETED: Final = mark("There are no deleted memories.")
_RESTORE: Final = mark("To bring one back, send /memory restore <number>.")
_DELETE: Final = mark("To delete one, send /memory delete <number>.")
_HEADINGS: Final = {
    Which.LIVE: ("📝", mark("Your memories:")),
    Which.DELETED: ("🗑", mark("Your deleted memories:")),
    Which.BEST: ("🔎", mark("Best matches:")),
}
_HIGHEST: Final = 100_000
"""A number of entries with the most digits that room is kept for."""

_QUOTED_UNITS: Final = 200
"""UTF-16 units shown of the message that a memory comes from."""
_VERSION_UNITS: Final = 300
"""UTF-16 units shown of each version in a list of them."""
_LINE_BYTES: Final = len("- [id:12345678] \n")
"""Bytes of a memory's line in the prompt besides its text."""
_ORIGINS: Final = {
    Origin.IMPORT: mark("Imported."),
    Origin.UNDO: mark("Brought back by an undo."),
    Origin.CONVERSATION: mark("Learned in a conversation that was erased."),
}
_ADDED_THROUGH: Final = mark("Added by {program}.")
_CHANGED_THROUGH: Final = mark("Changed by {program}.")


async def page(tx: Transaction, owner: Owner, place: Place, embedding: Embedding | None = None) -> Text:
    """Return a page as a message, in the caller's transaction; the nearest one if the place no longer exists.

    Its numbers are stored, so that commands understand them. A search uses the words, and the `embedding` if known.
    """
    selection, before, of = place.selection, 0, 0
    if selection.which is Which.BEST:
        memories = fitting(selection, await find_memories(tx, owner, selection.words, embedding, limit=PAGE))
    else:
        memories = await _nearest(tx, owner, place)
    if not memories:
        nothing = _NOTHING_DELETED if selection.which is Which.DELETED else _NOTHING
        return message(nothing_found(selection.words) if selection.words else t(nothing))
    if selection.which is not Which.BEST:
        before, of = await memory_pages.position(tx, owner, selection, memories[0])
    await note_listed(tx, owner, before + 1, [it.id for it in memories])
    return listing(selection, memories, before, of).text


async def _nearest(tx: Transaction, owner: Owner, place: Place) -> Sequence[Memory]:
    """Return the memories on a side of one, or if there are none, those at that end of the list."""
    end = Side.FROM if place.side is Side.BEFORE else Side.BEFORE
    for side, memory_id in ((place.side, place.memory_id), (end, "")):
        if found := await memory_pages.page(tx, owner, place.selection, PAGE, side, memory_id):
            return fitting(place.selection, found, from_end=side is Side.BEFORE)
    return []


def fitting(selection: Selection, memories: Sequence[Memory], *, from_end: bool = False) -> Sequence[Memory]:
    """Return the first memories, or the last ones, that fit into a message."""
    while len(memories) > 1 and not listing(selection, memories, _HIGHEST, 2 * _HIGHEST).fits:
        memories = memories[1:] if from_end else memories[:-1]
    return memories


def listing(selection: Selection, memories: Sequence[Memory], before: int, of: int) -> Listing[Memory]:
    """Return a page of memories: how many come before it in the list, and how long that is (0 if unknown)."""
    is_known, is_deleted = fits_buttons(selection), selection.which is Which.DELETED
    kept = selection if is_known else Selection(which=Which.DELETED if is_deleted else Which.LIVE)
    first, last, after = memories[0].id, memories[-1].id, of - before - len(memories)
    pages = turns(
        first=Place(selection=kept) if before > PAGE else None,
        previous=Place(Side.BEFORE, first, kept) if before else None,
        following=Place(Side.AFTER, last, kept) if after > 0 else None,
        last=Place(Side.BEFORE, "", kept) if after > PAGE else None,
    )

    def entry(memory: Memory) -> Entry:
        return Entry(
            says=[read_line(memory.content), " [", code(memory.id), "]"],
            opens=OfOne(Act.SHOW, memory.id, first, kept),
            sign="📌" if memory.pinned else "",
            group="" if selection.which is Which.BEST else t(CATEGORIES[memory.category]),
        )

    sign, heading = _HEADINGS[selection.which]
    return Listing(
        sign=sign,
        heading=t(heading),
        page=Page(items=memories, first=before + 1, of=of, turns=pages if is_known else ()),
        entry=entry,
        hints=[t(_RESTORE if is_deleted else _DELETE)],
    )


def whole(learned: Learned, timezone: tzinfo | None) -> list[Text]:
    """Return a memory with all of its versions, as messages that quote its source."""
    first, *rest = compose(*_pieces(learned, learned.versions, timezone))
    source = learned.newest_source
    *before, last = [replace(first, quoted_id=source.message_id if source else None), *rest]
    return [*before, replace(last, buttons=[*_acts(learned, Place()), [Place().button(t("📝 All memories"))]])]


def opened(learned: Learned, back: Place, timezone: tzinfo | None) -> Text:
    """Return a memory as one message with the newest versions that fit, and a button back to its list."""
    versions = learned.versions
    while len(versions) > 1 and len(compose(*_pieces(learned, versions, timezone))) > 1:
        versions = versions[1:]
    where = OfOne(Act.WHERE, learned.memory.id, back.memory_id, back.selection).button(t("💬 Source"))
    leaving = [*([where] if learned.newest_source else []), back.button(t("◀️ Back"))]
    return message(*_pieces(learned, versions, timezone), buttons=[*_acts(learned, back), leaving])


def asking(memory: Memory) -> Text:
    """Ask for a memory's new text: a reply stands for `/memory edit`."""
    how = t("Reply to this message with the new text. Any other message changes nothing.")
    return message("✏️ [", code(memory.id), "]\n", code(memory.content), f"\n\n{how}", buttons=[[Button(t("New text"))]])


def history(learned: Learned, page: int, back: Place, timezone: tzinfo | None) -> Text:
    """Return a page of a memory's versions, the newest first; the number of a former one brings that back."""
    memory, versions = learned.memory, learned.versions[::-1]

    def entry(it: MemoryVersion) -> Entry:
        says = f"{date_time(it.created_at.astimezone(timezone))}: {shortened(read_line(it.content), _VERSION_UNITS)}"
        is_other = it.content != memory.content and memory.deleted_at is None
        return Entry(
            number=it.number,
            says=[says],
            opens=OfVersion.opened_from(back, "to", memory.id, it.number) if is_other else None,
        )

    return Listing(
        sign="📜",
        heading=f"{_title(memory)}:",
        page=Page.cut(versions, page, lambda number: OfVersion.opened_from(back, "page", memory.id, number)),
        entry=entry,
        tap=t("Tap a number to bring that version back."),
        back=OfOne(Act.SHOW, memory.id, back.memory_id, back.selection),
    ).text


def where(learned: Learned) -> list[Text]:
    """Quote a memory's source: messages in private chats have no links, but a tap on a quote leads there."""
    if (source := learned.newest_source) is None:
        return []
    return [replace(message(_quote(source)), quoted_id=source.message_id)]


def deleted(memory: Memory, back: Place | None = None) -> Text:
    """Report a deletion, with a button that restores the memory, and one back to its list."""
    place = back or Place()
    undo = OfOne(Act.RESTORE, memory.id, place.memory_id, place.selection).button(t("↩️ Undo"))
    text = t("Deleted: “{memory}”", memory=read_line(memory.content))
    return message(text, "\n\n", restoring(memory), buttons=[[undo, *([back.button(t("◀️ Back"))] if back else [])]])


def restoring(memory: Memory) -> RichText:
    """Return how to restore a memory."""
    return filled(t("To bring it back: {command}"), command=code(f"/memory restore {memory.id}"))


def stats_shown(stats: MemoryStats, timezone: tzinfo | None) -> list[Text]:
    """Render statistics: numbers by category, age, and size in a prompt."""
    kinds = "".join(f"\n• {t(CATEGORIES[it])}: {number(count)}" for it, count in stats.by_category.items() if count)
    pinned = plural("{count} pinned.", "{count} pinned.", stats.pinned) if stats.pinned else ""
    deleted = plural("{count} deleted.", "{count} deleted.", stats.deleted) if stats.deleted else ""
    versions = plural("{count} version in total.", "{count} versions in total.", stats.versions)
    title = plural("I remember {count} thing:", "I remember {count} things:", stats.live)
    ages = ""
    if stats.oldest and stats.newest:
        oldest, newest = (date(at.astimezone(timezone)) for at in (stats.oldest, stats.newest))
        ages = "\n" + t("Oldest: {oldest}. Newest: {newest}.", oldest=oldest, newest=newest)
    size = tokens_of_bytes(stats.text_bytes + _LINE_BYTES * stats.live)
    prompt = "\n" + plural(
        "Together they take about {count} token of a prompt.",
        "Together they take about {count} tokens of a prompt.",
        size,
    )
    return compose(
        "📊 ",
        bold(title if stats.live else t("I don't remember anything.")),
        kinds,
        f"\n\n{sentences(pinned, deleted, versions if stats.versions else '')}{ages}{prompt if stats.live else ''}",
    )


def _acts(learned: Learned, back: Place) -> list[Sequence[Button]]:
    """Return the buttons for actions on a memory and its versions."""
    memory = learned.memory

    def button(label: str, act: Act) -> Button:
        return OfOne(act, memory.id, back.memory_id, back.selection).button(label)

    if memory.deleted_at:
        return [[button(t("↩️ Restore"), Act.RESTORE)]]
    pin = button(t("📌 Unpin"), Act.UNPIN) if memory.pinned else button(t("📌 Pin"), Act.PIN)
    acts = [button(t("✏️ Edit"), Act.EDIT), button(t("🗑 Delete"), Act.DELETE), pin]
    if memory.version == 1:
        return [acts]
    former = learned.versions[-2]
    undo = OfVersion.opened_from(back, "to", memory.id, former.number).button(t("↩️ Undo"))
    past = OfVersion.opened_from(back, "page", memory.id, 1).button(t("📜 History"))
    return [acts, [undo, past] if former.content != memory.content else [past]]


def _pieces(learned: Learned, versions: Sequence[MemoryVersion], timezone: tzinfo | None) -> list[str | RichText]:
    def shown_at(at: datetime) -> str:
        return date_time(at.astimezone(timezone))

    memory = learned.memory
    pin = "📌 " if memory.pinned else ""
    kind = f" ({t(CATEGORIES[memory.category])})" if memory.subject else ""
    pieces: list[str | RichText] = [pin, bold(_title(memory)), f"{kind} [", code(memory.id), "]"]
    if len(versions) < len(learned.versions):
        pieces += ["\n\n", filled(t("Earlier versions: {command}"), command=code(f"/memory show {memory.id}"))]
    for it in versions:
        pieces.append(f"\n\nv{it.number}, {shown_at(it.created_at)}\n{second_person(it.content)}\n{_how(it, learned)}")
    if memory.deleted_at:
        pieces.append("\n\n" + t("Deleted on {date}.", date=shown_at(memory.deleted_at)))
    return pieces


def _title(memory: Memory) -> str:
    return one_line(memory.subject or t(CATEGORIES[memory.category]))


def _how(version: MemoryVersion, learned: Learned) -> str:
    """Describe a version's origin."""
    if source := learned.taught.get(version.number):
        where = t("(conversation {number})", number=source.conversation) if source.conversation else ""
        return f"{_quote(source)} {where}".rstrip()
    match version.origin:
        case Origin.COMMAND:
            return t("Added with /memory.") if version.number == 1 else t("Changed with /memory.")
        case Origin.REVIEW:
            if found := learned.found.get(version.number):
                return t("Found in conversation {number} after it ended.", number=found)
            return t("Found in a conversation after it ended.")
        case Origin.API:
            return _through(version)
        case origin:
            return t(_ORIGINS[origin])


def _through(version: MemoryVersion) -> str:
    """Describe what a version came through: the page, or a program."""
    if version.through == OUR_PAGE:
        return t("Added on the page.") if version.number == 1 else t("Changed on the page.")
    sentence = _ADDED_THROUGH if version.number == 1 else _CHANGED_THROUGH
    return t(sentence, program=version.through or t("the API"))


def _quote(source: Provenance) -> str:
    return t("You said: “{words}”", words=shortened(source.words, _QUOTED_UNITS))
