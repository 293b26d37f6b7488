"""Notes are found by their words, however many there are."""

from collections.abc import Sequence

from sqlalchemy import text

from bot.features.notes import operations
from bot.features.notes.store.search import find_notes
from bot.features.notes.values import Writing
from bot.kit.owner import Owner
from bot.store.engine import Database, Transaction
from bot.turns.store import words as word_index

OTHER = Owner(1000, 2)
MANY = 10_000
FILL = """
INSERT INTO agent_notes (id, bot_id, user_id, name, name_key, created_at, updated_at)
SELECT lpad(CAST(n AS text), 8, '0'), :bot_id, :user_id, 'Note ' || n, 'note ' || n, now(), now() - n * interval '1 h'
FROM generate_series(1, :many) AS n;
INSERT INTO agent_note_versions (id, note_id, version_number, name, content, origin, created_at)
SELECT gen_random_uuid(), lpad(CAST(n AS text), 8, '0'), 1, 'Note ' || n,
       'common' || n % 7 || ' rare' || n % 3000 || ' raspberry' || n, 'command', now()
FROM generate_series(1, :many) AS n;
INSERT INTO agent_note_words (note_id, words)
SELECT note_id, to_tsvector('english', name || ' ' || content) FROM agent_note_versions
"""


async def found(tx: Transaction, owner: Owner, words: str, without: str = "") -> list[str]:
    """Return the names of the notes that are found."""
    return [it.note.name for it in await find_notes(tx, owner, words, limit=8, most=100, without=without)]


async def written(database: Database, owner: Owner, *texts: Sequence[str]) -> None:
    """Write notes, the words of which are indexed."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        for name, content in texts:
            await operations.change(tx, owner, Writing(name=name, text=content))


async def test_of_many_notes_those_with_the_words_are_found_and_parts_of_words_in_the_newest(
    database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        for statement in FILL.split(";\n"):
            values = {**owner.columns, "many": MANY}
            await tx.connection.execute(text(statement), {it: values[it] for it in values if f":{it}" in statement})
        await tx.connection.execute(text("ANALYZE"))
        for words, names in {
            "rare1234": ["Note 1234", "Note 4234", "Note 7234"],
            "rare1234 common3": ["Note 1234", "Note 4234", "Note 7234"],
            "spberry7": ["Note 7", *(f"Note {n}" for n in range(70, 77))],
            "spberry9999": [],  # in a text that was not changed lately
            "ote 9999": ["Note 9999"],
            "nothing of this is there": [],
        }.items():
            assert sorted(await found(tx, owner, words)) == sorted(names)


async def test_notes_with_excluded_words_are_left_out(database: Database, owner: Owner) -> None:
    texts = ("Boat", "red boats and kites"), ("Other boat", "blue"), ("Bicycle", "steamboats")
    await written(database, owner, *texts)
    async with database.transaction() as tx:
        assert sorted(await found(tx, owner, "boat")) == ["Bicycle", "Boat", "Other boat"]
        assert sorted(await found(tx, owner, "boat", without="-kite")) == ["Bicycle", "Other boat"]
        assert await found(tx, owner, "boat", without='-kite -"steamboat"') == ["Other boat"]
        assert await found(tx, OTHER, "boat") == []
