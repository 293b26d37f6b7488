"""Undo below receipts of former releases, which named what had changed instead of the act."""

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked

Connection = psycopg.AsyncConnection[TupleRow]


async def ids(connection: Connection, table: str) -> list[str]:
    """Return the ids in a table, the oldest first."""
    rows = await connection.execute(f"SELECT id FROM {table} ORDER BY created_at")
    return [its_id for (its_id,) in await rows.fetchall()]


async def pressed(telegram: BotApi, message: Message, data: str) -> str:
    """Press a button that a message no longer has; return what the bot says to that."""
    answered = len(answers(telegram))
    person = {"id": 1, "is_bot": False, "first_name": "Ann"}
    shown = telegram.as_telegram(message)
    query = {"id": str(answered), "from": person, "message": shown, "chat_instance": "1", "data": data}
    telegram.put_update({"callback_query": query})
    return (await telegram.wait_for(lambda: answers(telegram)[answered:]))[0]


def answers(telegram: BotApi) -> list[str]:
    """Return what the bot has said to presses."""
    return [str(it.parameters.get("text", "")) for it in telegram.calls if it.method == "answerCallbackQuery"]


@pytest.mark.usefixtures("bot")
async def test_each_undoes_what_it_names_once(telegram: BotApi, connection: Connection) -> None:
    for number in range(3):
        await asked(telegram, f"/memory add preference Likes thing {number}", "Remembered")
    await asked(telegram, "/memory list", "thing 2")
    await asked(telegram, "/memory pin 3", "Pinned")
    await asked(telegram, "/memory edit 2 Likes another thing", "another")
    await asked(telegram, "/notes add Shopping: milk", "New note")
    shown = await asked(telegram, "/remind tomorrow at 9:00 call Anna", "call Anna")
    first, second, third = await ids(connection, "agent_memories")
    (note,), (reminder,) = await ids(connection, "agent_notes"), await ids(connection, "agent_reminders")
    buttons = {
        f"mem:undo:{first}:1": "Undone. I no longer remember it.",
        f"subject:{second}:2:1:Tea": "Undone. The earlier version is back.",
        f"pinned:False:{third}": "Undone. It is no longer pinned.",
        f"program:added:{third}:1": "Undone. I no longer remember it.",
        f"noteundo:{note}:1": "Undone.",
        f"unremind:{reminder}:1": "Undone.",
    }
    for data, toast in buttons.items():
        assert await pressed(telegram, shown, data) == toast, data
    await asked(telegram, "/memory list", "1. Likes thing 1 [")
    await asked(telegram, "/notes", "There are no notes")
    await asked(telegram, "/reminders", "There are no reminders")
    assert "has changed since then" in await pressed(telegram, shown, f"mem:undo:{first}:1")
