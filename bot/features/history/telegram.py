"""`/history` lists conversations. `/search` shows passages, each as a quote of its message that leads there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import ClassVar, Final

from bot.features.history.store.passages import Passage
from bot.features.history.store.search import Wanted, exchanges, excluded, included
from bot.features.notes.store.search import find_notes
from bot.features.notes.telegram.showing import found_in_notes
from bot.kit.language import date, date_time, mark, plural, space, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.kit.zones import day_begins
from bot.store.engine import Transaction
from bot.store.search.excerpts import Excerpt
from bot.telegram.buttons import ButtonData, Press, Reaction, message
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.help import form
from bot.telegram.listing import PAGE, Entry, Listing, Page, PageNumber, nothing_found
from bot.telegram.texts import Text
from bot.turns.store import history
from bot.turns.store.history import PastConversation

_HISTORY_FORM: Final = mark("Send {command} for the newest conversations, or give a page:")

PASSAGES: Final = 5
NOTES: Final = 3
_SEARCH_FORM: Final = mark("What should I look for? I search our conversations and your notes. For example:")
_SEARCH_EXAMPLES: Final = ("/search boat", '/search "blue boat" -sail', "/search after:2026-01-31 boat")

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

    page: PageNumber


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
    return (
        [await page(timezone, tx, owner, pressed.page)]
        if pressed
        else form(t(_HISTORY_FORM, command="/history"), "/history 2")
    )


async def turn_page(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Open a button's page."""
    pressed = PageButton.parsed(press.data)
    return Reaction(shows=await page(timezone, tx, owner, pressed.page))


async def page(timezone: tzinfo | None, tx: Transaction, owner: Owner, number: int = 1) -> Text:
    """Return a page as a message, with a button for each ended conversation."""
    shown = await Page[PastConversation].load(
        number, lambda skip: history.newest(tx, owner, skip=skip, most=PAGE), PageButton
    )
    if not shown.items:
        return message(t("There are no conversations yet."))

    def entry(past: PastConversation) -> Entry:
        opens = ResumeButton(past.number) if past.ended_at else None
        return Entry(number=past.number, says=[facts(past, timezone)], opens=opens)

    return Listing(
        sign="🗂",
        heading=t("Our conversations:"),
        page=shown,
        entry=entry,
        tap=t("Tap a number to continue that conversation. /forget <number> erases one."),
    ).text


def title(past: PastConversation, timezone: tzinfo | None) -> str:
    """Render a conversation on one line: number, date, turns, and the user's first words."""
    return f"{past.number}, {facts(past, timezone)}"


def facts(past: PastConversation, timezone: tzinfo | None) -> str:
    """Render what is known of a conversation besides its number."""
    began = date(past.started_at.astimezone(timezone))
    turns = plural("{count} exchange", "{count} exchanges", past.turns)
    known = [began, turns, *([t("current")] if past.ended_at is None else [])]
    words = f": “{past.first_words}”" if past.first_words else ""
    return f"{', '.join(known)}{words}"


async def search(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
) -> Sequence[Text]:
    """Return a message for each of the best passages, in the caller's transaction."""
    try:
        wanted = parse(words, timezone)
    except ValueError as error:
        example = filled(t("Write it like this: {example}"), example=code("/search after:2026-01-31 boat"))
        return compose(t("I don't understand the date “{date}”.", date=error), space(), example)
    if not wanted.words:
        return form(t(_SEARCH_FORM), *_SEARCH_EXAMPLES)
    found = await exchanges(tx, owner, replace(wanted, embedding=embedding), limit=PASSAGES, most=_CHARACTERS)
    notes = await _notes(tx, owner, wanted)
    if not (found or notes):
        return compose(nothing_found(words))
    return [*(_passage(exchange, timezone) for exchange in found), *notes]


async def _notes(tx: Transaction, owner: Owner, wanted: Wanted) -> list[Text]:
    """Return the notes that are found as a message; none where days are wanted, on which notes were not said."""
    if wanted.after or wanted.before:
        return []
    without = excluded(wanted.words)
    found = await find_notes(tx, owner, included(wanted.words), limit=NOTES, most=_CHARACTERS, without=without)
    return [found_in_notes(found)] if found else []


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
        at, who = date_time(passage.said_at.astimezone(timezone)), t("me")
        if passage.by_user:
            who = t("forwarded or quoted by you") if passage.untrusted else t("you")
        pieces += [f"{at}, {who}:\n", *_with_hits(passage.excerpt), "\n\n"]
    number = exchange[0].conversation
    text = message(
        *pieces,
        t("Conversation {number}", number=number),
        buttons=[[ResumeButton(number).button(t("▶️ Continue it"))]],
    )
    return replace(text, quoted_id=exchange[0].message_id)
