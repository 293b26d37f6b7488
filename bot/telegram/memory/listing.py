"""Pages of memories: a message with a button for each memory and for the adjacent pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.database import memory_pages
from bot.database.engine import Transaction
from bot.database.memory_pages import Selection, Side, Which, memory_stats
from bot.database.owners import note_listed
from bot.database.search.memory_search import find_memories
from bot.language import mark, number, plural, sentences, t
from bot.memory.exchange.writing import CATEGORIES
from bot.memory.second_person import read_line
from bot.telegram.buttons import message
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.memory.requests import Act, OfOne, Place, fits_buttons
from bot.telegram.texts import Text
from bot.values.memories import Embedding, Memory
from bot.values.owner import Owner

PAGE: Final = 8
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
        best = await find_memories(tx, owner, selection.words, embedding, limit=PAGE)
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
    found = await memory_pages.page(tx, owner, selection, PAGE + 1, place.side, place.memory_id)
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
    shown = memories[-PAGE:] if from_end else memories[:PAGE]
    position, hint = _position(MOST_COUNTED, MOST_COUNTED, MOST_COUNTED + 1), f"{_hint(is_narrow=True)}{t(_RESTORE)}"
    while len(shown) > 1 and len(compose(*_pieces(selection, shown, position), hint)) > 1:
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
    pieces = _pieces(page.selection, page.memories, page.position, page.first)
    return message(*pieces, hint, buttons=[numbers, [*earlier, *later]])


def _position(first: int, last: int, of: int) -> str:
    sentence, total = (_MANY, MOST_COUNTED) if of > MOST_COUNTED else (_POSITION, of)
    return f" {t(sentence, first=number(first), last=number(last), total=number(total))}"


def _hint(*, is_narrow: bool = False, is_deleted: bool = False) -> str:
    taps = [t(_TAP), t(_NARROW) if is_narrow else ""]
    return f"\n\n{sentences(*taps)}\n{t(_RESTORE if is_deleted else _DELETE)}"


def _pieces(
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
