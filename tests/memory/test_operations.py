import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.database import memories as stored
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.errors import NoSuchMemory, SameMemory, SimilarMemories
from bot.memory.operations import MOST_OF_SUBJECT, Memories
from bot.values.changes import Addition, Changed, MemoryUpdate
from bot.values.memories import Memory, MemoryCategory
from bot.values.owner import Owner

memories = Memories()


async def add(
    database: Database, owner: Owner, content: str, subject: str | None = None, *, is_new: bool = False
) -> Memory:
    """Add a memory in a transaction of its own."""
    async with database.transaction() as tx:
        return (
            await memories.change(
                tx, owner, Addition(content=content, category=MemoryCategory.PERSON, subject=subject, is_new=is_new)
            )
        ).memory


async def update(database: Database, owner: Owner, memory_id: str, content: str) -> Changed:
    """Update a memory in a transaction of its own."""
    async with database.transaction() as tx:
        return await memories.change(tx, owner, MemoryUpdate(memory_id=memory_id, content=content))


async def live(database: Database, owner: Owner) -> list[Memory]:
    """Return what is remembered."""
    async with database.transaction() as tx:
        return await stored.live(tx, owner)


async def test_an_id_is_eight_letters_and_digits_and_stays(database: Database, owner: Owner) -> None:
    added = await add(database, owner, "Alec is the boss")
    changed = await update(database, owner, added.id, "Alec was the boss")
    assert len(added.id) == 8
    assert added.id.isalnum()
    assert (changed.change.former_version, changed.change.version, changed.memory.id) == (1, 2, added.id)
    assert (changed.change.former_content, changed.change.content) == ("Alec is the boss", "Alec was the boss")


async def test_everything_holds_every_memory_with_every_version(database: Database, owner: Owner) -> None:
    changed = await add(database, owner, "Version 1")
    deleted = await add(database, owner, "Another thing")
    await add(database, Owner(owner.bot_id, 2), "Not this owner's")
    await update(database, owner, changed.id, "Version 2")
    async with database.transaction() as tx:
        await memories.forget(tx, owner, deleted.id)
        everything = await stored.everything(tx, owner)
    assert [(memory.id, memory.deleted_at is not None) for memory, _ in everything] == [
        (changed.id, False),
        (deleted.id, True),
    ]
    assert [[it.content for it in versions] for _, versions in everything] == [
        ["Version 1", "Version 2"],
        ["Another thing"],
    ]


async def test_a_known_subject_asks_whether_it_is_another_fact(database: Database, owner: Owner) -> None:
    known = await add(database, owner, "Alec is the boss", "Alec")
    with pytest.raises(SimilarMemories) as refused:
        await add(database, owner, "Alec has a dog", "  ALEC ")
    assert [it.id for it in refused.value.memories] == [known.id]
    other = await add(database, owner, "Alec has a dog", "alec", is_new=True)
    assert {it.id for it in await live(database, owner)} == {known.id, other.id}


async def test_of_many_about_a_subject_those_that_are_like_it_are_named_and_the_newest(
    database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
    first = await add(database, owner, "Keepsake is written in Python", "Keepsake")
    for number in range(20):
        newest = await add(database, owner, f"Issue number {number} is open", "keepsake", is_new=True)
    with pytest.raises(SimilarMemories) as refused:
        await add(database, owner, "Keepsake is written in Rust", "Keepsake")
    named = {it.id for it in refused.value.memories}
    assert {first.id, newest.id} <= named
    assert (len(named), refused.value.others) == (MOST_OF_SUBJECT, 11)


async def test_the_form_of_an_accent_makes_no_other_text(database: Database, owner: Owner) -> None:
    await add(database, owner, "The user owns a caf\u00e9")
    with pytest.raises(SameMemory):
        await add(database, owner, "The user owns a cafe\u0301")


async def test_an_owner_sees_only_their_own(database: Database, owner: Owner) -> None:
    added = await add(database, owner, "Alec is the boss")
    for other in (Owner(owner.bot_id, 2), Owner(2000, owner.user_id)):
        assert await live(database, other) == []
        with pytest.raises(NoSuchMemory):
            await update(database, other, added.id, "Mine now")
        assert (await add(database, other, "Alec is the boss")).id != added.id


@pytest.mark.parametrize("content", ["abcd", "x" * 501])
async def test_the_database_keeps_the_bounds_too(database: Database, owner: Owner, content: str) -> None:
    with pytest.raises(IntegrityError):
        await add(database, owner, content)


async def test_the_database_itself_refuses_a_second_live_text(database: Database, owner: Owner) -> None:
    first, second = await add(database, owner, "Alec is the boss"), await add(database, owner, "Sarah is the boss")
    with pytest.raises(IntegrityError):
        async with database.transaction() as tx:
            await tx.connection.execute(
                text(
                    "UPDATE agent_memories SET content_key = (SELECT content_key FROM agent_memories WHERE id = :a)"
                    " WHERE id = :b"
                ),
                {"a": first.id, "b": second.id},
            )
