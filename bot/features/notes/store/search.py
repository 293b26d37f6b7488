"""Note search by words, and by parts of words where few notes hold them."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from bot.features.notes.store import notes as stored
from bot.features.notes.values import Note
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.store.search.excerpts import Excerpt, excerpt, marked
from bot.store.search.lexemes import MOST_CANDIDATES, ask_lexemes, read_lexemes
from bot.store.search.ranking import Fit, by_words, fused

ENOUGH: Final = 3
"""Fewest matches by whole words; below, parts of words are searched, too."""
READ_FOR_PARTS: Final = 300
"""Most notes whose texts are read for parts of words, those changed last; names are read of all."""
_MOST_PARTS: Final = 12

# An empty query of excluded words leaves none out.
_IS_NOT_EXCLUDED: Final = """
(:without = '' OR EXISTS (
    SELECT FROM agent_note_words AS indexed CROSS JOIN agent_search
    WHERE indexed.note_id = note.id
    AND indexed.words @@ websearch_to_tsquery(CAST(language AS regconfig), agent_words_apart(:without))
))
"""
_HOLDING: Final = text(f"""
SELECT note_id, length(words) AS length, ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words
FROM agent_note_words JOIN agent_notes AS note ON note.id = note_id
WHERE words @@ CAST(:fitting AS tsquery) AND bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
AND {_IS_NOT_EXCLUDED}
LIMIT :most
""")  # noqa: S608 - only our own words
_HOLDING_PARTS: Final = text(f"""
WITH note AS (
    SELECT id, name, version, row_number() OVER (ORDER BY updated_at DESC, id DESC) AS place
    FROM agent_notes
    WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
)
SELECT note.id
FROM note CROSS JOIN LATERAL (
    SELECT lower(concat_ws(' ', note.name, CASE WHEN place <= :read THEN (
        SELECT content FROM agent_note_versions WHERE note_id = note.id AND version_number = note.version
    ) END)) AS whole
    OFFSET 0
) AS read_once
WHERE (SELECT bool_and(strpos(whole, lower(part)) > 0) FROM unnest(CAST(:parts AS text[])) AS part)
AND {_IS_NOT_EXCLUDED}
ORDER BY place
LIMIT :most
""")  # noqa: S608 - only our own words


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNote:
    """A note that was found, with an excerpt on one line."""

    note: Note
    excerpt: Excerpt


async def find_notes(
    tx: Transaction, owner: Owner, words: str, *, limit: int, most: int, without: str = ""
) -> list[FoundNote]:
    """Return the owner's live notes that fit words best, with excerpts of at most `most` characters.

    Notes are left out that don't match `without`, which are excluded words in the syntax of websearch_to_tsquery.
    """
    lexemes = await read_lexemes(tx, ask_lexemes(tx, "agent_note_words", words))
    fits: list[Fit[str]] = []
    if lexemes.queries:
        asked = {"queries": lexemes.queries, "fitting": " | ".join(lexemes.fitting), "most": MOST_CANDIDATES}
        rows = await tx.connection.execute(_HOLDING, {**owner.columns, **asked, "without": without})
        fits = [Fit(key=row.note_id, words=frozenset(row.words), length=row.length) for row in rows]
    worded = by_words(fits, lexemes.weights)
    by_parts: dict[str, float] = {}
    parts = one_line(words).split()[:_MOST_PARTS]
    if len(worded) < ENOUGH:
        asked = {"parts": parts, "read": READ_FOR_PARTS, "most": limit, "without": without}
        found = await tx.connection.scalars(_HOLDING_PARTS, {**owner.columns, **asked})
        by_parts = {note_id: -place for place, note_id in enumerate(found)}
    notes = await stored.those(tx, owner, fused(worded, by_parts)[:limit])
    shown = (marked(note.content, lexemes.queries) for note in notes)
    return [FoundNote(note=note, excerpt=excerpt(it, most)) for note, it in zip(notes, shown, strict=True)]
