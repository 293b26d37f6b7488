"""Memories as they are stored."""

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.memory.store.memories import everything, insert_memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.values.origins import Origin

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


async def test_a_memory_that_draws_a_taken_id_is_stored_under_another_one(database: Database, owner: Owner) -> None:
    contents = [f"The user keeps bees in hive {number}" for number in range(4)]
    first, *others = [Addition(content=it, category=MemoryCategory.CONTEXT) for it in contents]
    async with database.transaction() as tx, tx.undone():  # the trigger goes again
        stored = await insert_memories(tx, owner, [first], Origin.COMMAND)
        await tx.connection.exec_driver_sql(CLASH.format(taken=stored[0].id))
        stored += await insert_memories(tx, owner, others, Origin.COMMAND)
        assert await tx.connection.scalar(text("SELECT last_value FROM draws")) == 4
        assert [memory for memory, _ in await everything(tx, owner)] == stored
    assert [memory.content for memory in stored] == contents
    assert len({memory.id for memory in stored}) == 4
