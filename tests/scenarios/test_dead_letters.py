"""Dead letters: an update that fails repeatedly is kept, its sender gets one notice, and the chat continues."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest

from bot.turns.dead_letters import SORRY
from bot.turns.store.updates import MOST_ATTEMPTS
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.pressing import asked
from tests.process import BotProcess, Script, run, said

REFUSING: Final = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.content LIKE '%poison%' THEN RAISE 'no'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refusing BEFORE INSERT ON agent_messages FOR EACH ROW EXECUTE FUNCTION refuse()
"""


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection to the bot's database."""
    with administration(database_url) as connection:
        yield connection


@pytest.mark.usefixtures("bot")
async def test_a_message_that_can_never_be_stored_becomes_a_dead_letter_and_the_others_are_answered(
    telegram: BotApi, model: Script, connection: psycopg.Connection, tmp_path: Path, settings: dict[str, str]
) -> None:
    connection.execute(REFUSING)
    telegram.delay("getUpdates", 0.3, times=1)
    for text in ("First", "This is poison", "Last"):
        telegram.send_text(text)
    sorry = await telegram.bot_message(SORRY)
    await asked(telegram, "Still there?", "Still there?")
    assert [it.text for it in telegram.messages()].count(SORRY) == 1
    assert telegram.messages()[1].text == "This is poison"
    assert sorry.reply_to == telegram.messages()[1].message_id
    assert said(model.requests[-1].request) == ["First", "Last", "Still there?"]
    kept = connection.execute(
        "SELECT payload, problem, failed_attempts FROM telegram_updates WHERE problem IS NOT NULL"
    )
    ((payload, problem, attempts),) = kept.fetchall()
    assert payload["message"]["text"] == "This is poison"
    assert (problem, attempts) == ("RaiseException", MOST_ATTEMPTS)
    _, written = await run("doctor", cwd=tmp_path, **settings)
    assert "updates given up after repeated failures: 1" in written


async def test_a_message_that_repeatedly_kills_the_process_becomes_a_dead_letter(
    telegram: BotApi, bot: BotProcess, connection: psycopg.Connection
) -> None:
    with connection.transaction():
        connection.execute("LOCK TABLE agent_conversations")
        telegram.send_text("Hello")
        await telegram.wait_for(lambda: not telegram.pending_updates)
        await bot.kill()
    connection.execute("UPDATE telegram_updates SET failed_attempts = 9")
    await bot.start()
    await telegram.bot_message(SORRY)
    await asked(telegram, "Hello again", "Echo: Hello again")
    rows = connection.execute("SELECT failed_attempts, payload IS NOT NULL, problem FROM telegram_updates ORDER BY id")
    assert rows.fetchall() == [(10, True, "the process ended"), (0, False, None)]


async def test_a_turn_that_repeatedly_kills_the_process_is_given_up_and_a_clean_stop_counts_as_no_attempt(
    telegram: BotApi, model: Script, bot: BotProcess, connection: psycopg.Connection
) -> None:
    turns = "SELECT state, failed_attempts FROM agent_turns"
    model.then(*[Reply(text="Never said", gates={0: asyncio.Event()}) for _ in range(2)])
    telegram.send_text("Hello")
    await model.server.wait_for_request(1)
    await bot.kill()
    await bot.start()
    await model.server.wait_for_request(2)
    assert connection.execute(turns).fetchall() == [("running", 1)]
    assert await bot.stop() == 0
    assert connection.execute(turns).fetchall() == [("running", 0)]
    connection.execute("UPDATE agent_turns SET failed_attempts = 9")
    await bot.start()
    await telegram.bot_message("I failed each time")
    await asked(telegram, "/retry", "Echo: Hello")
    assert connection.execute(turns).fetchall() == [("answered", 0)]
