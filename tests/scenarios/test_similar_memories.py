"""A fact similar to a memory leads to an update instead of a second memory, and the limits are enforced."""

import asyncio
import re

import pytest
from sqlalchemy import text

from bot.app.features import EMBEDDED
from bot.memory.tools.tools import MOST_ADDED
from bot.store.engine import Database
from bot.turns.store import vectors
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import BotProcess, Script, call


async def answered(telegram: BotApi, model: Script, words: str, *answers: Reply | str) -> str:
    """Say something, which is answered with calls and words; return what the last call came to."""
    model.then(*answers, "So be it.")
    await telegram.bot_message("So be it.", after=telegram.send_text(words))
    return model.heard


async def test_the_same_fact_in_another_language_is_recognised(
    bot_process: BotProcess, telegram: BotApi, model: Script, database: Database
) -> None:
    model.server.embed = lambda it: (1.0, 0.1, 0.0) if "lives" in it or "wohnt" in it else (0.1, 1.0, 0.0)
    bot_process.settings["EMBEDDING_MODEL"] = "scripted"
    await bot_process.start()
    for words in ("context The user lives in Berlin", "project The boat needs paint", "person Tom plays chess"):
        await telegram.bot_message("Remembered", after=telegram.send_text(f"/memory add {words}"))
    async with asyncio.timeout(30):
        pending = True
        while pending:
            async with database.transaction() as tx:
                pending = await vectors.known(tx) is None or bool(await vectors.pending(tx, EMBEDDED, 1))
            await asyncio.sleep(0.05)
    wohnt = call("add_to_memory", content="Der Nutzer wohnt in München", category="context")
    refused = await answered(telegram, model, "Ich wohne in München", wohnt)
    assert "The user lives in Berlin" in refused
    model.server.fail(method="embeddings")
    assert (await answered(telegram, model, "Doch", wohnt)).startswith("Stored as")  # by its words alone it is new


@pytest.mark.usefixtures("bot")
async def test_one_answer_stores_a_limited_number_of_memories(
    telegram: BotApi, model: Script, database: Database
) -> None:
    calls = [
        call("add_to_memory", content=f"{number}a, {number}b and {number}c", category="context").calls[0]
        for number in range(MOST_ADDED + 2)
    ]
    refused = await answered(telegram, model, "Remember all of it", Reply(calls=tuple(calls)))
    assert refused.startswith(f"Nothing was done. {MOST_ADDED} memories are the most for one message.")
    async with database.transaction() as tx:
        assert await tx.connection.scalar(text("SELECT count(*) FROM agent_memories")) == MOST_ADDED
    one_more = call("add_to_memory", content="Something else", category="context")
    assert (await answered(telegram, model, "And the rest", one_more)).startswith("Stored as")


@pytest.mark.usefixtures("bot")
async def test_search_shows_what_fits_best_and_leads_back_to_it(telegram: BotApi) -> None:
    for words in ("person Anna has a harpsichord", "project The harpsichord of Anna needs strings", "person Tom sings"):
        await telegram.bot_message("Remembered", after=telegram.send_text(f"/memory add {words}"))
    found = await telegram.bot_message("Best matches", after=telegram.send_text("/memory search strings of Anna"))
    texts = re.findall(r"\d\. (.*) \[\w{8}\]", found.text)
    assert texts == ["The harpsichord of Anna needs strings", "Anna has a harpsichord"]
    opened = await pressed(telegram, found, "2")
    assert "Anna has a harpsichord" in opened.text
    assert (await pressed(telegram, opened, "Back")).text == found.text
    parts = await telegram.bot_message("Best matches", after=telegram.send_text("/memory search psichor"))
    assert len(re.findall("harpsichord", parts.text)) == 2
    await telegram.bot_message("I found nothing about", after=telegram.send_text("/memory search zeppelin"))
    await telegram.bot_message("/memory search Anna", after=telegram.send_text("/memory search"))
