"""The full-text index of notes. Works in the caller's transaction."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from bot.store.engine import Transaction
from bot.turns.store.words import Indexed

_INDEX_NOTES: Final = text("""
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
    await tx.connection.execute(_INDEX_NOTES, {"note_ids": list(note_ids)})


INDEXED: Final = Indexed("agent_notes", "agent_note_words", "note_id", index_notes, at_once=100)
"""Notes for the index of all texts."""
