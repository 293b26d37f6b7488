"""A file is stored in the database before it is sent: it arrives whatever happens, and once."""

import asyncio
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import make_url

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import BotProcess

CONTENT = bytes(range(256)) * 500


@pytest.fixture
async def queue(telegram: BotApi, bot: BotProcess, database_url: str) -> Callable[..., None]:
    """Put a file into the outbox of the bot, which has talked to its user, and is stopped."""
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.stop()

    def put(content: bytes = CONTENT, caption: str = "Here it is.") -> None:
        with psycopg.connect(plain(database_url)) as connection:
            connection.execute(
                "INSERT INTO telegram_messages "
                "(bot_id, chat_id, part, state, content, entities, file_name, file, quoted_id, created_at) VALUES "
                """(1000, 1, 0, 'waiting', %s, '[{"type": "bold", "offset": 0, "length": 4}]', 'all.json', %s, 1, """
                "now())",
                [caption, content],
            )

    return put


def plain(url: str) -> str:
    """Return an address as libpq reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def files(telegram: BotApi) -> list[Message]:
    """Return the files that the bot sent."""
    return [it for it in telegram.messages() if it.from_bot and "document" in it.extra]


async def test_a_file_arrives_whole_with_its_caption_and_what_it_quotes(
    telegram: BotApi, bot: BotProcess, queue: Callable[..., None], database_url: str
) -> None:
    queue()
    await bot.start()
    (sent,) = await telegram.wait_for(lambda: files(telegram))
    assert (sent.text, sent.reply_to) == ("Here it is.", 1)
    assert [(it.type, it.length) for it in sent.entities] == [("bold", 4)]
    assert telegram.file(sent.message_id) == CONTENT
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    with psycopg.connect(plain(database_url)) as connection:
        rows = connection.execute("SELECT state, content, file, message_id FROM telegram_messages ORDER BY id DESC")
        assert ("sent", None, None, sent.message_id) in rows.fetchall()


@pytest.mark.parametrize(("after_effect", "copies"), [(False, 1), (True, 2)])
async def test_a_file_arrives_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi, bot: BotProcess, queue: Callable[..., None], *, after_effect: bool, copies: int
) -> None:
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    fault = Fault(method="sendDocument", callback=kill, error=Dropped(), times=1, after_effect=after_effect)
    telegram.add_fault(fault)
    queue()
    await bot.launch()
    await killed.wait()
    await bot.start()
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert [telegram.file(it.message_id) for it in files(telegram)] == [CONTENT] * copies


async def test_a_file_waits_as_long_as_telegram_wants(
    telegram: BotApi, bot: BotProcess, queue: Callable[..., None]
) -> None:
    telegram.fail("sendDocument", error_code=429, retry_after=1, times=1)
    queue()
    await bot.start()
    await telegram.wait_for(lambda: files(telegram))
    refused, taken = [call for call in telegram.calls if call.method == "sendDocument"]
    assert taken.at >= refused.at + 1


@pytest.mark.parametrize(
    ("content", "caption", "problem"),
    [
        (b"x" * 50_000_001, "Large.", "Request entity too large"),
        (b"", "Empty.", "File must be non-empty"),
        (b"x", "x" * 1_025, "Message caption is too long"),
    ],
    ids=["large", "empty", "caption"],
)
async def test_a_file_that_telegram_never_accepts_blocks_no_later_message(
    telegram: BotApi,
    bot: BotProcess,
    queue: Callable[..., None],
    database_url: str,
    content: bytes,
    caption: str,
    problem: str,
) -> None:
    queue(content, caption)
    queue()
    await bot.start()
    (sent,) = await telegram.wait_for(lambda: files(telegram))
    assert telegram.file(sent.message_id) == CONTENT
    with psycopg.connect(plain(database_url)) as connection:
        found = connection.execute("SELECT problem, file FROM telegram_messages WHERE state = 'refused'").fetchall()
    assert [(str(it[0]).capitalize(), it[1]) for it in found] == [(problem, None)]
