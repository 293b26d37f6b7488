"""Many messages at once: nobody waits for another's, and each is in exactly one turn, in order."""

import asyncio
import time

import psycopg
import pytest
from sqlalchemy import make_url

from bot.practice.model.server import Reply
from bot.practice.telegram.bot_api import BotApi
from tests.process import Script, said

pytestmark = pytest.mark.usefixtures("bot")


async def test_three_hundred_messages_in_one_chat_delay_neither_another_chat_nor_stop(
    telegram: BotApi, model: Script, database_url: str
) -> None:
    gate = asyncio.Event()
    model.then(Reply(pieces=("An answer that shows at once. ", "Its end."), gates={2: gate}))
    telegram.send_text("Message 0")
    await telegram.bot_message("An answer that shows")
    for number in range(1, 301):
        telegram.send_text(f"Message {number}")
    begun = time.monotonic()
    other = telegram.send_text("Hello from another chat", user_id=2)
    await telegram.bot_message("Echo: Hello from another chat", user_id=2, after=other)
    elsewhere = time.monotonic() - begun
    begun = time.monotonic()
    sent = telegram.send_text("/stop")
    stopped = await telegram.bot_message("Stopped.", after=sent)
    overtaking = time.monotonic() - begun
    print(f"another chat answered after {elsewhere:.2f} s, /stop after {overtaking:.2f} s")  # noqa: T201 - a figure, not a check
    assert stopped.text == "Stopped. 300 messages that waited will not be answered."
    gate.set()

    for number in range(300):
        telegram.send_text(f"Again {number}")
    await telegram.wait_for(lambda: any(it.from_bot and "Again 299" in it.text for it in telegram.messages()), 60)
    last = said(model.requests[-1].request)
    assert last == ["Message 0", *(f"Again {number}" for number in range(300))]
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        rows = connection.execute(
            "SELECT content FROM agent_messages "
            "WHERE kind = 'user' AND content LIKE '%Again%' ORDER BY turn_id, position"
        ).fetchall()
        unhandled = connection.execute("SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL").fetchone()
        kept = connection.execute("SELECT count(*) FROM telegram_updates WHERE payload IS NOT NULL").fetchone()
    assert [row[0].split("\n")[-1] for row in rows] == [f"Again {number}" for number in range(300)]
    assert unhandled == (0,)
    assert kept == (0,)


async def test_commands_are_answered_while_a_turn_runs(telegram: BotApi, model: Script) -> None:
    model.then(Reply(text="Never", gates={0: asyncio.Event()}))
    telegram.send_text("Hello")
    await model.server.wait_for_request(1)
    telegram.send_text("/memory")
    await telegram.bot_message("I don't remember anything yet")
