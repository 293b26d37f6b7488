"""A note contains no memory that is being deleted, whether the turn or the deletion comes first."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.memory.conversing import ConversationMemory
from bot.memory.values import Addition, MemoryCategory
from bot.model.values import AssistantMessage, UserMessage
from bot.store.engine import Database, Transaction
from bot.turns.conversations import ConversationLifecycle, ConversationRules
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.tools.toolset import ToolSet
from bot.turns.turn_under_way import TurnUnderWay
from bot.turns.turns import Said, TurnLifecycle
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import TurnState
from tests.waiting import until_waiting

HARPSICHORD = "The user's harpsichord was built in Ghent"
WORDING = re.compile("harpsichord|Ghent")
ASKED = "Where was my harpsichord built?"
SENT = text(
    "SELECT system_prompt FROM agent_conversations UNION ALL SELECT unnest(pending_notes) FROM agent_conversations "
    "UNION ALL SELECT note FROM agent_messages"
)

memories = ConversationMemory()
rules = ConversationRules(idle_limit=timedelta(hours=4), memory_tokens=lambda _: 0, timezone=UTC, own_instructions="")
lifecycle = ConversationLifecycle(ToolSet([]), rules, memories)
turn_lifecycle = TurnLifecycle(lifecycle, rules, memories)


def said(words: str) -> list[Said]:
    """Return what a user says now."""
    return [Said(IncomingMessage(words, datetime.now(UTC)))]


async def spoken(database: Database, owner: Owner, how: str) -> Callable[[], Awaitable[str]]:
    """Return what takes a message that recalls the memory in a transaction of its own, and returns what is to be sent.

    It begins a turn after others went before it, follows the one held in memory, or joins one that runs.
    """
    work = await answered(database, owner) if how != "joins" else None
    async with database.transaction() as tx:
        running = (await turn_lifecycle.begin(tx, owner, Place(1), said("Hello")))[0] if not work else None

    async def speak() -> str:
        async with database.transaction() as tx:
            if running:
                await turn_lifecycle.join(tx, running, said(ASKED))
            elif work and how == "follows":
                assert await turn_lifecycle.follow(tx, work, said(ASKED))
            else:
                await turn_lifecycle.begin(tx, owner, Place(1), said(ASKED))
            return await to_be_sent(tx)

    return speak


async def answered(database: Database, owner: Owner) -> TurnUnderWay:
    """Take a turn to its end."""
    async with database.transaction() as tx:
        turn, conversation = await turn_lifecycle.begin(tx, owner, Place(1), said("Hello"))
        await stored_turns.append(tx, turn.id, [AssistantMessage("Hi")])
        await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
    return TurnUnderWay(turn=turn, conversation=conversation, history=[UserMessage(own("Hello"))], messages=[])


@pytest.fixture
async def memory_id(database: Database, owner: Owner) -> str:
    """A memory outside the prompt that is recalled."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        memory = (
            await memories.change(tx, owner, Addition(content=HARPSICHORD, category=MemoryCategory.CONTEXT))
        ).memory
    return memory.id


async def to_be_sent(tx: Transaction) -> str:
    """Return all that is stored to be sent to the model, but for what the two said."""
    return "\n".join((await tx.connection.execute(SENT)).scalars())


async def deleted(database: Database, owner: Owner, memory_id: str) -> None:
    """Delete a memory in a transaction of its own."""
    async with database.transaction() as tx:
        await memories.forget(tx, owner, memory_id)


@pytest.mark.parametrize("how", ["begins", "follows", "joins"])
async def test_a_memory_that_is_deleted_while_it_comes_to_mind_leaves_the_note(
    database: Database, owner: Owner, memory_id: str, how: str
) -> None:
    """The turn comes first, and is looking for memories as the deletion begins."""
    speak = await spoken(database, owner, how)
    async with database.transaction() as tx:
        await tx.connection.execute(text("LOCK TABLE agent_memory_words"))
        speaking = asyncio.ensure_future(speak())
        await until_waiting(tx)
        deleting = asyncio.create_task(deleted(database, owner, memory_id))
        await until_waiting(tx, 2)
    assert HARPSICHORD in await speaking
    await deleting
    async with database.transaction() as tx:
        assert not WORDING.search(await to_be_sent(tx))
