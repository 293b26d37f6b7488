from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app.chat import polling
from bot.app.core import tool_set, turn_services
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.store.engine import Database
from bot.telegram.inbox import UNREADABLE, Inbox
from bot.turns.store import people
from bot.turns.store.updates import Updates
from practice.telegram.bot_api import BotApi
from tests.talking import talking_to


def message(update_id: int, user_id: int = 1, **changed: Any) -> dict[str, Any]:
    """Return a text's update as Telegram sends it."""
    body = {
        "message_id": update_id,
        "date": 1_700_000_000,
        "chat": {"id": user_id, "type": "private"},
        "from": {"id": user_id, "is_bot": False, "first_name": "You"},
        "text": "Hello",
    }
    return {"update_id": update_id, "message": {**body, **changed}}


@pytest.fixture
async def inbox(settings: dict[str, str], database: Database) -> AsyncIterator[Inbox]:
    """The inbox of a bot that users 1 and 2 may use."""
    read = Settings.model_validate({name.lower(): value for name, value in settings.items()})
    async with talking_to(settings["OPENAI_BASE_URL"]) as adapter:
        asked, tools = Models(adapter, adapter), tool_set(read)
        door = polling(read, turn_services(read, read.bot_id, database, asked, tools), asked, tools)
        async with door.bot:
            yield door.inbox
            await door.stop()


async def rows(database: Database, query: str) -> list[tuple[object, ...]]:
    """Return what a query finds."""
    async with database.transaction() as tx:
        return [tuple(row) for row in await tx.connection.exec_driver_sql(query)]


async def arrive(inbox: Inbox, *raws: dict[str, Any]) -> list[int]:
    """Let a batch be fetched; return the ids of the updates that are to be handled."""
    return [update.update_id for update in await inbox.receive(raws) if update.new]


async def test_a_redelivered_update_is_passed_on_once(inbox: Inbox) -> None:
    passed_on = [await arrive(inbox, *map(message, batch)) for batch in ([1, 2], [1, 2, 3], [3, 5, 5, 4])]
    assert passed_on == [[1, 2], [3], [5, 4]]


async def test_an_unreadable_update_is_logged_and_reported_to_an_allowed_sender(
    inbox: Inbox, database: Database, telegram: BotApi
) -> None:
    sent = telegram.send_text("Hello")
    raws = [message(1, message_id=sent, date="never"), message(2, user_id=5, date="never"), message(3)]
    with capture_logs() as lines:
        for _ in range(2):
            await arrive(inbox, *raws)
    logged = [{**line} for line in lines if line["event"] == "an update can't be read"]
    assert [(line["update_id"], line["error"]) for line in logged] == [(1, "TypeError"), (2, "TypeError")]
    assert (await telegram.bot_message(UNREADABLE)).reply_to == sent
    query = "SELECT payload, problem FROM telegram_updates WHERE update_id = 2"
    assert await rows(database, query) == [(None, "TypeError")]  # a stranger's
    assert await rows(database, "SELECT chat_id FROM telegram_messages") == [(1,)]


@asynccontextmanager
async def refused(database: Database, table: str, condition: str) -> AsyncIterator[None]:
    """Let the database refuse some rows of a table in the block."""
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT odd CHECK (NOT ({condition}))")
    try:
        yield
    finally:
        async with database.transaction() as tx:
            await tx.connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT odd")


async def test_a_partly_stored_message_is_reported_to_its_sender(
    inbox: Inbox, database: Database, telegram: BotApi
) -> None:
    sent = telegram.send_text("Hello")
    async with refused(database, "telegram_updates", "update_id = 2 AND message_id IS NOT NULL"):
        assert await arrive(inbox, message(1), message(2, message_id=sent), message(3)) == [1, 3]
    assert (await telegram.bot_message(UNREADABLE)).reply_to == sent


async def test_what_a_bug_keeps_from_being_taken_holds_up_nothing(inbox: Inbox, database: Database) -> None:
    async with database.transaction() as tx:
        code = await people.invite_owner(tx, 1000)
    async with refused(database, "agent_people", "user_id = 5"):
        assert await arrive(inbox, message(1), message(2, 5, text=f"/start {code}"), message(3)) == [1, 3]
    query = "SELECT payload, problem FROM telegram_updates WHERE update_id = 2"
    assert await rows(database, query) == [(None, "IntegrityError")]


async def test_odd_texts_are_kept_as_they_came(inbox: Inbox, database: Database) -> None:
    raw = message(1, text="nul \0 and lone \ud800 surrogate", unknown_field={"deep": [[[[[[]]]]]]})
    assert await arrive(inbox, raw) == [1]
    async with database.transaction() as tx:
        assert await Updates(1000).unhandled(tx) == [raw]


async def test_what_has_no_id_is_left_out_of_its_batch(inbox: Inbox) -> None:
    batch = [*({**message(1), "update_id": it} for it in (None, True, "7", -7, 2**52)), message(2)]
    assert [update.update_id for update in await inbox.receive(batch)] == [2]


async def test_what_has_an_id_that_no_message_has_is_kept_and_not_passed_on(inbox: Inbox, database: Database) -> None:
    raws = [message(index, message_id=odd) for index, odd in enumerate([True, "5", 2**60, 5.5, 0], start=1)]
    assert await arrive(inbox, *raws) == []
    stored = await rows(database, "SELECT payload, problem FROM telegram_updates ORDER BY id")
    assert stored == [(raw, "a message without an id") for raw in raws]


async def test_an_id_that_was_used_long_ago_is_that_of_a_new_update(inbox: Inbox, database: Database) -> None:
    assert await arrive(inbox, message(5)) == [5]
    async with database.transaction() as tx:
        await Updates(1000).acknowledge(tx, [5])
        await tx.connection.exec_driver_sql("UPDATE telegram_updates SET received_at = received_at - interval '8 days'")
    assert await arrive(inbox, message(5, message_id=77)) == [5]
