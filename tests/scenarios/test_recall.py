"""Memories outside the prompt are added to a message that they match, once, and stay in place."""

import asyncio

import pytest

from bot.chat.recall import MOST_TOKENS, RECALLED
from bot.database.engine import Database
from bot.database.search import vectors
from bot.database.search import words as word_index
from bot.memory.operations import Memories
from bot.tokens import text_tokens
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory, Origin
from bot.values.owner import Owner
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.process import BotProcess, Script, call, said

MANY = 200
FLUTE = "The user's flute lies in the hall"
HARPSICHORD = "The user's harpsichord was built in Ghent"


@pytest.fixture
async def bot(bot_process: BotProcess, database: Database, owner: Owner) -> BotProcess:
    """The bot, with more memories than a prompt has room for; the one of the harpsichord matters least."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await add(database, owner, HARPSICHORD, Origin.IMPORT)
    for number in range(MANY):
        await add(database, owner, f"The user owns book number {number}", Origin.CONVERSATION)
    bot_process.settings["MEMORY_TOKENS"] = "500"
    await bot_process.start()
    return bot_process


async def add(database: Database, owner: Owner, content: str, origin: Origin) -> str:
    """Teach a memory; return its id."""
    async with database.transaction() as tx:
        memory = (
            await Memories().change(
                tx, owner, Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True), origin=origin
            )
        ).memory
    return memory.id


async def say(telegram: BotApi, model: Script, words: str) -> str:
    """Say something, and return the message as the model reads it, its note included."""
    sent = telegram.send_text(words)
    await telegram.bot_message("Echo", after=sent)
    return str(model.requests[-1].request.messages[-1].content)


@pytest.mark.usefixtures("bot")
async def test_a_memory_that_fits_a_message_is_added_to_it_once(telegram: BotApi, model: Script) -> None:
    told = await say(telegram, model, "Where was my harpsichord built?")
    assert RECALLED in told
    assert f'"{HARPSICHORD}"' in told
    assert said(model.requests[-1].request)[-1] == "Where was my harpsichord built?"
    assert RECALLED not in await say(telegram, model, "Is the harpsichord old?")
    system = str(model.requests[-1].request.messages[0].content)
    assert f"of {MANY + 1} memories, those that matter most" in system
    assert HARPSICHORD not in system


@pytest.mark.usefixtures("bot")
async def test_a_question_after_a_long_text_recalls_memories(telegram: BotApi, model: Script) -> None:
    assert HARPSICHORD in await say(telegram, model, "Good to know. " * 100 + "Where was my harpsichord built?")


@pytest.mark.usefixtures("bot")
async def test_what_fits_nothing_comes_alone(telegram: BotApi, model: Script) -> None:
    for words in ("Hello", "What is the capital of Mongolia?", "Which of my books?"):
        assert RECALLED not in await say(telegram, model, words)


@pytest.mark.usefixtures("bot")
async def test_a_note_has_little_room(telegram: BotApi, model: Script, database: Database, owner: Owner) -> None:
    for number in range(6):
        await add(database, owner, f"Xylophone {number}: " + "what there is to say of it " * 17, Origin.IMPORT)
    told = await say(telegram, model, "Tell me of the xylophone")
    assert 1 < told.count("Xylophone") < 6
    assert text_tokens(told) < MOST_TOKENS + 20


@pytest.mark.usefixtures("bot")
async def test_a_memory_that_is_deleted_leaves_the_note(telegram: BotApi, model: Script) -> None:
    told = await say(telegram, model, "Where was my harpsichord built?")
    memory_id = told.partition("[id:")[2][:8]
    sent = telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted", after=sent)
    await say(telegram, model, "And now?")
    assert HARPSICHORD not in model.requests[-1].prompt


async def test_a_message_in_other_words_recalls_memories_by_embedding(
    bot_process: BotProcess, telegram: BotApi, model: Script, database: Database, owner: Owner
) -> None:
    meant = {"harpsi": (1.0, 0.1, 0.0), "Cembalo": (1.0, 0.1, 0.0), "flute": (0.0, 0.1, 1.0), "Flöte": (0.0, 0.1, 1.0)}
    model.server.embed = lambda text: next((it for word, it in meant.items() if word in text), (0.1, 1.0, 0.0))
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await add(database, owner, HARPSICHORD, Origin.IMPORT)
    await add(database, owner, FLUTE, Origin.IMPORT)
    for number in range(MANY):
        await add(database, owner, f"The user owns book number {number}", Origin.CONVERSATION)
    bot_process.settings |= {"MEMORY_TOKENS": "500", "EMBEDDING_MODEL": "scripted"}
    await bot_process.start()
    async with asyncio.timeout(30):
        pending = True
        while pending:
            async with database.transaction() as tx:
                pending = await vectors.known(tx) is None or bool(await vectors.pending(tx, 1))
            await asyncio.sleep(0.05)
    assert RECALLED not in await say(telegram, model, "Guten Morgen")
    assert HARPSICHORD in await say(telegram, model, "Wo wurde mein Cembalo gebaut?")
    assert RECALLED not in await say(telegram, model, "Danke")
    telegram.send_text("Wo liegt meine Flöte?")
    assert RECALLED not in await say(telegram, model, "Ich suche sie")
    assert FLUTE in str(model.requests[-1].request.messages[-2].content)  # with the one that came with it


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


async def test_while_all_memories_fit_nothing_is_looked_for(
    bot_process: BotProcess, telegram: BotApi, model: Script, database: Database, owner: Owner
) -> None:
    await add(database, owner, HARPSICHORD, Origin.IMPORT)
    await bot_process.start()
    assert RECALLED not in await say(telegram, model, "Where was my harpsichord built?")
    model.then(call("search_memory", query="harpsichord"), "In Ghent.")
    sent = telegram.send_text("Look for it")
    await telegram.bot_message("In Ghent.", after=sent)
    assert HARPSICHORD in str(model.requests[-1].request.messages[-1].content)
