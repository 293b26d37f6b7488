"""`/search`: passages of what was said, each quoting the message it stands in, so that a tap leads there."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from bot.database.engine import Transaction
from bot.database.search.conversation_search import Wanted, day_begins, exchanges
from bot.database.search.excerpts import Excerpt
from bot.database.search.passages import Passage
from bot.telegram.buttons import message
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.history_command import ResumeButton
from bot.telegram.texts import Text
from bot.values import Embedding, Owner, one_line

PASSAGES: Final = 5
USAGE: Final = """\
/search <words>: find what we said, in every conversation that I kept

Messages with all the words come first. “Quotes” keep words together, -word leaves one out, or allows either. \
after:2026-01-31 and before:2026-03-01 limit the days."""

_CHARACTERS: Final = 400
"""Characters of a message that are shown."""
_MOST_HITS: Final = 40
"""Hits shown in bold in a message: Telegram takes 100 entities in what may show a question and its answer."""
_DATE: Final = re.compile(r"(?:^|(?<=\s))(after|before):(\S*)", re.IGNORECASE)
_QUOTES: Final = str.maketrans("“”„«»", '"""""')
"""What phones make of quotation marks."""


async def search(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
) -> Sequence[Text]:
    """Find the best passages, in the caller's transaction; a message for each."""
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
    return [_told(exchange, timezone) for exchange in found]


def searched_for(words: str) -> str:
    """Return the words to search for, of what stands after `/search`."""
    return one_line(_DATE.sub(" ", words)).translate(_QUOTES)


def parse(words: str, timezone: tzinfo | None) -> Wanted:
    """Read what stands after `/search`. Raises ValueError with what was to be a day."""
    begins = dict[str, datetime]()
    for name, day in _DATE.findall(words):
        try:
            begins[name.casefold()] = day_begins(day, timezone)
        except ValueError:
            raise ValueError(day) from None
    return Wanted(words=searched_for(words), after=begins.get("after"), before=begins.get("before"))


def _with_hits(excerpt: Excerpt) -> list[str | RichText]:
    """Show an excerpt with its first hits in bold."""
    pieces: list[str | RichText] = []
    shown = 0
    for first, last in excerpt.hits[:_MOST_HITS]:
        pieces += [excerpt.text[shown:first], bold(excerpt.text[first:last])]
        shown = last
    return [*pieces, excerpt.text[shown:]]


def _told(exchange: Sequence[Passage], timezone: tzinfo | None) -> Text:
    pieces: list[str | RichText] = []
    for passage in exchange:
        at = f"{passage.said_at.astimezone(timezone):%d %b %Y, %H:%M}"
        who = "me"
        if passage.by_user:
            who = "forwarded or quoted by you" if passage.untrusted else "you"
        pieces += [f"{at}, {who}:\n", *_with_hits(passage.excerpt), "\n\n"]
    number = exchange[0].conversation
    told = message(*pieces, f"Conversation {number}", buttons=[[ResumeButton(number).button("▶️ Continue it")]])
    return replace(told, quoted_id=exchange[0].message_id)
