"""Memories outside the prompt are added to a message that they match, once, and stay in place."""

import pytest

from bot.chat.recall import MOST_TOKENS, RECALLED
from bot.database import memories as stored
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.tokens import text_tokens
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory, Origin
from bot.values.owner import Owner
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.process import BotProcess, Script, said

MANY = 200
HARPSICHORD = "The user's harpsichord was built in Ghent"


@pytest.fixture
async def bot(bot_process: BotProcess, database: Database, owner: Owner) -> BotProcess:
    """The bot, with more memories than a prompt has room for; the one of the harpsichord matters least."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await add(database, owner, Origin.IMPORT, HARPSICHORD)
    await add(database, owner, Origin.CONVERSATION, *(f"The user owns book number {number}" for number in range(MANY)))
    bot_process.settings["MEMORY_TOKENS"] = "500"
    await bot_process.start()
    return bot_process


async def add(database: Database, owner: Owner, origin: Origin, *contents: str) -> None:
    """Teach memories."""
    several = [Addition(content=content, category=MemoryCategory.CONTEXT) for content in contents]
    async with database.transaction() as tx:
        await stored.insert_memories(tx, owner, several, origin)


async def say(telegram: BotApi, model: Script, words: str) -> str:
    """Say something, and return the message as the model reads it, its note included."""
    sent = telegram.send_text(words)
    await telegram.bot_message("Echo", after=sent)
    return str(model.requests[-1].request.messages[-1].content)


@pytest.mark.usefixtures("bot")
async def test_a_memory_that_fits_a_message_is_added_to_it_once_until_it_is_deleted(
    telegram: BotApi, model: Script
) -> None:
    told = await say(telegram, model, "Where was my harpsichord built?")
    assert RECALLED in told
    assert f'"{HARPSICHORD}"' in told
    assert said(model.requests[-1].request)[-1] == "Where was my harpsichord built?"
    assert RECALLED not in await say(telegram, model, "Is the harpsichord old?")
    system = str(model.requests[-1].request.messages[0].content)
    assert f"of {MANY + 1} memories, those that matter most" in system
    assert HARPSICHORD not in system
    memory_id = told.partition("[id:")[2][:8]
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {memory_id}"))
    await say(telegram, model, "And now?")
    assert HARPSICHORD not in model.requests[-1].prompt


@pytest.mark.usefixtures("bot")
async def test_a_note_has_little_room(telegram: BotApi, model: Script, database: Database, owner: Owner) -> None:
    several = (f"Xylophone {number}: " + "what there is to say of it " * 17 for number in range(6))
    await add(database, owner, Origin.IMPORT, *several)
    told = await say(telegram, model, "Tell me of the xylophone")
    assert 1 < told.count("Xylophone") < 6
    assert text_tokens(told) < MOST_TOKENS + 20


async def test_a_conversation_that_runs_recalls_what_is_imported_in_bulk(
    bot_process: BotProcess, telegram: BotApi, model: Script, database: Database
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await bot_process.start()
    await say(telegram, model, "Hello")
    before = model.requests[-1].prompt.encode().removesuffix(b"]")
    books = [f"The user owns book number {number}" for number in range(2_000)]
    listed = "".join(f"- {content}\n" for content in ["The user's zither stands in the attic", *books, HARPSICHORD])
    offered = telegram.send_file(Upload("notes.md", "text/markdown", listed.encode()))
    await telegram.bot_message("I found 2,002 memories", after=offered)
    await telegram.bot_message("Imported 2,002", after=telegram.send_text("/memory import yes"))
    named = await say(telegram, model, "Where does my zither stand?")
    assert "and 1,997 more" in named
    assert named.count("zither stands in the attic") == 1
    told = await say(telegram, model, "Where was my harpsichord built?")
    assert RECALLED in told
    assert f'"{HARPSICHORD}"' in told
    assert RECALLED not in await say(telegram, model, "Is the harpsichord as old as the zither?")
    assert model.requests[-1].prompt.encode().startswith(before)
