"""What is posted to the webhook: stored in order, once, and before Telegram is told so."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from bot.database.engine import Database
from bot.database.updates import Updates
from bot.telegram.inbox import Inbox
from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from bot.telegram.webhook import Webhook
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.telegram.test_inbox import HANDLED, made, message

HOST, URL = "keepsake.example.org", "https://keepsake.example.org/telegram"
KINDS = ["message"]


@pytest.fixture
async def polling_bot(telegram: BotApi, telegram_url: str) -> AsyncIterator[PollingBot]:
    """The bot as Telegram's library knows it."""
    telegram.webhooks.hosts[HOST] = "http://127.0.0.1:9"
    async with PollingBot(TOKEN, telegram_url, Request(telegram_url, 4), Request(telegram_url, 1)) as bot:
        yield bot


@pytest.fixture
def inbox(database: Database) -> Inbox:
    """The inbox of a bot that user 1 may use."""
    return made(database, [])


def posted(update_id: int) -> bytes:
    return json.dumps(message(update_id)).encode()


async def waiting(database: Database) -> list[int]:
    async with database.transaction() as tx:
        return [it["update_id"] for it in await Updates(1000).unhandled(tx)]


async def test_a_post_is_stored_once_and_then_confirmed(
    polling_bot: PollingBot, inbox: Inbox, database: Database
) -> None:
    webhook = Webhook(polling_bot, inbox, URL, "secret")
    await webhook.open(KINDS)
    assert await webhook.take(posted(1))
    assert await waiting(database) == [1]
    assert await webhook.take(posted(1))
    assert HANDLED[inbox] == [1]
    with pytest.raises(ValueError, match="Expecting value"):
        await webhook.take(b"no JSON")
    assert await webhook.take(b'{"message": {}}')
    await webhook.close()
    assert not await webhook.take(posted(2))
    assert await waiting(database) == [1]


async def test_posts_before_the_start_wait_in_order(polling_bot: PollingBot, inbox: Inbox, database: Database) -> None:
    webhook = Webhook(polling_bot, inbox, URL, "secret")
    takes = [asyncio.create_task(webhook.take(posted(it))) for it in (3, 1, 2)]
    await asyncio.wait(takes, timeout=0.05)
    assert not any(take.done() for take in takes)
    assert await waiting(database) == []
    await webhook.open(KINDS)
    assert await asyncio.gather(*takes) == [True, True, True]
    assert HANDLED[inbox] == await waiting(database) == [3, 1, 2]


async def test_while_the_database_is_away_posts_are_refused_and_keep_their_order(
    polling_bot: PollingBot, database_url: str
) -> None:
    async def pass_on(_: Statement) -> None:
        """Let every statement pass."""

    async with PostgresProxy(database_url, pass_on) as proxy:
        database = Database(proxy.url)
        inbox = made(database, [])
        webhook = Webhook(polling_bot, inbox, URL, "secret", answer_seconds=0.2)
        await webhook.open(KINDS)
        await proxy.away()
        assert [await webhook.take(posted(it)) for it in (1, 2, 1)] == [False, False, False]
        await proxy.back()
        while not await webhook.take(posted(3)):
            pass
        assert await webhook.take(posted(1))
        assert HANDLED[inbox] == await waiting(database) == [1, 2, 3]
        await database.close()


async def test_more_than_a_hundred_waiting_posts_are_left_to_telegram(polling_bot: PollingBot, inbox: Inbox) -> None:
    webhook = Webhook(polling_bot, inbox, URL, "secret", answer_seconds=0)
    assert [await webhook.take(posted(it)) for it in range(1, 103)] == [False] * 102
    await webhook.open(KINDS)
    await webhook.close()
    assert HANDLED[inbox] == list(range(1, 101))


async def test_a_webhook_that_another_program_removes_is_set_again(
    telegram: BotApi, polling_bot: PollingBot, inbox: Inbox
) -> None:
    webhook = Webhook(polling_bot, inbox, URL, "secret", look_seconds=0.02)
    await webhook.open(KINDS)
    await polling_bot.delete_webhook()
    assert telegram.webhooks.info()["url"] == ""
    with capture_logs() as lines:
        watching = asyncio.create_task(webhook.watch(KINDS))
        await telegram.wait_for(lambda: telegram.webhooks.info()["url"] == URL)
        telegram.send_text("Nobody listens there")
        await telegram.wait_for(lambda: "Telegram can't deliver updates" in [line["event"] for line in lines])
        watching.cancel()
    events = [str(line["event"]) for line in lines]
    assert events[0].startswith("another program took this bot's updates over")
    assert {"event": "Telegram can't deliver updates", "reason": "Connection refused", "waiting": 1} in [
        {name: line.get(name) for name in ("event", "reason", "waiting")} for line in lines
    ]
