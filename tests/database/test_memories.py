"""Memories as they are stored."""

from sqlalchemy import text

from bot.database.engine import Database
from bot.database.memories import everything, insert_memories
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory, Origin
from bot.values.owner import Owner

CLASH = """
CREATE SEQUENCE draws;
CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('draws') = 2 THEN
            NEW.id := '{taken}';
        END IF;
        RETURN NEW;
    END
$$;
CREATE TRIGGER clash BEFORE INSERT ON agent_memories FOR EACH ROW EXECUTE FUNCTION clash();
"""
"""Lets the second memory of the next ones draw an id that is taken, once."""


def addition(content: str) -> Addition:
    """Return a wanted memory."""
    return Addition(content=content, category=MemoryCategory.CONTEXT)


async def test_a_memory_that_draws_a_taken_id_is_stored_under_another_one(database: Database, owner: Owner) -> None:
    contents = [f"The user keeps bees in hive {number}" for number in range(4)]
    async with database.transaction() as tx, tx.undone():  # the trigger goes again
        first = await insert_memories(tx, owner, [addition(contents[0])], Origin.COMMAND)
        await tx.connection.exec_driver_sql(CLASH.format(taken=first[0].id))
        others = await insert_memories(tx, owner, [addition(it) for it in contents[1:]], Origin.COMMAND)
        assert await tx.connection.scalar(text("SELECT last_value FROM draws")) == 4
        stored = await everything(tx, owner)
    assert [memory for memory, _ in stored] == [*first, *others]
    assert [[version.content for version in versions] for _, versions in stored] == [[it] for it in contents]
    assert len({memory.id for memory, _ in stored}) == 4
