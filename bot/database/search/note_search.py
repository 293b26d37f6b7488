"""Note search by words, and by parts of words where few notes hold them."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from bot.database import notebook as stored
from bot.database.engine import Transaction
from bot.database.search.excerpts import Excerpt, excerpt, marked
from bot.database.search.lexemes import MOST_CANDIDATES, read_lexemes
from bot.database.search.ranking import Fit, by_words, fused
from bot.values.notes import Note
from bot.values.owner import Owner
from bot.values.text import one_line

ENOUGH: Final = 3
"""Fewest matches by whole words; below, parts of words are searched, too."""

_HOLDING: Final = text("""
SELECT note_id, length(words) AS length, ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words
FROM agent_note_words JOIN agent_notes AS note ON note.id = note_id
WHERE words @@ CAST(:fitting AS tsquery) AND bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
LIMIT :most
""")
_HOLDING_PARTS: Final = text("""
SELECT note.id
FROM agent_notes AS note JOIN agent_note_versions AS version ON version.note_id = note.id
WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL AND version_number = note.version AND (
    SELECT bool_and(strpos(lower(concat_ws(' ', name, content)), lower(part)) > 0)
    FROM unnest(CAST(:parts AS text[])) AS part
)
ORDER BY note.updated_at DESC, note.id
LIMIT :most
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNote:
    """A note that was found, with an excerpt on one line."""

    note: Note
    excerpt: Excerpt


async def find_notes(tx: Transaction, owner: Owner, words: str, *, limit: int, most: int) -> list[FoundNote]:
    """Return the owner's live notes that fit words best, with excerpts of at most `most` characters."""
    lexemes = await read_lexemes(tx, "agent_note_words", words)
    fits: list[Fit[str]] = []
    if lexemes.queries:
        asked = {"queries": lexemes.queries, "fitting": " | ".join(lexemes.fitting), "most": MOST_CANDIDATES}
        rows = await tx.connection.execute(_HOLDING, {**owner.columns, **asked})
        fits = [Fit(key=row.note_id, words=frozenset(row.words), length=row.length) for row in rows]
    worded = by_words(fits, lexemes.weights)
    by_parts: dict[str, float] = {}
    parts = one_line(words).split()
    if len(worded) < ENOUGH:
        found = await tx.connection.scalars(_HOLDING_PARTS, {**owner.columns, "parts": parts, "most": limit})
        by_parts = {note_id: -place for place, note_id in enumerate(found)}
    notes = await stored.those(tx, owner, fused(worded, by_parts)[:limit])
    shown = (marked(note.content, lexemes.queries) for note in notes)
    return [FoundNote(note=note, excerpt=excerpt(it, most)) for note, it in zip(notes, shown, strict=True)]
