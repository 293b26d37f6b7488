"""Pages of memories: a message with a button for each memory and for the adjacent pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.database import memory_pages
from bot.database.engine import Transaction
from bot.database.listed import note_listed
from bot.database.memory_pages import Selection, Side, Which, memory_stats
from bot.database.search.memory_search import find_memories
from bot.memory.second_person import read_line
from bot.telegram.buttons import message
from bot.telegram.formatting import RichText, bold, compose
from bot.telegram.memory.requests import Act, OfOne, Place, fits_buttons
from bot.telegram.texts import Text
from bot.values.memories import Embedding, Memory
from bot.values.owner import Owner

PAGE: Final = 8
"""Most memories on a page."""
MOST_COUNTED: Final = 1_000

_NOTHING: Final = "I don't remember anything yet. Tell me something, such as: Remember that I like tea."
_NOTHING_DELETED: Final = "I have forgotten nothing."
_TAP: Final = "Tap a number to open one."
_NARROW: Final = " There are more: use shorter words to see other pages."
_RESTORE: Final = "Use /memory restore <number> to bring one back."
_DELETE: Final = "Use /memory delete <number> to remove one."
_LONGEST_HINT: Final = f"\n\n{_TAP}{_NARROW}\n{_DELETE}"
_LONGEST_POSITION: Final = f" {MOST_COUNTED:,}\N{EN DASH}{MOST_COUNTED:,} of more than {MOST_COUNTED:,}"
_HEADINGS: Final = {
    Which.LIVE: ("📝 ", bold("Your memories:")),
    Which.DELETED: ("🗑 ", bold("Your deleted memories:")),
    Which.BEST: ("🔎 ", bold("What fits best:")),
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
        of = f"more than {MOST_COUNTED:,}" if self.of > MOST_COUNTED else f"{self.of:,}"
        return f" {self.first:,}\N{EN DASH}{self.first + len(self.memories) - 1:,} of {of}"


async def page(tx: Transaction, owner: Owner, place: Place, embedding: Embedding | None = None) -> Text:
    """Return a page as a message, in the caller's transaction; the first one if the place no longer exists.

    Its numbers are stored, so that commands understand them. A search uses the words, and the `embedding` if known.
    """
    selection = place.selection
    if selection.which is Which.BEST:
        best = await find_memories(tx, owner, selection.words, embedding, limit=PAGE)
        shown = fitting(selection, [it.memory for it in best], from_end=False)
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
        return message(_NOTHING_DELETED if is_deleted else _NOTHING)
    stats = await memory_stats(tx, owner)
    every, verb, count = ("deleted memory", "deleted", stats.deleted) if is_deleted else ("memory", "list", stats.live)
    return message(f"No {every} fits “{selection.words}”. /memory {verb} shows all {count:,}.")


def fitting(selection: Selection, memories: Sequence[Memory], *, from_end: bool) -> Sequence[Memory]:
    """Return the first memories, or the last ones, that fit on a page and into a message."""
    shown = memories[-PAGE:] if from_end else memories[:PAGE]
    while len(shown) > 1 and len(compose(*_pieces(selection, shown, _LONGEST_POSITION), _LONGEST_HINT)) > 1:
        shown = shown[1:] if from_end else shown[:-1]
    return shown


def rendered(page: Page) -> Text:
    """Return a page as a message."""
    known, is_deleted = fits_buttons(page.selection), page.selection.which is Which.DELETED
    selection = page.selection if known else Selection(which=Which.DELETED if is_deleted else Which.LIVE)
    first, last = page.memories[0].id, page.memories[-1].id
    numbers = [
        OfOne(Act.SHOW, memory.id, first, selection).button(f"{number} 📌" if memory.pinned else str(number))
        for number, memory in enumerate(page.memories, start=page.first)
    ]
    earlier = [Place(Side.BEFORE, first, selection).button("◀️ Previous")] if page.before and known else []
    later = [Place(Side.AFTER, last, selection).button("Next ▶️")] if page.has_next and known else []
    narrow = _NARROW if (page.before or page.has_next) and not known else ""
    hint = f"\n\n{_TAP}{narrow}\n{_RESTORE if is_deleted else _DELETE}"
    pieces = _pieces(page.selection, page.memories, page.position, page.first)
    return message(*pieces, hint, buttons=[numbers, [*earlier, *later]])


def _pieces(
    selection: Selection, memories: Iterable[Memory], position: str, first: int = MOST_COUNTED
) -> list[str | RichText]:
    is_best = selection.which is Which.BEST
    pieces: list[str | RichText] = [*_HEADINGS[selection.which], position]
    numbered = enumerate(memories, start=first)
    for category, group in groupby(numbered, key=lambda it: "" if is_best else it[1].category.value):
        pieces += ["\n\n", bold(category.title())] if category else ["\n"]
        for number, memory in group:
            pin = "📌 " if memory.pinned else ""
            pieces += [f"\n{number}. {pin}{read_line(memory.content)}"]
    return pieces
