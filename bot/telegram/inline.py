"""Inline mode: `@bot words` in any chat finds the memories and notes of the one who types it (Bot API, InlineQuery).

Nothing of a query is stored or logged, and it is answered at once: it waits in no chat's lanes.
"""

import re
from collections.abc import Sequence
from typing import Final

import structlog
from telegram import (
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.error import BadRequest, TelegramError
from telegram.ext import ExtBot

from bot.chat.services import TurnServices
from bot.database.search import memories_and_notes
from bot.database.search.memories_and_notes import Found
from bot.errors import DatabaseUnavailable
from bot.language import mark, t
from bot.memory.second_person import read_line
from bot.telegram.buttons import shortened
from bot.telegram.memory.categories import category_name
from bot.telegram.notebook.showing import boxed, boxed_line, cut
from bot.telegram.welcome import FROM_INLINE
from bot.values.memories import Memory
from bot.values.notes import Note
from bot.values.owner import Owner
from bot.values.text import clean, one_line

PAGE: Final = 25
"""Results of an answer; Telegram takes up to 50, and asks for more as the user scrolls."""
_CACHED_SECONDS: Final = 300
"""Seconds for which Telegram keeps the empty answer to a stranger, for the stranger alone."""
_TITLE_UNITS: Final = 64
_DESCRIPTION_UNITS: Final = 160
_MOST_UNITS: Final = 4_096
"""Most UTF-16 units of a message (Bot API, InputTextMessageContent)."""
_OFFSET: Final = re.compile("[0-9]{1,3}")
_TOO_OLD: Final = "query is too old"
_NOTHING: Final = mark("I don't remember anything yet. Tell me something")
_NONE_FITS: Final = mark("Nothing found. Write it down")

log = structlog.get_logger()


class InlineAnswers:
    """Answers inline queries."""

    def __init__(self, bot: ExtBot[None], services: TurnServices) -> None:
        self._bot = bot
        self._services = services

    async def answer(self, query: InlineQuery, owner: Owner | None) -> None:
        """Answer a query with what its sender's words find, or with nothing for a stranger (None)."""
        if owner is None:
            await self._send(query, [], cache_time=_CACHED_SECONDS)
            return
        words, begin = one_line(clean(query.query)), _place(query.offset)
        try:
            found = await self._found(owner, words)
        except DatabaseUnavailable:
            log.warning("an inline query gets no answer: the database is unavailable")
            return
        with self._services.languages.spoken(owner):
            results = [_result(it) for it in found[begin : begin + PAGE]]
            way = t(_NONE_FITS if words else _NOTHING)
        more = str(begin + PAGE) if begin + PAGE < len(found) else ""
        button = None if found else InlineQueryResultsButton(way, start_parameter=FROM_INLINE)
        await self._send(query, results, next_offset=more, button=button)

    async def _found(self, owner: Owner, words: str) -> Sequence[Found]:
        """Return what fits words, or without any what was changed last. Raises DatabaseUnavailable."""
        embedding = await self._services.embeddings.of(words) if words else None
        async with self._services.database.transaction() as tx:
            if words:
                return await memories_and_notes.find(tx, owner, words, embedding, excerpts=_DESCRIPTION_UNITS)
            return await memories_and_notes.newest(tx, owner, excerpts=_DESCRIPTION_UNITS)

    async def _send(
        self,
        query: InlineQuery,
        results: Sequence[InlineQueryResultArticle],
        *,
        cache_time: int = 0,
        next_offset: str = "",
        button: InlineQueryResultsButton | None = None,
    ) -> None:
        """Send an answer for the query's sender alone; one that Telegram doesn't wait for any more is dropped."""
        try:
            await self._bot.answer_inline_query(
                query.id, results, cache_time=cache_time, is_personal=True, next_offset=next_offset, button=button
            )
        except BadRequest as error:
            if _TOO_OLD not in str(error).lower():
                log.warning("an answer to an inline query was refused", error=str(error))
        except TelegramError as error:
            log.warning("an inline query gets no answer", error=type(error).__name__)


def _place(offset: str) -> int:
    """Return the number of results that a client has already; 0 for an offset that isn't ours."""
    return int(offset) if _OFFSET.fullmatch(offset) else 0


def _result(found: Found) -> InlineQueryResultArticle:
    return _memory(found) if isinstance(found, Memory) else _note(found.note, found.excerpt.text)


def _memory(memory: Memory) -> InlineQueryResultArticle:
    pin = "📌 " if memory.pinned else ""
    return InlineQueryResultArticle(
        id=f"memory-{memory.id}",
        title=shortened(f"{pin}{memory.subject or category_name(memory.category)}", _TITLE_UNITS),
        description=shortened(read_line(memory.content), _DESCRIPTION_UNITS),
        input_message_content=InputTextMessageContent(memory.content),
    )


def _note(note: Note, excerpt: str) -> InlineQueryResultArticle:
    line = boxed_line(excerpt)
    warned = t("⚠️ May hold text from elsewhere: {text}", text=line) if note.untrusted else line
    return InlineQueryResultArticle(
        id=f"note-{note.id}",
        title=shortened(f"📓 {note.name}", _TITLE_UNITS),
        description=shortened(warned, _DESCRIPTION_UNITS),
        input_message_content=InputTextMessageContent(cut(f"{note.name}\n\n{boxed(note.content)}", _MOST_UNITS)),
    )
