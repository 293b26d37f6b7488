"""Memories learned and forgotten in one conversation, as seen in another."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.app.features import EMBEDDED
from bot.kit.owner import Owner
from bot.memory.conversing import RECALLED
from bot.memory.store import memories as stored
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.store import vectors
from bot.turns.values.origins import Origin
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call, stored_id

BOAT = "The user's boat is called Wavedancer"
BOOKS = [f"The user owns book number {number}" for number in range(60)]
MEANT = {"boat": (1.0, 0.1, 0.0), "vessel": (0.98, 0.2, 0.0), "Schiff": (0.97, 0.2, 0.1)}


def embedding(text: str) -> Sequence[float]:
    """Tell what a text means to the tests' model: what it is about, whatever the language."""
    return next((vector for word, vector in MEANT.items() if word in text), (0.1, 1.0, 0.0))


@pytest.fixture
def settings(settings: dict[str, str], model: Script) -> dict[str, str]:
    """Settings with an embedding model, and little room for memories."""
    model.server.embed = embedding
    return {**settings, "EMBEDDING_MODEL": "scripted", "MEMORY_TOKENS": "300"}


async def said(telegram: BotApi, words: str, answer: str = "Echo") -> str:
    """Say something; return the answer."""
    return (await telegram.bot_message(answer, after=telegram.send_text(words))).text


async def searched(telegram: BotApi, model: Script, tool: str, query: str) -> str:
    """Have the model search; return its result."""
    model.then(call(tool, query=query), "Searched.")
    await said(telegram, "Look it up", "Searched.")
    return model.heard


async def asked(telegram: BotApi, model: Script, words: str) -> tuple[str, str]:
    """Ask something; return the system prompt and the message, as the model is sent them."""
    await said(telegram, words)
    messages = model.requests[-1].request.messages
    return str(messages[0].content), str(messages[-1].content)


async def learned_and_crowded_out(telegram: BotApi, model: Script, database: Database, owner: Owner) -> str:
    """Have something learned, and so much else remembered that the next prompt has no room for it; return its id."""
    model.then(call("add_to_memory", content=BOAT, category="context"), "Noted.")
    await said(telegram, "Remember what I told you", "Remembered:")
    memory_id = stored_id(model)
    await said(telegram, "/new", "This is a new conversation")
    async with database.transaction() as tx:
        several = [Addition(content=content, category=MemoryCategory.CONTEXT) for content in BOOKS]
        await stored.insert_memories(tx, owner, several, Origin.CONVERSATION)
    await said(telegram, "Good morning")  # what was stored beside the bot is read once the bot stores something
    await said(telegram, "/new", "This is a new conversation")
    async with asyncio.timeout(30):
        pending = True
        while pending:
            async with database.transaction() as tx:
                pending = await vectors.known(tx) is None or bool(await vectors.pending(tx, EMBEDDED, 1))
            await asyncio.sleep(0.05)
    return memory_id


async def test_what_was_learned_is_recalled_elsewhere_in_another_language_and_once_forgotten_nowhere(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database, owner: Owner
) -> None:
    memory_id = await learned_and_crowded_out(telegram, model, database, owner)
    system, told = await asked(telegram, model, "Wie heißt mein Schiff?")
    assert BOAT not in system
    assert RECALLED in told
    assert BOAT in told
    assert BOAT in (await searched(telegram, model, "search_memory", "vessel")).split("\n")[0]
    model.then(call("forget_memory", memory_id=memory_id), "Gone.")
    await said(telegram, "Forget it", "Gone.")
    for begin_anew in (False, True):
        if begin_anew:
            await said(telegram, "/new", "This is a new conversation")
        await asked(telegram, model, "And what is the name of my boat?")
        for tool in ("search_memory", "search_conversations"):
            for query in ("vessel", "called"):
                await searched(telegram, model, tool, query)
        assert "Wavedancer" not in model.requests[-1].prompt
    await bot.stop()
