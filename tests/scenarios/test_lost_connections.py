"""The database connection is lost after a commit, when its outcome is unknown. `make soak` loses it anywhere."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from practice.model.server import ModelServer, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Hook, Lost, PostgresProxy, Statement
from tests.crash.script import fact, reply
from tests.databases import administration
from tests.pressing import asked
from tests.process import START_SECONDS, BotProcess

_BEGINNING = "WITH free AS"
"""A turn begins with the messages that wait."""
_AWAY = "I can't reach my database right now."
"""What is said where connecting again takes long, as on a busy machine."""
_KEPT = {
    "INSERT INTO telegram_updates",  # the inbox
    "UPDATE agent_turns SET state",  # a turn's end, and its answer
    "UPDATE telegram_messages SET state",  # an answer is noted as sent
}
_COMMITTED = _KEPT | {
    _BEGINNING,
    "INSERT INTO agent_memories",  # a memory, and its result
    "INSERT INTO telegram_messages",  # what a command says, and its update's end
}
_SETTLED = (
    "SELECT max(failed_attempts) FROM telegram_updates "
    "HAVING bool_and(handled_at IS NOT NULL) AND NOT EXISTS (SELECT FROM telegram_messages WHERE state <> 'sent')"
)


def is_commit(statement: Statement) -> bool:
    """Whether a statement has committed something."""
    return statement.done and (statement.sql == "COMMIT" or not statement.transaction)


def whole(statement: Statement) -> str:
    """Return a statement after those before it in its transaction."""
    return " ".join((*statement.transaction, statement.sql))


@asynccontextmanager
async def running(bot: BotProcess, model: ModelServer, database_url: str, hook: Hook) -> AsyncIterator[None]:
    """Run the bot with a model, and its database behind a proxy."""
    async with serve(model.app) as url, PostgresProxy(database_url, hook) as proxy:
        bot.settings |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted", "DATABASE_URL": proxy.url}
        await bot.start()
        yield


async def test_everything_is_done_once_though_the_connection_is_lost_after_each_kind_of_commit(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    left = set(_COMMITTED)

    async def lose(statement: Statement) -> None:
        kinds = {kind for kind in left if kind in whole(statement)}
        if kinds and is_commit(statement):
            left.difference_update(kinds)
            raise Lost

    model = ModelServer(reply, models=("scripted",))
    with administration(database_url) as connection:
        async with running(bot_process, model, database_url, lose):
            await asked(telegram, "m003 is worth knowing", "This is the answer to m003")
            await asked(telegram, "/memory list m003 or not", "I found nothing about “m003 or not”")
            async with asyncio.timeout(START_SECONDS):
                while not (settled := connection.execute(_SETTLED).fetchone()):  # noqa: ASYNC110 - it doesn't tell
                    await asyncio.sleep(0.02)
        assert left == set()
        assert settled == (0,)
        assert connection.execute("SELECT content FROM agent_memory_versions").fetchall() == [(fact(3),)]
    said = [message.text for message in telegram.messages() if message.from_bot]
    assert len([it for it in said if not it.startswith(_AWAY)]) == 2, said


def previewed(end: asyncio.Event) -> ModelServer:
    """Return a model whose answers are previewed, and held before their `end`."""
    pieces = ("This answer is long enough for a preview,", " and has an end.")
    return ModelServer(lambda _: Reply(pieces=pieces, gates={2: end}), models=("scripted",))


async def test_a_turn_begins_without_waiting_for_the_disk_and_nothing_else_does(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    committed, end = list[str](), asyncio.Event()

    async def note(statement: Statement) -> None:
        if is_commit(statement):
            committed.append(whole(statement))

    end.set()
    async with running(bot_process, previewed(end), database_url, note):
        await asked(telegram, "One", "an end.")
        await bot_process.stop()
    unwaited = [it for it in committed if "synchronous_commit" in it]
    assert [_BEGINNING in it for it in unwaited] == [True]
    waited = [it for it in committed if it not in unwaited]
    assert {kind for kind in _KEPT if not any(kind in it for it in waited)} == set()


async def test_an_answer_that_ends_while_its_preview_is_sent_is_one_message_though_its_connection_is_lost(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    end, lost, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def lose_the_first_end(statement: Statement) -> None:
        if statement.sql != "COMMIT" or "UPDATE agent_turns SET state" not in whole(statement):
            return
        if not lost.is_set():
            lost.set()
            raise Lost
        if statement.done:
            ended.set()

    async with running(bot_process, previewed(end), database_url, lose_the_first_end):
        telegram.delay("sendMessage", 0.5, times=1)
        telegram.send_text("One")
        await telegram.wait_for(lambda: any(call.method == "sendMessage" for call in telegram.calls))
        end.set()
        async with asyncio.timeout(START_SECONDS):
            await ended.wait()
        await telegram.bot_message("an end.")
        assert len([message for message in telegram.messages() if message.from_bot]) == 1
