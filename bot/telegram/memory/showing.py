"""How memories are shown: a page of them with a button for each and for the adjacent pages, one of them, or all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final

from bot.database import memory_pages
from bot.database.engine import Transaction
from bot.database.memory_pages import MemoryStats, Selection, Side, Which, memory_stats
from bot.database.owners import note_listed
from bot.database.provenance import Learned, Provenance
from bot.database.search.memory_search import find_memories
from bot.language import date, date_time, mark, number, plural, sentences, t
from bot.memory.exchange.writing import CATEGORIES
from bot.memory.second_person import read_line, second_person
from bot.telegram.buttons import message, shortened
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.memory.requests import Act, OfOne, OfVersion, Place, fits_buttons
from bot.telegram.texts import Button, Text
from bot.tokens import tokens_of_bytes
from bot.values.access import PAGE
from bot.values.memories import Embedding, Memory, MemoryVersion, Origin
from bot.values.owner import Owner
from bot.values.text import one_line

MOST_ON_PAGE: Final = 8
"""Most memories on a page."""
MOST_COUNTED: Final = 1_000

_NOTHING: Final = mark("I don't remember anything yet. Tell me something, such as: Remember that I like tea.")
_NOTHING_DELETED: Final = mark("There are no deleted memories.")
_NONE_FITS: Final = mark("No memory matches “{words}”.")
_NONE_DELETED_FITS: Final = mark("No deleted memory matches “{words}”.")
_TAP: Final = mark("Tap a number to open one.")
_NARROW: Final = mark("There are more. To see other pages, use shorter words.")
_RESTORE: Final = mark("To bring one back, send /memory restore <number>.")
_DELETE: Final = mark("To delete one, send /memory delete <number>.")
_POSITION: Final = mark("{first}\N{EN DASH}{last} of {total}")
_MANY: Final = mark("{first}\N{EN DASH}{last} of more than {total}")
_HEADINGS: Final = {
    Which.LIVE: ("📝 ", mark("Your memories:")),
    Which.DELETED: ("🗑 ", mark("Your deleted memories:")),
    Which.BEST: ("🔎 ", mark("Best matches:")),
}

_QUOTED_UNITS: Final = 200
"""UTF-16 units shown of the message that a memory comes from."""
_MOST_BACKS: Final = 3
"""Most former versions with a button."""
_LINE_BYTES: Final = len("- [id:12345678] \n")
"""Bytes of a memory's line in the prompt besides its text."""
_ORIGINS: Final = {
    Origin.IMPORT: mark("Imported."),
    Origin.UNDO: mark("Brought back by an undo."),
    Origin.CONVERSATION: mark("Learned in a conversation that was erased."),
}
_ADDED_THROUGH: Final = mark("Added by {program}.")
_CHANGED_THROUGH: Final = mark("Changed by {program}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a list, the number of memories before it, and whether any come after it.

    `of` is the list's length. Both numbers are counted up to `MOST_COUNTED` + 1.
    """

    selection: Selection
    memories: Sequence[Memory]
    before: int = 0
    has_next: bool = False
    of: int = 0

    @property
    def first(self) -> int:
        """The number of the first memory: its place in the list, or 1 if that is unknown."""
        return self.before + 1 if self.before < MOST_COUNTED else 1

    @property
    def position(self) -> str:
        """The page's range in the list; empty if it is the whole list or unknown."""
        if not (self.before or self.has_next) or self.before >= MOST_COUNTED:
            return ""
        return _position(self.first, self.first + len(self.memories) - 1, self.of)


async def page(tx: Transaction, owner: Owner, place: Place, embedding: Embedding | None = None) -> Text:
    """Return a page as a message, in the caller's transaction; the first one if the place no longer exists.

    Its numbers are stored, so that commands understand them. A search uses the words, and the `embedding` if known.
    """
    selection = place.selection
    if selection.which is Which.BEST:
        best = await find_memories(tx, owner, selection.words, embedding, limit=MOST_ON_PAGE)
        shown = fitting(selection, best, from_end=False)
        found = Page(selection=selection, memories=shown) if shown else None
    else:
        found = await _page(tx, owner, place) or await _page(tx, owner, Place(selection=selection))
    if found is None:
        return await _nothing(tx, owner, selection)
    await note_listed(tx, owner, found.first, [it.id for it in found.memories])
    return rendered(found)


async def _page(tx: Transaction, owner: Owner, place: Place) -> Page | None:
    selection, is_before = place.selection, place.side is Side.BEFORE
    found = await memory_pages.page(tx, owner, selection, MOST_ON_PAGE + 1, place.side, place.memory_id)
    if not found:
        return None
    shown = fitting(selection, found, from_end=is_before)
    before, of = await memory_pages.position(tx, owner, selection, shown[0], MOST_COUNTED + 1)
    has_next = is_before or len(shown) < len(found)
    return Page(selection=selection, memories=shown, before=before, has_next=has_next, of=of)


async def _nothing(tx: Transaction, owner: Owner, selection: Selection) -> Text:
    is_deleted = selection.which is Which.DELETED
    if not selection.words:
        return message(t(_NOTHING_DELETED if is_deleted else _NOTHING))
    stats = await memory_stats(tx, owner)
    none, verb, count = (
        (_NONE_DELETED_FITS, "deleted", stats.deleted) if is_deleted else (_NONE_FITS, "list", stats.live)
    )
    all_of_them = plural("/memory {verb} shows the only one.", "/memory {verb} shows all {count}.", count, verb=verb)
    return message(sentences(t(none, words=selection.words), all_of_them if count else ""))


def fitting(selection: Selection, memories: Sequence[Memory], *, from_end: bool) -> Sequence[Memory]:
    """Return the first memories, or the last ones, that fit on a page and into a message."""
    shown = memories[-MOST_ON_PAGE:] if from_end else memories[:MOST_ON_PAGE]
    position, hint = _position(MOST_COUNTED, MOST_COUNTED, MOST_COUNTED + 1), f"{_hint(is_narrow=True)}{t(_RESTORE)}"
    while len(shown) > 1 and len(compose(*_page_pieces(selection, shown, position), hint)) > 1:
        shown = shown[1:] if from_end else shown[:-1]
    return shown


def rendered(page: Page) -> Text:
    """Return a page as a message."""
    known, is_deleted = fits_buttons(page.selection), page.selection.which is Which.DELETED
    selection = page.selection if known else Selection(which=Which.DELETED if is_deleted else Which.LIVE)
    first, last = page.memories[0].id, page.memories[-1].id
    numbers = [
        OfOne(Act.SHOW, memory.id, first, selection).button(f"{at} 📌" if memory.pinned else str(at))
        for at, memory in enumerate(page.memories, start=page.first)
    ]
    earlier = [Place(Side.BEFORE, first, selection).button(t("◀️ Previous"))] if page.before and known else []
    later = [Place(Side.AFTER, last, selection).button(t("Next ▶️"))] if page.has_next and known else []
    hint = _hint(is_narrow=(page.before > 0 or page.has_next) and not known, is_deleted=is_deleted)
    pieces = _page_pieces(page.selection, page.memories, page.position, page.first)
    return message(*pieces, hint, buttons=[numbers, [*earlier, *later]])


def _position(first: int, last: int, of: int) -> str:
    sentence, total = (_MANY, MOST_COUNTED) if of > MOST_COUNTED else (_POSITION, of)
    return f" {t(sentence, first=number(first), last=number(last), total=number(total))}"


def _hint(*, is_narrow: bool = False, is_deleted: bool = False) -> str:
    taps = [t(_TAP), t(_NARROW) if is_narrow else ""]
    return f"\n\n{sentences(*taps)}\n{t(_RESTORE if is_deleted else _DELETE)}"


def _page_pieces(
    selection: Selection, memories: Iterable[Memory], position: str, first: int = MOST_COUNTED
) -> list[str | RichText]:
    is_best = selection.which is Which.BEST
    sign, heading = _HEADINGS[selection.which]
    pieces: list[str | RichText] = [sign, bold(t(heading)), position]
    numbered = enumerate(memories, start=first)
    for category, group in groupby(numbered, key=lambda it: None if is_best else it[1].category):
        pieces += ["\n\n", bold(t(CATEGORIES[category]))] if category else ["\n"]
        for at, memory in group:
            pin = "📌 " if memory.pinned else ""
            pieces += [f"\n{at}. {pin}{read_line(memory.content)} [", code(memory.id), "]"]
    return pieces


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
    """Return the buttons for actions on a memory, and those that bring its former versions back."""
    memory = learned.memory

    def button(label: str, act: Act) -> Button:
        return OfOne(act, memory.id, back.memory_id, back.selection).button(label)

    if memory.deleted_at:
        return [[button(t("↩️ Restore"), Act.RESTORE)]]
    pin = button(t("📌 Unpin"), Act.UNPIN) if memory.pinned else button(t("📌 Pin"), Act.PIN)
    former = [OfVersion("to", memory.id, it.number) for it in learned.versions[:-1] if it.content != memory.content]
    backs = [it.button(t("↩️ Back to v{number}", number=it.version)) for it in former[-_MOST_BACKS:]]
    return [[button(t("🗑 Delete"), Act.DELETE), pin], backs]


def _pieces(learned: Learned, versions: Sequence[MemoryVersion], timezone: tzinfo | None) -> list[str | RichText]:
    def shown_at(at: datetime) -> str:
        return date_time(at.astimezone(timezone))

    memory = learned.memory
    title = one_line(memory.subject or t(CATEGORIES[memory.category]))
    pin = "📌 " if memory.pinned else ""
    kind = f" ({t(CATEGORIES[memory.category])})" if memory.subject else ""
    pieces: list[str | RichText] = [pin, bold(title), f"{kind} [", code(memory.id), "]"]
    if len(versions) < len(learned.versions):
        pieces += ["\n\n", filled(t("Earlier versions: {command}"), command=code(f"/memory show {memory.id}"))]
    for it in versions:
        pieces.append(f"\n\nv{it.number}, {shown_at(it.created_at)}\n{second_person(it.content)}\n{_how(it, learned)}")
    if memory.deleted_at:
        pieces.append("\n\n" + t("Deleted on {date}.", date=shown_at(memory.deleted_at)))
    return pieces


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
    if version.through == PAGE:
        return t("Added on the page.") if version.number == 1 else t("Changed on the page.")
    sentence = _ADDED_THROUGH if version.number == 1 else _CHANGED_THROUGH
    return t(sentence, program=version.through or t("the API"))


def _quote(source: Provenance) -> str:
    return t("You said: “{words}”", words=shortened(source.words, _QUOTED_UNITS))
