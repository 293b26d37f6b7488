"""`/history` lists conversations. `/search` shows passages, each as a quote of its message that leads there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from math import ceil
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.database import history
from bot.database.engine import Transaction
from bot.database.history import PastConversation
from bot.database.search.conversation_search import Wanted, day_begins, exchanges
from bot.database.search.excerpts import Excerpt
from bot.database.search.passages import Passage
from bot.telegram.buttons import ButtonData, Press, Reaction, message, quantity
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.texts import Text
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.text import one_line

PAGE: Final = 15
"""Most conversations on a page."""
_ROW: Final = 5
_HISTORY_USAGE: Final = "Usage: /history, or /history <page>. The newest conversations come first."

PASSAGES: Final = 5
USAGE: Final = """\
/search <words>: find what we said, in every conversation that I kept

Messages with all the words come first. “Quotes” keep words together, -word leaves one out, or allows either. \
after:2026-01-31 and before:2026-03-01 limit the days."""

_CHARACTERS: Final = 400
"""Most characters shown of a message."""
_MOST_HITS: Final = 40
"""Most hits in bold per passage; a message of two passages may have 100 entities."""
_DATE: Final = re.compile(r"(?:^|(?<=\s))(after|before):(\S*)", re.IGNORECASE)
_QUOTES: Final = str.maketrans("“”„«»", '"""""')
"""Typographic quotation marks, which phones insert."""


@dataclass(frozen=True, slots=True)
class PageButton(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "history"

    page: Annotated[int, Field(ge=1, lt=10**9)]


@dataclass(frozen=True, slots=True)
class ResumeButton(ButtonData):
    """Does the same as `/resume <number>`."""

    NAME: ClassVar = "resume"

    number: int


async def list_conversations(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, *_: object
) -> Sequence[Text]:
    """List a page of conversations, newest first, in the caller's transaction."""
    pressed = PageButton.read(words or "1")
    return [await page(timezone, tx, owner, pressed.page)] if pressed else compose(_HISTORY_USAGE)


async def turn_page(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Open a button's page."""
    pressed = PageButton.read(press.data)
    return Reaction(shows=await page(timezone, tx, owner, pressed.page)) if pressed else None


async def page(timezone: tzinfo | None, tx: Transaction, owner: Owner, number: int = 1) -> Text:
    """Return a page as a message, with a button for each ended conversation."""
    shown, of = await history.newest(tx, owner, skip=(number - 1) * PAGE, most=PAGE)
    pages = ceil(of / PAGE)
    ended = [ResumeButton(it.number).button(str(it.number)) for it in shown if it.ended_at]
    newer = [PageButton(number - 1).button("◀️ Newer")] if number > 1 else []
    earlier = [PageButton(number + 1).button("Earlier ▶️")] if number < pages else []
    buttons = [*(ended[first : first + _ROW] for first in range(0, len(ended), _ROW)), [*newer, *earlier]]
    if not shown:
        nothing = "There are no conversations yet." if number == 1 else "There are no earlier conversations."
        return message(nothing, buttons=buttons)
    position = f", page {number:,} of {pages:,}" if pages > 1 else ""
    lines = [f"\n• {title(past, timezone)}" for past in shown]
    hint = "\n\nTap a number to continue that conversation. /forget <number> erases one." if ended else ""
    return message("🗂 ", bold(f"Our conversations{position}:"), "\n", *lines, hint, buttons=buttons)


def title(past: PastConversation, timezone: tzinfo | None) -> str:
    """Render a conversation on one line: number, date, turns, and first words."""
    turns = quantity(past.turns, "turn", "turns")
    now = ", the current one" if past.ended_at is None else ""
    return f"{past.number}, {past.started_at.astimezone(timezone):%d %b %Y}, {turns}{now}: “{past.first_words}”"


async def search(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
) -> Sequence[Text]:
    """Return a message for each of the best passages, in the caller's transaction."""
    try:
        wanted = parse(words, timezone)
    except ValueError as error:
        return compose(
            f"I don't understand the date “{error}”. Write it like this: ", code("/search after:2026-01-31 boat")
        )
    if not wanted.words:
        return [Text(USAGE)]
    found = await exchanges(tx, owner, replace(wanted, embedding=embedding), limit=PASSAGES, most=_CHARACTERS)
    if not found:
        return compose(f"I found nothing about “{one_line(words)}”. Fewer or other words may find it.")
    return [_passage(exchange, timezone) for exchange in found]


def searched_for(words: str) -> str:
    """Return the search words without the dates."""
    return one_line(_DATE.sub(" ", words)).translate(_QUOTES)


def parse(words: str, timezone: tzinfo | None) -> Wanted:
    """Parse the words after `/search`. Raises ValueError with an invalid date."""
    begins = dict[str, datetime]()
    for name, day in _DATE.findall(words):
        try:
            begins[name.casefold()] = day_begins(day, timezone)
        except ValueError:
            raise ValueError(day) from None
    return Wanted(words=searched_for(words), after=begins.get("after"), before=begins.get("before"))


def _with_hits(excerpt: Excerpt) -> list[str | RichText]:
    """Render an excerpt with its first hits in bold."""
    pieces: list[str | RichText] = []
    shown = 0
    for first, last in excerpt.hits[:_MOST_HITS]:
        pieces += [excerpt.text[shown:first], bold(excerpt.text[first:last])]
        shown = last
    return [*pieces, excerpt.text[shown:]]


def _passage(exchange: Sequence[Passage], timezone: tzinfo | None) -> Text:
    pieces: list[str | RichText] = []
    for passage in exchange:
        at = f"{passage.said_at.astimezone(timezone):%d %b %Y, %H:%M}"
        who = "me"
        if passage.by_user:
            who = "forwarded or quoted by you" if passage.untrusted else "you"
        pieces += [f"{at}, {who}:\n", *_with_hits(passage.excerpt), "\n\n"]
    number = exchange[0].conversation
    text = message(*pieces, f"Conversation {number}", buttons=[[ResumeButton(number).button("▶️ Continue it")]])
    return replace(text, quoted_id=exchange[0].message_id)
