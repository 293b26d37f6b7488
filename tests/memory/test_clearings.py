"""Memories cleared together are restored together, and no others are."""

from bot.kit.owner import Owner
from bot.memory import imports
from bot.memory.operations import BroughtBack, Memories, clear, undo_clear
from bot.memory.store import memories as stored
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.store import conversations as stored_conversations
from tests.memory.telegram.conversing import started

MANY = 8

memories = Memories()


async def remember(database: Database, owner: Owner, number: int) -> None:
    """Store a number of facts."""
    facts = [Addition(category=MemoryCategory.PERSON, subject=None, content=f"Person {it}") for it in range(number)]
    async with database.transaction() as tx:
        await imports.put(tx, memories, owner, facts, "facts.md")


async def test_a_running_conversation_gets_a_note_on_a_few_and_recalls_the_others(
    database: Database, owner: Owner
) -> None:
    await remember(database, owner, MANY)
    async with database.transaction() as tx:
        conversation = await started(tx, owner)
        cleared = await clear(tx, owner)
        assert cleared.forgotten == MANY
        assert await stored.live(tx, owner) == []
    async with database.transaction() as tx:
        assert await undo_clear(tx, owner, cleared.at) == BroughtBack(MANY, 0)
        assert len(await stored.live(tx, owner)) == MANY
        told = await stored_conversations.get(tx, conversation.id)
        assert await stored_conversations.known(tx, conversation.id) == []
        await stored_conversations.note_delivered(tx, conversation.id)
        named = await stored_conversations.known(tx, conversation.id)
    assert told.recalls
    assert len(named) == 5
    assert told.revision > conversation.revision
