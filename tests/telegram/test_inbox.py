from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs
from telegram.ext import ExtBot

from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.database.updates import Updates
from bot.telegram.access import Access, Sender
from bot.telegram.inbox import UNREADABLE, Inbox
from bot.values.incoming import UpdateKind

BOT: ExtBot[None] = ExtBot("1000:tests")


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
def inbox(database: Database) -> Inbox:
    """The inbox of a bot that user 1 may use."""
    return made(database, [])


async def _nobody(*_: object) -> None:
    """Let nobody in."""


async def _broken(*_: object) -> None:
    """Fail, as a bug would."""
    raise LookupError


HANDLED: dict[Inbox, list[int]] = {}


def made(
    database: Database,
    woken: list[Sender],
    admit: Callable[..., Awaitable[None]] = _nobody,
    decline: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Inbox:
    """Return such an inbox, which tells whose chat it wakes."""
    handled: list[int] = []
    inbox = Inbox(
        database,
        Updates(1000),
        Access({1}),
        Outbox(1000),
        decline=decline,
        admit=admit,
        reader=lambda _: (UpdateKind.OTHER, None),
        language=lambda _: "en",
        handle=lambda update: handled.append(update.update_id),
        wake=woken.append,
        warn=_nobody,
    )
    HANDLED[inbox] = handled
    return inbox


async def rows(database: Database, query: str) -> list[tuple[object, ...]]:
    """Return what a query finds."""
    async with database.transaction() as tx:
        return [tuple(row) for row in await tx.connection.exec_driver_sql(query)]


NOTICES = "SELECT chat_id, content, quoted_id FROM telegram_messages"


async def arrive(inbox: Inbox, *raws: dict[str, Any]) -> None:
    """Let a batch be fetched, and its updates be put where python-telegram-bot puts them."""
    for update in await inbox.receive(raws, BOT):
        await inbox.put(update)


async def test_a_redelivered_update_is_passed_on_once(inbox: Inbox) -> None:
    for batch in ([1, 2], [1, 2, 3], [3, 5, 5, 4]):
        await arrive(inbox, *map(message, batch))
    assert HANDLED[inbox] == [1, 2, 3, 5, 4]


async def test_an_unreadable_update_is_logged_and_reported_to_an_allowed_sender(database: Database) -> None:
    woken: list[Sender] = []
    inbox = made(database, woken)
    raws = [message(1, date="never"), message(2, user_id=5, date="never"), message(3)]
    with capture_logs() as lines:
        for _ in range(2):
            await arrive(inbox, *raws)
    told = [{**line} for line in lines if line["event"] == "an update can't be read"]
    assert [(line["update_id"], line["error"]) for line in told] == [(1, "TypeError"), (2, "TypeError")]
    assert woken == [Sender(1, 1, 1)]
    assert await rows(database, NOTICES) == [(1, UNREADABLE, 1)]
    query = "SELECT payload, problem FROM telegram_updates WHERE update_id = 2"
    assert await rows(database, query) == [(None, "TypeError")]  # a stranger's


async def test_a_partly_stored_message_is_reported_to_its_sender(database: Database) -> None:
    woken: list[Sender] = []
    inbox = made(database, woken)
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql("ALTER TABLE telegram_updates ADD CONSTRAINT odd CHECK (message_id <> 2)")
    try:
        await arrive(inbox, message(1), message(2), message(3))
    finally:
        async with database.transaction() as tx:
            await tx.connection.exec_driver_sql("ALTER TABLE telegram_updates DROP CONSTRAINT odd")
    assert HANDLED[inbox] == [1, 3]
    assert woken == [Sender(1, 1, 2)]
    assert await rows(database, NOTICES) == [(1, UNREADABLE, 2)]


def _no_second(raw: dict[str, Any]) -> None:
    """Fail for the second update, as a bug would."""
    if raw["update_id"] == 2:
        raise LookupError


@pytest.mark.parametrize(
    ("admit", "decline", "second"),
    [(_broken, lambda _: None, 5), (_nobody, _no_second, 1)],
    ids=["letting somebody in", "leaving a group"],
)
async def test_what_a_bug_keeps_from_being_taken_holds_up_nothing(
    database: Database,
    admit: Callable[..., Awaitable[None]],
    decline: Callable[[dict[str, Any]], None],
    second: int,
) -> None:
    inbox = made(database, [], admit=admit, decline=decline)
    await arrive(inbox, message(1, 1), message(2, second), message(3, 1))
    assert HANDLED[inbox] == [1, 3]
    query = "SELECT payload, problem FROM telegram_updates WHERE update_id = 2"
    assert await rows(database, query) == [(None, "LookupError")]


async def test_odd_texts_are_kept_as_they_came(inbox: Inbox, database: Database) -> None:
    raw = message(1, text="nul \0 and lone \ud800 surrogate", unknown_field={"deep": [[[[[[]]]]]]})
    await arrive(inbox, raw)
    assert HANDLED[inbox] == [1]
    async with database.transaction() as tx:
        assert await Updates(1000).unhandled(tx) == [raw]


async def test_what_has_no_id_is_left_out_of_its_batch(inbox: Inbox) -> None:
    batch = [*({**message(1), "update_id": it} for it in (None, True, "7", -7, 2**52)), message(2)]
    assert [update.update_id for update in await inbox.receive(batch, BOT)] == [2]


async def test_what_has_an_id_that_no_message_has_is_kept_and_not_passed_on(inbox: Inbox, database: Database) -> None:
    raws = [message(index, message_id=odd) for index, odd in enumerate([True, "5", 2**60, 5.5, 0], start=1)]
    await arrive(inbox, *raws)
    assert HANDLED[inbox] == []
    stored = await rows(database, "SELECT payload, problem FROM telegram_updates ORDER BY id")
    assert stored == [(raw, "a message without an id") for raw in raws]


async def test_an_id_that_was_used_long_ago_is_that_of_a_new_update(inbox: Inbox, database: Database) -> None:
    await arrive(inbox, message(5))
    async with database.transaction() as tx:
        await Updates(1000).acknowledge(tx, [5])
        await tx.connection.exec_driver_sql("UPDATE telegram_updates SET received_at = received_at - interval '8 days'")
    await arrive(inbox, message(5, message_id=77))
    assert HANDLED[inbox] == [5, 5]
