import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.database import memories as stored
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.errors import NoSuchMemory, SameMemory, SimilarMemories
from bot.memory.operations import MOST_OF_SUBJECT, Memories
from bot.values.changes import MemoryUpdate
from bot.values.owner import Owner
from tests.telegram.memory.conversing import added

memories = Memories()


async def test_of_many_about_a_subject_those_that_are_like_it_are_named_and_the_newest(
    database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
    first = await added(database, owner, "Keepsake is written in Python", "Keepsake")
    for number in range(20):
        newest = await added(database, owner, f"Issue number {number} is open", "keepsake", is_new=True)
    with pytest.raises(SimilarMemories) as refused:
        await added(database, owner, "Keepsake is written in Rust", "Keepsake")
    named = {it.id for it in refused.value.memories}
    assert {first.id, newest.id} <= named
    assert (len(named), refused.value.others) == (MOST_OF_SUBJECT, 11)


async def test_the_form_of_an_accent_makes_no_other_text(database: Database, owner: Owner) -> None:
    await added(database, owner, "The user owns a caf\u00e9")
    with pytest.raises(SameMemory):
        await added(database, owner, "The user owns a cafe\u0301")


async def test_an_owner_sees_only_their_own(database: Database, owner: Owner) -> None:
    first = await added(database, owner, "Alec is the boss")
    for other in (Owner(owner.bot_id, 2), Owner(2000, owner.user_id)):
        async with database.transaction() as tx:
            assert await stored.live(tx, other) == []
            with pytest.raises(NoSuchMemory):
                await memories.change(tx, other, MemoryUpdate(memory_id=first.id, content="Mine now"))
        assert (await added(database, other, "Alec is the boss")).id != first.id


async def test_the_database_itself_refuses_a_second_live_text(database: Database, owner: Owner) -> None:
    first, second = await added(database, owner, "Alec is the boss"), await added(database, owner, "Sarah is the boss")
    with pytest.raises(IntegrityError):
        async with database.transaction() as tx:
            await tx.connection.execute(
                text(
                    "UPDATE agent_memories SET content_key = (SELECT content_key FROM agent_memories WHERE id = :a)"
                    " WHERE id = :b"
                ),
                {"a": first.id, "b": second.id},
            )
