"""The model finds memories outside its prompt, and each find counts as a use."""

import json

import pytest
from sqlalchemy import text

from bot.database import memories as stored
from bot.database.engine import Database
from bot.memory.operations import Memories
from bot.tools.memory import memory_tools
from bot.tools.tool import Caller
from bot.tools.toolset import ToolSet
from bot.values.calls import ToolCall
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory, Source
from bot.values.owner import Owner

memories = Memories()
tools = ToolSet([memory_tools(memories)])


@pytest.fixture
async def caller(database: Database, owner: Owner, source: Source) -> Caller:
    """A turn that calls tools, of an owner with two memories."""
    async with database.transaction() as tx:
        for content in ("Anna lives in Ghent", "The user prefers green tea"):
            await memories.change(
                tx, owner, Addition(content=content, category=MemoryCategory.PERSON, subject="Anna", is_new=True)
            )
    return Caller(owner, source)


async def search(database: Database, caller: Caller, **arguments: str) -> str:
    """Call the tool."""
    async with database.transaction() as tx:
        return (await tools.run(tx, caller, ToolCall("1", "search_memory", json.dumps(arguments)))).content


async def test_a_memory_is_found_with_its_id_and_matters_more_from_then_on(database: Database, caller: Caller) -> None:
    found = await search(database, caller, query="Who lives in Ghent?")
    async with database.transaction() as tx:
        by_importance = await tx.connection.scalars(text("SELECT id FROM agent_memories ORDER BY importance DESC"))
        first = (await stored.those(tx, caller.owner, by_importance.all()))[0]
    assert found == f'- [id:{first.id}] (person, Anna) "Anna lives in Ghent"'


async def test_an_empty_result_says_so(database: Database, caller: Caller) -> None:
    assert "Nothing was found" in await search(database, caller, query="zeppelin")
    assert "Nothing was found" in await search(database, caller, query="Ghent", category="project")
    assert "category" in await search(database, caller, query="Ghent", category="food")
