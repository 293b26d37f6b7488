"""A chat's worker, without Telegram: it resumes after any interruption."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import pytest

from bot.app.core import tool_set, turn_services
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.store.engine import Database
from bot.turns.dead_letters import FATAL
from bot.turns.private_chat import PRIVATE_OVER
from bot.turns.store.updates import MOST_ATTEMPTS, IncomingUpdate
from bot.turns.values.incoming import IncomingMessage, UpdateKind
from bot.turns.worker import ChatWorker
from tests.plain_channel import PlainChannel
from tests.process import Script, said
from tests.talking import talking_to

IDLE_MINUTES: Final = 0.02


class Chat:
    """A user's chat, its worker, and what comes into it."""

    def __init__(self, database: Database, owner: Owner, models: Models) -> None:
        settings = Settings.model_validate({"conversation_idle_minutes": IDLE_MINUTES})
        self.database, self.owner = database, owner
        self.services = turn_services(settings, owner.bot_id, database, models, tool_set(settings))
        self.channel = PlainChannel(private_chat(owner))
        self.worker = ChatWorker(self.services, owner, self.channel)

    async def comes(self, update_id: int, kind: UpdateKind, text: str = "") -> None:
        """Let an update come."""
        now = datetime.now(UTC)
        update = IncomingUpdate(
            update_id=update_id,
            chat_id=self.owner.user_id,
            message_id=update_id,
            kind=kind,
            message=IncomingMessage(text, now) if text else None,
            payload={},
        )
        async with self.database.transaction() as tx:
            await self.services.updates.add(tx, [update], now)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until the channel was given something."""
        async with asyncio.timeout(20):
            while not is_so():
                await self.channel.woken.wait()
                self.channel.woken.clear()


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script) -> AsyncIterator[Chat]:
    """A chat whose model is the script."""
    async with talking_to(model.url) as adapter:
        chat = Chat(database, owner, Models(adapter, adapter))
        yield chat
        await chat.worker.close()


async def test_what_failed_together_is_answered_together_once_it_works_one_by_one(chat: Chat, model: Script) -> None:
    for update_id, text in enumerate(("one", "two"), 1):
        await chat.comes(update_id, UpdateKind.MESSAGE, text)
    async with chat.database.transaction() as tx:
        await chat.services.updates.fail(tx, [1, 2])
    model.then(Script.held("Never said", before=0), "Both.")
    chat.worker.look()
    await chat.until(lambda: bool(chat.channel.outcomes))
    assert said(model.requests[-1].request) == ["one", "two"]
    assert len(chat.channel.outcomes) == 1


async def test_a_turn_whose_task_is_cancelled_from_elsewhere_is_taken_again(chat: Chat, model: Script) -> None:
    model.then(Script.held("Never said", before=0), "Here I am.")
    await chat.comes(1, UpdateKind.MESSAGE, "one")
    chat.worker.look()
    await model.server.wait_for_request(1)
    (taking,) = [it for it in asyncio.all_tasks() if "Runner.take" in repr(it.get_coro())]
    taking.cancel()
    await chat.until(lambda: bool(chat.channel.outcomes))
    assert chat.channel.outcomes[0].words == "Here I am."


async def test_a_turn_that_cannot_be_resumed_is_given_up_and_reported(chat: Chat, model: Script) -> None:
    model.then(Script.held("Never said", before=0))
    await chat.comes(1, UpdateKind.MESSAGE, "one")
    chat.worker.look()
    await model.server.wait_for_request(1)
    await chat.worker.close()
    async with chat.database.transaction() as tx:
        await tx.connection.exec_driver_sql("UPDATE agent_conversations SET tools = '[7]'")
        await tx.connection.exec_driver_sql(f"UPDATE agent_turns SET failed_attempts = {MOST_ATTEMPTS - 1}")
    successor = ChatWorker(chat.services, chat.owner, chat.channel)
    successor.look()
    await chat.until(lambda: bool(chat.channel.outcomes))
    await successor.close()
    assert chat.channel.outcomes[0].instead.startswith(FATAL)
    async with chat.database.transaction() as tx:
        rows = await tx.connection.exec_driver_sql("SELECT state, failed_attempts FROM agent_turns")
        assert [tuple(row) for row in rows] == [("failed", MOST_ATTEMPTS)]


async def test_a_private_chat_that_was_left_idle_while_a_turn_ran_ends_after_stop(chat: Chat, model: Script) -> None:
    now = datetime.now(UTC)
    async with chat.database.transaction() as tx:
        lifecycle = chat.services.conversation_lifecycle
        await lifecycle.open_private(tx, chat.owner, private_chat(chat.owner), now, started_at=now)
    chat.worker.watch_private()
    model.then(Script.held("Never said", before=0))
    await chat.comes(1, UpdateKind.MESSAGE, "secret")
    chat.worker.look()
    await model.server.wait_for_request(1)
    await asyncio.sleep(60 * IDLE_MINUTES + 0.1)  # the turn outlasts the idle limit
    await chat.comes(2, UpdateKind.TURN_COMMAND)
    async with chat.worker.stopping(2) as (tx, stopped):
        assert stopped.turn
        await chat.services.updates.acknowledge(tx, [2])
    await chat.until(lambda: chat.channel.notices == [PRIVATE_OVER])
    async with chat.database.transaction() as tx:
        rows = await tx.connection.exec_driver_sql("SELECT count(*) FROM agent_conversations")
        assert rows.scalar_one() == 0


@pytest.mark.parametrize("error", [LookupError, asyncio.CancelledError])
async def test_a_turn_whose_stop_fails_or_is_cancelled_begins_again(
    chat: Chat, model: Script, error: type[BaseException]
) -> None:
    model.then(Script.held("Never said", before=0), "Here I am.")
    await chat.comes(1, UpdateKind.MESSAGE, "one")
    chat.worker.look()
    await model.server.wait_for_request(1)
    with suppress(error):
        async with chat.worker.stopping(2) as (_, stopped):
            assert stopped.turn
            raise error
    await chat.until(lambda: len(chat.channel.outcomes) == 2)  # this channel knows no rollback
    assert chat.channel.outcomes[1].words == "Here I am."
