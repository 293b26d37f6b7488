"""Lists in a chat: pages of numbered entries, a button for each number, and buttons that turn the pages.

Pages have numbers, or are turned by what their buttons hold, such as an entry or a moment.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Annotated, Final, Generic, Self, TypeAlias, TypeVar

from pydantic import Field

from bot.kit.language import mark, number, sentences, t
from bot.kit.text import one_line
from bot.telegram.buttons import ButtonData, message, rows_of
from bot.telegram.formatting import RichText, bold, compose
from bot.telegram.texts import Button, Buttons, Text

PAGE: Final = 8
"""Most entries on a page."""
_ROW: Final = 4
_TAP: Final = mark("Tap a number to open one.")
_NARROW: Final = mark("There are more. To see other pages, use shorter words.")
_POSITION: Final = mark("{first}\N{EN DASH}{last} of {total}")

PageNumber: TypeAlias = Annotated[int, Field(ge=1, lt=10**9)]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """A page of a list: its items, and the buttons that turn to other pages.

    `first` is the place of its first item among `of` items on all pages (0 if that is unknown).
    """

    items: Sequence[T]
    first: int = 1
    of: int = 0
    turns: Sequence[Button] = ()
    number: int = 1

    @classmethod
    def cut(cls, items: Sequence[T], page: int, to: Callable[[int], ButtonData], most: int = PAGE) -> Self:
        """Return a page of all items by its number, or the last one if there are fewer; `to` opens another page."""
        page = min(page, _pages(len(items), most))
        skip, turned = (page - 1) * most, turns_of(page, len(items), to, most)
        return cls(items=items[skip : skip + most], first=skip + 1, of=len(items), turns=turned, number=page)

    @classmethod
    async def load(
        cls, page: int, load: Callable[[int], Awaitable[tuple[Sequence[T], int]]], to: Callable[[int], ButtonData]
    ) -> Self:
        """Load a page by its number, or the last one if there are fewer; `to` opens another page.

        `load` returns the items after so many, and if there are any, the number of all.
        """
        items, of = await load((page - 1) * PAGE)
        if not items and page > 1:
            _, of = await load(0)
            page = _pages(of, PAGE)
            items, of = await load((page - 1) * PAGE)
        return cls(items=items, first=(page - 1) * PAGE + 1, of=of, turns=turns_of(page, of, to), number=page)

    @property
    def position(self) -> str:
        """Which items it shows, such as "9-16 of 1,002"; empty if it shows all of them."""
        last = self.first + len(self.items) - 1
        place = {"first": number(self.first), "last": number(last), "total": number(self.of)}
        return t(_POSITION, **place) if self.has_more else ""

    @property
    def has_more(self) -> bool:
        """Whether there are other pages."""
        return self.of > len(self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a list: what it says, and what its number opens; without either, it has no number.

    Its `number` is its place unless it has one of its own. A `sign` stands before its words and on its button, which
    begins with what it `does` unless it opens.
    The first one of a `group` has that as a heading.
    """

    says: Sequence[str | RichText]
    opens: ButtonData | None = None
    number: int | None = None
    sign: str = ""
    does: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Generic[T]):
    """A page of a list with at least one item, as its message.

    Below the entries come `notes`, what a `tap` on a number does, and `hints`. Below the numbers come other `buttons`,
    those that turn pages, and one that leads `back`.
    """

    sign: str
    heading: str
    page: Page[T]
    entry: Callable[[T], Entry]
    notes: Sequence[str | RichText] = ()
    tap: str = ""
    hints: Sequence[str] = ()
    buttons: Buttons = ()
    back: ButtonData | None = None

    @property
    def fits(self) -> bool:
        """Whether all of it fits into one message."""
        return len(compose(*self._pieces())) == 1

    @property
    def text(self) -> Text:
        """The message."""
        labels = ((f"{it.does} {at} {it.sign}".strip(), it.opens) for at, it in self._entries())
        numbers = [opens.button(label) for label, opens in labels if opens]
        leaving = [self.back.button(t("◀️ Back"))] if self.back else []
        return message(*self._pieces(), buttons=[*rows_of(numbers, _ROW), *self.buttons, self.page.turns, leaving])

    def _entries(self) -> list[tuple[int, Entry]]:
        numbered = enumerate(map(self.entry, self.page.items), start=self.page.first)
        return [(entry.number or place, entry) for place, entry in numbered]

    def _pieces(self) -> list[str | RichText]:
        entries = self._entries()
        pieces: list[str | RichText] = [self.sign, " ", bold(self.heading), f" {self.page.position}".rstrip()]
        for group, its in groupby(entries, key=lambda it: it[1].group):
            pieces += ["\n\n", bold(group)] if group else ["\n"]
            for at, entry in its:
                pieces.append(f"\n{at}. " if entry.opens or entry.number else "\n• ")
                pieces += [f"{entry.sign} " if entry.sign else "", *entry.says]
        tap = (self.tap or t(_TAP)) if any(entry.opens for _, entry in entries) else ""
        narrow = t(_NARROW) if self.page.has_more and not self.page.turns else ""
        hints = sentences(tap, narrow, *self.hints)
        return [*pieces, *self.notes, f"\n\n{hints}" if hints else ""]


def turns(
    *,
    first: ButtonData | None = None,
    previous: ButtonData | None = None,
    following: ButtonData | None = None,
    last: ButtonData | None = None,
) -> list[Button]:
    """Return the buttons that turn to other pages, those that there are."""
    labels = (("⏮", first), (t("◀️ Previous"), previous), (t("Next ▶️"), following), ("⏭", last))
    return [opens.button(label) for label, opens in labels if opens]


def turns_of(page: int, of: int, to: Callable[[int], ButtonData], most: int = PAGE) -> list[Button]:
    """Return the buttons that turn to other pages by their numbers."""
    end = _pages(of, most)
    return turns(
        first=to(1) if page - 1 > 1 else None,
        previous=to(page - 1) if page > 1 else None,
        following=to(page + 1) if page < end else None,
        last=to(end) if page + 1 < end else None,
    )


def _pages(of: int, most: int) -> int:
    return max(1, ceil(of / most))


def nothing_found(words: str) -> str:
    """Return that nothing is found, and what to try."""
    return t("I found nothing about “{words}”. Try fewer or other words.", words=one_line(words))
