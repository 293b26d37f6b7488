"""Many messages at once: nobody waits for another's, and each is in exactly one turn, in order."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import BotProcess, Script, said

CROWD = range(1, 21)
PATIENCE_SECONDS = 60.0


@pytest.mark.usefixtures("bot")
async def test_a_hundred_messages_in_one_chat_delay_neither_another_chat_nor_stop(
    telegram: BotApi, model: Script, database_url: str
) -> None:
    gate = asyncio.Event()
    model.then(Reply(pieces=("An answer that shows at once. ", "Its end."), gates={2: gate}))
    telegram.send_text("Message 0")
    await telegram.bot_message("An answer that shows")
    for number in range(1, 101):
        telegram.send_text(f"Message {number}")
    other = telegram.send_text("Hello from another chat", user_id=2)
    await telegram.bot_message("Echo: Hello from another chat", user_id=2, after=other)
    sent = telegram.send_text("/stop")
    stopped = await telegram.bot_message("Stopped.", after=sent)
    assert stopped.text == "Stopped. I won't answer 100 messages that were waiting."
    gate.set()

    for number in range(100):
        telegram.send_text(f"Again {number}")
    await telegram.wait_for(lambda: any(it.from_bot and "Again 99" in it.text for it in telegram.messages()), 60)
    last = said(model.requests[-1].request)
    assert last == ["Message 0", *(f"Again {number}" for number in range(100))]
    with administration(database_url) as connection:
        rows = connection.execute(
            "SELECT content FROM agent_messages "
            "WHERE role = 'user' AND content LIKE '%Again%' ORDER BY turn_id, position"
        ).fetchall()
        unhandled = connection.execute("SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL").fetchone()
        kept = connection.execute("SELECT count(*) FROM telegram_updates WHERE payload IS NOT NULL").fetchone()
    assert [row[0].split("\n")[-1] for row in rows] == [f"Again {number}" for number in range(100)]
    assert unhandled == (0,)
    assert kept == (0,)


async def test_hundreds_of_messages_at_once_from_twenty_chats_are_all_answered_in_order(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["TELEGRAM_ALLOWED_USER_IDS"] = ",".join(map(str, CROWD))
    await bot_process.start()
    for number in range(400):
        telegram.send_text(f"Message {number}", CROWD[number % len(CROWD)])
    asked = telegram.send_text("/memory")
    await telegram.wait_for(lambda: remembers_nothing(telegram, after=asked), PATIENCE_SECONDS)
    said = {
        user_id: [f"Message {number}" for number in range(400) if CROWD[number % len(CROWD)] == user_id]
        for user_id in CROWD
    }
    for user_id, texts in said.items():
        await telegram.wait_for(lambda: named(telegram, user_id, texts[-1]), PATIENCE_SECONDS)  # noqa: B023 - awaited here
    await all_answered(database_url, said)


def remembers_nothing(telegram: BotApi, *, after: int) -> bool:
    """Tell whether `/memory` was answered after a message."""
    words = "I don't remember anything yet"
    return any(it.from_bot and it.message_id > after and words in it.text for it in telegram.messages())


def named(telegram: BotApi, user_id: int, text: str) -> bool:
    """Tell whether an answer names a text."""
    return any(it.from_bot and it.text.endswith(text) for it in telegram.messages(user_id))


async def all_answered(database_url: str, said: Mapping[int, Sequence[str]]) -> None:
    """Wait until everything is stored as answered; each text is in one turn then, in the order of its chat."""
    with administration(database_url) as connection:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while connection.execute(  # noqa: ASYNC110 - the database doesn't tell of itself
                "SELECT 1 FROM telegram_updates WHERE handled_at IS NULL "
                "UNION ALL SELECT 1 FROM agent_turns WHERE state <> 'answered'"
            ).fetchone():
                await asyncio.sleep(0.05)
        rows = connection.execute(
            "SELECT user_id, content FROM agent_messages JOIN agent_turns t ON t.id = turn_id "
            "JOIN agent_conversations c ON c.id = conversation_id WHERE role = 'user' ORDER BY turn_id, position"
        ).fetchall()
    taken: dict[int, list[str]] = {}
    for user_id, content in rows:
        taken.setdefault(user_id, []).append(content.split("\n")[-1])
    assert taken == said
