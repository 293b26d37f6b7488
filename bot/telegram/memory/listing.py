"""A page of memories: one message, with a button for each of them and for the pages beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.database import memory_pages
from bot.database.engine import Transaction
from bot.database.memory_pages import Selection
from bot.database.search.memory_search import MemorySearch
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.memory.presses import Act, Place, PressOfOne, Side, fits_buttons
from bot.telegram.texts import Button, Buttons, Text
from bot.values import Embedding, Memory, Owner, one_line

PAGE: Final = 8
"""Most memories on a page."""
MOST_COUNTED: Final = 1_000

_NOTHING: Final = "I don't remember anything yet. Tell me something, such as: Remember that I like tea."
_NOTHING_DELETED: Final = "I have forgotten nothing."
_TAP: Final = "Tap a number to open one."
_NARROW: Final = " That is not all: shorter words let you turn the page."
_RESTORE: Final = "Use /memory restore <id> to bring one back."
_DELETE: Final = "Use /memory delete <id> to remove a memory."
_LONGEST_HINT: Final = f"\n\n{_TAP}{_NARROW}\n{_DELETE}"
_LONGEST_POSITION: Final = f" {MOST_COUNTED:,} to {MOST_COUNTED:,} of more than {MOST_COUNTED:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some memories of a list, and whether there are others before and after them.

    `first` is the number of the first one in the list, and `of` the length of the list. Both count up to
    `MOST_COUNTED` and one, and are 0 where nothing is counted.
    """

    selection: Selection
    memories: Sequence[Memory]
    before: bool
    after: bool
    first: int = 0
    of: int = 0

    @property
    def position(self) -> str:
        """Which part of the list this is; empty if it is all of it, or if that is unknown."""
        if not (self.before or self.after) or not 0 < self.first <= MOST_COUNTED:
            return ""
        return f" {self.first:,} to {self.first + len(self.memories) - 1:,} of {_counted(self.of)}"


class MemoryList:
    """Turns the pages of an owner's list."""

    def __init__(self, search: MemorySearch) -> None:
        self._search = search

    async def page(self, tx: Transaction, owner: Owner, place: Place, embedding: Embedding | None = None) -> Text:
        """Return a page as a message, in the caller's transaction; the first one if there is none at that place.

        A search goes by the words, and by the `embedding` if it is known.
        """
        if place.selection.best:
            best = await self._best(tx, owner, place.selection, embedding)
            return rendered(best) if best else await self._nothing(tx, owner, place.selection)
        page = await self._page(tx, owner, place)
        if page is None and place.memory_id:
            page = await self._page(tx, owner, Place(place.selection))
        return rendered(page) if page else await self._nothing(tx, owner, place.selection)

    async def _page(self, tx: Transaction, owner: Owner, place: Place) -> Page | None:
        selection, memory_id = place.selection, place.memory_id
        if not memory_id:
            found = await memory_pages.first(tx, owner, selection, PAGE)
        else:
            beside = {
                Side.FROM: memory_pages.beginning_with,
                Side.AFTER: memory_pages.after,
                Side.BEFORE: memory_pages.before,
            }
            found = await beside[place.side](tx, owner, selection, memory_id, PAGE)
        if not found:
            return None
        shown = fitting(selection, found, from_end=place.side is Side.BEFORE)
        before = await memory_pages.count(tx, owner, selection, MOST_COUNTED, before=shown[0]) if memory_id else 0
        return Page(
            selection=selection,
            memories=shown,
            before=before > 0,
            after=bool(await memory_pages.after(tx, owner, selection, shown[-1].id, 1)),
            first=before + 1,
            of=await memory_pages.count(tx, owner, selection, MOST_COUNTED + 1),
        )

    async def _best(
        self, tx: Transaction, owner: Owner, selection: Selection, embedding: Embedding | None
    ) -> Page | None:
        """Return the memories that fit best, as many as a page has."""
        found = [it.memory for it in await self._search.search(tx, owner, selection.words, embedding, limit=PAGE)]
        shown = fitting(selection, found, from_end=False)
        return Page(selection=selection, memories=shown, before=False, after=False) if shown else None

    async def _nothing(self, tx: Transaction, owner: Owner, selection: Selection) -> Text:
        if not selection.words:
            return _text(_NOTHING_DELETED if selection.deleted else _NOTHING)
        count = await memory_pages.count(tx, owner, Selection(deleted=selection.deleted), MOST_COUNTED + 1)
        every, verb = ("deleted memory", "deleted") if selection.deleted else ("memory", "list")
        return _text(f"No {every} fits “{selection.words}”. /memory {verb} shows all {_counted(count)}.")


def fitting(selection: Selection, memories: Sequence[Memory], *, from_end: bool) -> Sequence[Memory]:
    """Return as many of the first memories, or of the last ones, as fit into one message with all they say."""
    while len(memories) > 1 and len(compose(*_pieces(selection, memories, _LONGEST_POSITION), _LONGEST_HINT)) > 1:
        memories = memories[1:] if from_end else memories[:-1]
    return memories


def rendered(page: Page) -> Text:
    """Return a page as a message."""
    pieces = _pieces(page.selection, page.memories, page.position)
    return replace(_text(*pieces, _hint(page)), buttons=_buttons(page))


def _pieces(selection: Selection, memories: Iterable[Memory], position: str) -> list[str | RichText]:
    heading = ("🗑 ", bold("Your deleted memories:")) if selection.deleted else ("📝 ", bold("Your memories:"))
    if selection.best:
        heading = ("🔎 ", bold("What fits best:"))
    pieces: list[str | RichText] = [*heading, position]
    numbered = enumerate(memories, start=1)
    for category, group in groupby(numbered, key=lambda it: "" if selection.best else it[1].category.value):
        pieces += ["\n\n", bold(category.title())] if category else ["\n"]
        for number, memory in group:
            pin = "📌 " if memory.pinned else ""
            pieces += [f"\n{number}. [", code(memory.id), f"] {pin}{one_line(memory.content)}"]
    return pieces


def _hint(page: Page) -> str:
    """Say what can be done with a page."""
    is_all = not page.before and not page.after
    narrow = "" if is_all or fits_buttons(page.selection) else _NARROW
    return f"\n\n{_TAP}{narrow}\n{_RESTORE if page.selection.deleted else _DELETE}"


def _buttons(page: Page) -> Buttons:
    known = fits_buttons(page.selection)
    selection = page.selection if known else Selection(deleted=page.selection.deleted)
    first, last = page.memories[0].id, page.memories[-1].id
    back = Place(selection, Side.FROM, first)
    numbers = [
        Button(f"{number} 📌" if memory.pinned else str(number), PressOfOne(Act.SHOW, memory.id, back).data)
        for number, memory in enumerate(page.memories, start=1)
    ]
    turns = [
        *([Button("◀️ Previous", Place(selection, Side.BEFORE, first).data)] if page.before and known else []),
        *([Button("Next ▶️", Place(selection, Side.AFTER, last).data)] if page.after and known else []),
    ]
    return [row for row in (numbers, turns) if row]


def _counted(count: int) -> str:
    return f"more than {MOST_COUNTED:,}" if count > MOST_COUNTED else f"{count:,}"


def _text(*pieces: str | RichText) -> Text:
    return compose(*pieces)[0]
