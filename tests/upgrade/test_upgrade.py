"""What an earlier release left behind when it was killed goes on under this one: `make.py` tells how it was made."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.database.engine import Database
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN
from tests.databases import administration
from tests.process import BotProcess, Script

LEFT = Path(__file__).parent / "0001"
ASKED: dict[str, dict[str, str]] = json.loads((LEFT / "requests.json").read_text())
"""What the model was asked last for each user, as it was sent."""
WORDS = [f"word{number}" for number in range(700)]
MEMORIES = ("agent_memories", "agent_memory_versions")
NEVER = "10000000"
"""The fixture is old: without this, each conversation would end."""


@pytest.fixture
def database_url(empty_url: str) -> str:
    """The address of the database that the release left."""
    with administration(empty_url) as connection:
        connection.execute((LEFT / "database.sql").read_bytes())
    return empty_url


@pytest.fixture
def telegram(tmp_path: Path) -> BotApi:
    """The chats that the release left."""
    folder = tmp_path / "telegram"
    folder.mkdir()
    with sqlite3.connect(folder / "chats.sqlite") as chats:
        chats.executescript((LEFT / "telegram.sql").read_text())
    chats.close()
    return BotApi(TOKEN, folder)


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings the release had."""
    return settings | {"TELEGRAM_ALLOWED_USER_IDS": "1,2,3", "CONVERSATION_IDLE_MINUTES": NEVER}


def said(telegram: BotApi, user_id: int) -> list[str]:
    """Return the bot's messages in a chat."""
    return [message.text for message in telegram.messages(user_id) if message.from_bot]


async def rows(database: Database, table: str) -> list[dict[str, Any]]:
    """Return what a table holds, column by column."""
    async with database.transaction() as tx:
        query = f"SELECT to_jsonb(t) FROM {table} AS t ORDER BY id"
        return [row[0] for row in await tx.connection.exec_driver_sql(query)]


async def test_every_conversation_goes_on(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    memories = [row for table in MEMORIES for row in await rows(database, table)]
    before = {user_id: said(telegram, user_id) for user_id in (1, 2, 3)}
    first_part = next(it.message_id for it in telegram.messages(1) if it.text == before[1][-1])
    await bot_process.start()
    # What waited is answered, and what was begun is ended, in the messages that showed it.
    await telegram.bot_message("Echo: And what is this?")
    *parts, echo = said(telegram, 1)[len(before[1]) - 1 :]
    assert parts[0] == before[1][-1]
    assert " ".join(parts).split() == WORDS
    assert echo == "Echo: And what is this?"
    assert [it.method for it in telegram.calls if it.parameters.get("message_id") == str(first_part)] == []
    await telegram.wait_for(lambda: said(telegram, 2)[-1] == "Echo: Tell me slowly")
    assert said(telegram, 2)[:-1] == before[2][:-1]
    assert said(telegram, 3) == before[3]
    await bot_process.answered(3)
    for user_id in (1, 2, 3):
        sent = telegram.send_text(f"Go on, {user_id}", user_id)
        await telegram.bot_message("Echo: ", after=sent, user_id=user_id)
    await bot_process.answered(6)
    # Each request begins with the bytes of the one before in its conversation, the first one with those of back then.
    last = {user: (asked["tools"], asked["messages"]) for user, asked in ASKED.items()}
    for request in model.requests:
        tools, messages = request.sent("tools"), request.sent("messages")
        (user,) = [user for user, (_, earlier) in last.items() if messages.startswith(earlier.removesuffix("]"))]
        assert tools == last[user][0]
        last[user] = tools, messages
    assert len(model.requests) == 5
    assert all(f"Go on, {user}" in messages for user, (_, messages) in last.items())
    after = [row for table in MEMORIES for row in await rows(database, table)]
    assert [{name: row[name] for name in then} for row, then in zip(after, memories, strict=True)] == memories
    newest = {row["memory_id"]: row["version_number"] for row in sorted(after[3:], key=lambda it: it["version_number"])}
    assert {row["id"]: row["version"] for row in after[:3]} == newest
