"""The full-text index of notes, in the language of the index of messages."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from bot.database.engine import Transaction

NOTES_AT_ONCE: Final = 100
"""Notes indexed in one short transaction."""

_FORGET: Final = text("DELETE FROM agent_note_words")
_UNINDEXED: Final = text(
    "SELECT id FROM agent_notes WHERE NOT EXISTS (SELECT FROM agent_note_words WHERE note_id = id) "
    "ORDER BY id LIMIT :most FOR KEY SHARE"
)
_INDEX: Final = text("""
WITH worded AS (
    SELECT note.id AS note_id, agent_words_apart(concat_ws(' ', note.name, version.content)) AS words
    FROM agent_notes AS note JOIN agent_note_versions AS version ON version.note_id = note.id
    WHERE note.id = ANY(CAST(:note_ids AS text[])) AND version.version_number = note.version
)
INSERT INTO agent_note_words (note_id, words)
SELECT note_id, to_tsvector(CAST(language AS regconfig), words) || to_tsvector('simple', words)
FROM worded CROSS JOIN agent_search
ON CONFLICT (note_id) DO UPDATE SET words = excluded.words
""")


async def index_notes(tx: Transaction, note_ids: Sequence[str]) -> None:
    """Index the present versions of notes; nothing is done before the language is set."""
    await tx.connection.execute(_INDEX, {"note_ids": list(note_ids)})


async def forget_notes(tx: Transaction) -> None:
    """Empty the index, as its language has changed."""
    await tx.connection.execute(_FORGET)


async def index_more_notes(tx: Transaction) -> int:
    """Index notes that are not indexed yet; return their number, 0 if there are no more."""
    note_ids = list(await tx.connection.scalars(_UNINDEXED, {"most": NOTES_AT_ONCE}))
    if note_ids:
        await index_notes(tx, note_ids)
    return len(note_ids)
