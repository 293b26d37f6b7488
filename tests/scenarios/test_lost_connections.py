"""The database connection is lost after a statement, when its outcome is unknown."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest
from sqlalchemy import make_url

from practice.model.server import ModelServer, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Hook, Lost, PostgresProxy, Statement
from tests.crash.script import TAG, fact, reply
from tests.process import START_SECONDS, BotProcess

_OF_THE_LOCK = "SELECT true"
_TELLING = 60
"""Number of characters that identify a statement."""
_KINDS_OF_TURNS = 2
"""Some add a memory, some update one."""
_BEGINNING = "WITH free AS"
"""A turn begins with the messages that wait."""
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
_UNSETTLED = (
    "SELECT 1 FROM telegram_updates WHERE handled_at IS NULL UNION ALL "
    "SELECT 1 FROM agent_turns WHERE state = 'running' UNION ALL "
    "SELECT 1 FROM telegram_messages WHERE state <> 'sent'"
)


class Loss:
    """Loses the connection after statements: they are done, but never confirmed.

    Once it is armed, it waits for a statement behind which none was lost yet, in a transaction of the same kind.
    """

    def __init__(self) -> None:
        self.is_armed = False
        self.lost: set[tuple[str, ...]] = set()

    async def __call__(self, statement: Statement) -> None:
        """Let a statement pass, or lose the connection after it."""
        moment = tuple(sql[:_TELLING] for sql in (*statement.transaction, statement.sql))
        if self.is_armed and statement.done and moment not in self.lost and statement.sql != _OF_THE_LOCK:
            self.is_armed = False
            self.lost.add(moment)
            raise Lost


@pytest.fixture
async def model_url() -> AsyncIterator[str]:
    """The address of a model that remembers what every third message says."""
    async with serve(ModelServer(reply, models=("scripted",)).app) as url:
        yield f"{url}/v1"


async def test_everything_is_done_once_after_whichever_statement_the_connection_is_lost(
    telegram: BotApi, model_url: str, bot_process: BotProcess, database_url: str
) -> None:
    loss = Loss()
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    bot_process.settings |= {"OPENAI_BASE_URL": model_url, "OPENAI_MODEL": "scripted"}
    asked: list[str] = []
    async with PostgresProxy(database_url, loss) as proxy:
        with psycopg.connect(plain, autocommit=True) as connection:
            bot_process.settings["DATABASE_URL"] = proxy.url
            await bot_process.start()
            spared = 0
            while spared < _KINDS_OF_TURNS:
                number = len(asked) + 1
                asked.append(f"m{3 * number:03}")
                loss.is_armed = True
                telegram.send_text(f"{asked[-1]} is worth knowing")
                await telegram.bot_message(f"This is the answer to {asked[-1]}")
                telegram.send_text(f"/memory list {asked[-1]} or not")
                await telegram.bot_message(f"No memory matches “{asked[-1]} or not”")
                async with asyncio.timeout(START_SECONDS):
                    while connection.execute(_UNSETTLED).fetchone():  # noqa: ASYNC110 - the database doesn't tell of itself
                        await asyncio.sleep(0.02)
                spared = spared + 1 if loss.is_armed else 0
            commits = {" ".join(moment) for moment in loss.lost if moment[-1] == "COMMIT" or len(moment) == 1}
            assert {kind for kind in _COMMITTED if not any(kind in commit for commit in commits)} == set()
            heard = [message.text for message in telegram.messages() if message.from_bot]
            answers = [text for text in heard if text.startswith("This is")]
            assert Counter(tag for text in answers for tag in set(TAG.findall(text))) == dict.fromkeys(
                (tag.removeprefix("m") for tag in asked), 1
            )
            told = Counter(text.partition("“")[2].partition(" ")[0] for text in heard if text.startswith("No memory"))
            assert told == dict.fromkeys(asked, 1)
            counted = connection.execute("SELECT max(failed_attempts) FROM telegram_updates").fetchone()
            assert counted == (0,)
            stored = "SELECT content FROM agent_memory_versions ORDER BY created_at"
            facts = [content for (content,) in connection.execute(stored).fetchall()]
            assert facts == [fact(int(tag.removeprefix("m"))) for tag in asked]


@asynccontextmanager
async def previewing(bot: BotProcess, database_url: str, hook: Hook, end: asyncio.Event) -> AsyncIterator[None]:
    """Run the bot behind a proxy, with a model whose answers are previewed, and held before their `end`."""
    pieces = ("This answer is long enough for a preview,", " and has an end.")
    model = ModelServer(lambda _: Reply(pieces=pieces, gates={2: end}), models=("scripted",))
    async with serve(model.app) as url, PostgresProxy(database_url, hook) as proxy:
        bot.settings |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted", "DATABASE_URL": proxy.url}
        await bot.start()
        yield


async def test_a_turn_begins_without_waiting_for_the_disk_and_nothing_else_does(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    committed, end = list[str](), asyncio.Event()

    async def note(statement: Statement) -> None:
        if statement.done and (statement.sql == "COMMIT" or not statement.transaction):
            committed.append(" ".join((*statement.transaction, statement.sql)))

    end.set()
    async with previewing(bot_process, database_url, note, end):
        telegram.send_text("One")
        await telegram.wait_for(lambda: any(it.text.endswith("an end.") for it in telegram.messages()))
        await bot_process.stop()
    unwaited = [it for it in committed if "synchronous_commit" in it]
    assert [_BEGINNING in it for it in unwaited] == [True]
    waited = [it for it in committed if it not in unwaited]
    assert {kind for kind in _KEPT if not any(kind in it for it in waited)} == set()


async def test_what_is_written_during_a_turn_whose_connection_is_lost_is_answered(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    loss, end = Loss(), asyncio.Event()
    async with previewing(bot_process, database_url, loss, end):
        telegram.send_text("One")
        await telegram.bot_message("This answer")
        telegram.send_text("Two")
        await telegram.wait_for(lambda: not telegram.pending_updates)
        loss.is_armed = True
        end.set()
        await telegram.wait_for(lambda: len([it for it in telegram.messages() if it.text.endswith("an end.")]) == 2)
    assert loss.lost


async def test_an_answer_that_ends_while_its_preview_is_sent_is_one_message_though_its_connection_is_lost(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    end, lost, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def lose_the_first_end(statement: Statement) -> None:
        its_end = "UPDATE agent_turns SET state"
        if statement.sql != "COMMIT" or not any(sql.startswith(its_end) for sql in statement.transaction):
            return
        if not lost.is_set():
            lost.set()
            raise Lost
        if statement.done:
            ended.set()

    async with previewing(bot_process, database_url, lose_the_first_end, end):
        telegram.delay("sendMessage", 0.5, times=1)
        telegram.send_text("One")
        await telegram.wait_for(lambda: any(call.method == "sendMessage" for call in telegram.calls))
        end.set()
        async with asyncio.timeout(START_SECONDS):
            await ended.wait()
        await telegram.bot_message("an end.")
        assert len([message for message in telegram.messages() if message.from_bot]) == 1
