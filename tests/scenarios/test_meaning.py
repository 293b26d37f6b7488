"""With an embedding model, messages are found by their meaning; while it is unavailable, by their words."""

import asyncio
import os
from collections.abc import Sequence

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from practice.faults import Fault
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, call

MEANT = {"boat": (1.0, 0.0, 0.0), "Schiff": (0.98, 0.2, 0.0), "tea": (0.0, 1.0, 0.0), "Tee": (0.1, 0.99, 0.0)}


def embedding(text: str) -> Sequence[float]:
    """Tell what a text means to the tests' model: what it is about, whatever the language."""
    return next((vector for word, vector in MEANT.items() if word in text), (0.0, 0.0, 1.0))


@pytest.fixture
def settings(settings: dict[str, str], model: Script) -> dict[str, str]:
    """Settings with an embedding model."""
    model.server.embed = embedding
    return {**settings, "EMBEDDING_MODEL": "scripted-embeddings"}


async def all_known(connection: psycopg.AsyncConnection, messages: int) -> None:
    """Wait until a number of messages are embedded."""
    known = "SELECT count(*) FROM agent_message_vectors WHERE vector IS NOT NULL"
    async with asyncio.timeout(30):
        while await (await connection.execute(known)).fetchone() != (messages,):  # noqa: ASYNC110 - nobody else tells
            await asyncio.sleep(0.05)


async def tell(telegram: BotApi, *texts: str) -> None:
    """Say something, have it answered, and begin a new conversation."""
    for text in texts:
        await asked(telegram, text, "Echo")
    await asked(telegram, "/new", "This is a new conversation")


async def found(telegram: BotApi, model: Script, query: str) -> str:
    """Have the model search, and return its result."""
    model.then(call("search_conversations", query=query), "Searched.")
    await asked(telegram, "Look it up", "Searched.")
    return model.heard


async def test_without_the_embedding_model_words_are_found_and_embedding_resumes_later(
    bot: BotProcess, telegram: BotApi, model: Script, connection: psycopg.AsyncConnection
) -> None:
    await tell(telegram, "I drink green tea")
    await all_known(connection, 2)
    model.server.fail(500, method="embeddings")
    await tell(telegram, "Our boat is called Wavedancer")
    await bot.logged(lambda line: line.get("event") == "the embedding model can't be asked")
    assert "Wavedancer" in await found(telegram, model, "boat")
    assert "Wavedancer" not in await found(telegram, model, "Schiff")
    model.server.heal()
    await all_known(connection, 8)
    assert "Wavedancer" in await found(telegram, model, "Schiff")
    await telegram.bot_message("Our boat is called Wavedancer", after=telegram.send_text("/search Schiff"))
    model.server.add_fault(Fault(method="embeddings", seconds=float("inf")))
    assert "Wavedancer" in await found(telegram, model, "boat")
    await bot.logged(lambda line: "the embedding model is slow" in str(line.get("event")))


async def test_a_database_that_can_not_have_pgvector_is_searched_by_words(
    bot: BotProcess, telegram: BotApi, model: Script, connection: psycopg.AsyncConnection
) -> None:
    await bot.stop()
    role = sql.Identifier(name := f"modest_{os.getpid()}")
    await connection.execute("DROP EXTENSION IF EXISTS vector CASCADE")
    await connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
    await connection.execute(sql.SQL("GRANT ALL ON ALL TABLES IN SCHEMA public TO {}").format(role))
    url = make_url(bot.settings["DATABASE_URL"])
    bot.settings["DATABASE_URL"] = url.set(username=name).render_as_string(hide_password=False)
    await bot.start()
    await bot.logged(lambda line: "the database has no pgvector" in str(line.get("event")))
    await tell(telegram, "Our boat is called Wavedancer")
    assert "Wavedancer" in await found(telegram, model, "boat")
    assert "Wavedancer" not in await found(telegram, model, "Schiff")
    await bot.stop()
    await connection.execute(sql.SQL("DROP OWNED BY {}").format(role))
    await connection.execute(sql.SQL("DROP ROLE {}").format(role))
