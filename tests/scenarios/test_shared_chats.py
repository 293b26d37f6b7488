"""Two copies of a bot share its chats: each chat has one of them, and the other takes it over when that is gone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import monotonic

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.model.server import Received, Reply
from practice.telegram.bot_api import BotApi
from tests.balancer import Balancer
from tests.process import BotProcess, Script, said
from tests.scenarios.test_api import free_port

HOST = "keepsake.example.org"
CHATS = range(1, 21)
BEGINNING = "An answer that shows at once."
ANSWER = f"{BEGINNING} Its end."
LOCKS = (
    "SELECT DISTINCT pid FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1"
)
"""The connections with locks whose key is one number, as those of chats."""


@pytest.fixture
async def copies(
    tmp_path: Path, settings: dict[str, str], telegram: BotApi
) -> AsyncIterator[tuple[BotProcess, BotProcess]]:
    """Two copies of the bot, ready to start, to which the updates are posted in turn."""
    users = {"TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, CHATS)), "SHARE_CHATS": "true"}
    ports = [free_port(), free_port()]
    both = [
        BotProcess(
            tmp_path,
            {**settings, **users, "WEBHOOK_URL": f"https://{HOST}/telegram", "WEBHOOK_PORT": str(port)},
        )
        for port in ports
    ]
    telegram.webhooks.hosts = Balancer(HOST, *map(address, both))
    yield both[0], both[1]
    for each in both:
        await each.stop()


@pytest.fixture
def balancer(telegram: BotApi, copies: tuple[BotProcess, BotProcess]) -> Balancer:
    """The proxy before both copies."""
    assert copies
    assert isinstance(telegram.webhooks.hosts, Balancer)
    return telegram.webhooks.hosts


def address(copy: BotProcess) -> str:
    return f"http://127.0.0.1:{copy.settings['WEBHOOK_PORT']}"


def answers(telegram: BotApi, chat: int = 1) -> list[str]:
    return [message.text for message in telegram.messages(chat) if message.from_bot]


def is_answered(telegram: BotApi, chat: int) -> bool:
    return answers(telegram, chat)[0] in {ANSWER, f"Echo: c{chat} m0"}


def held() -> Reply:
    """Return an answer whose stream is held before its end."""
    return Reply(pieces=(f"{BEGINNING} ", "Its end."), gates={2: asyncio.Event()})


def requests_of(model: Script, chat: int) -> list[Received]:
    return [it for it in model.requests if said(it.request)[-1].startswith(f"c{chat} ")]


async def start(*copies: BotProcess) -> None:
    for each in copies:
        await each.start()


async def test_messages_that_either_is_posted_are_answered_once_and_in_order(
    telegram: BotApi, model: Script, copies: tuple[BotProcess, BotProcess]
) -> None:
    await start(*copies)
    rounds = 3
    for number in range(rounds):
        for chat in CHATS:
            telegram.send_text(f"c{chat} m{number}", chat)
        for chat in CHATS:
            await telegram.bot_message(f"Echo: c{chat} m{number}", user_id=chat)
    for chat in CHATS:
        assert answers(telegram, chat) == [f"Echo: c{chat} m{number}" for number in range(rounds)]
        sent = [it.request.messages for it in requests_of(model, chat)]
        assert len(sent) == rounds
        assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(sent))
    assert all(copy.turns_answered for copy in copies)
    assert not any("taking a chat over" in line for copy in copies for line in copy.log)


async def test_when_one_is_killed_the_other_finishes_its_answers_and_leads(
    telegram: BotApi,
    model: Script,
    copies: tuple[BotProcess, BotProcess],
    remind: Callable[..., Awaitable[None]],
    connection: psycopg.AsyncConnection[TupleRow],
) -> None:
    await start(*copies)
    chats = CHATS[:6]
    waiting = [held() for _ in chats]
    model.then(*waiting)
    for chat in chats:
        telegram.send_text(f"c{chat} m0", chat)
    noted = "SELECT count(*) FROM telegram_messages WHERE message_id IS NOT NULL"
    while (await (await connection.execute(noted)).fetchone()) != (len(chats),):
        pass  # an id that is not noted when the copy is killed is that of a message nobody ends
    await copies[0].kill()
    for reply in waiting:
        for gate in reply.gates.values():
            gate.set()
    for chat in chats:
        await telegram.wait_for(partial(is_answered, telegram, chat))
        telegram.send_text(f"c{chat} m1", chat)
        await telegram.bot_message(f"Echo: c{chat} m1", user_id=chat)
    finished = [answers(telegram, chat)[:-1] for chat in chats]
    assert sorted({len(it) for it in finished}) == [1]
    taken_over = [chat for chat in chats if len(requests_of(model, chat)) == 3]
    assert 0 < len(taken_over) < len(chats)
    await remind()
    await telegram.bot_message("errand 1")


async def test_one_that_loses_its_locks_stops_before_the_other_goes_on(
    telegram: BotApi,
    model: Script,
    copies: tuple[BotProcess, BotProcess],
    balancer: Balancer,
    connection: psycopg.AsyncConnection[TupleRow],
) -> None:
    first, second = copies
    await start(first)
    balancer.to(address(first))
    reply = held()
    model.then(reply)
    telegram.send_text("c1 m0")
    await telegram.bot_message(BEGINNING)
    locks = [pid for (pid,) in await (await connection.execute(LOCKS)).fetchall()]
    await start(second)
    for pid in locks:
        await connection.execute("SELECT pg_terminate_backend(%s)", [pid])
    await first.logged(lambda line: line.get("event") == "waiting for the database")
    stopped_at = monotonic()
    await second.logged(lambda line: line.get("event") == "taking a chat over")
    await telegram.bot_message("Echo: c1 m0")
    shows = {"sendMessage", "editMessageText"}
    (only,) = [call for call in telegram.calls if call.method in shows and call.at > stopped_at]
    assert only.parameters["text"] == "Echo: c1 m0"
    assert answers(telegram) == ["Echo: c1 m0"]
    balancer.to(*map(address, copies))
    await telegram.bot_message("Echo: c1 m1", after=telegram.send_text("c1 m1"))


async def test_a_reminder_rings_once_whoever_has_its_chat(
    telegram: BotApi,
    copies: tuple[BotProcess, BotProcess],
    balancer: Balancer,
    remind: Callable[..., Awaitable[None]],
) -> None:
    first, second = copies
    await start(first, second)
    balancer.to(address(second))
    await telegram.bot_message("Echo: c1 m0", after=telegram.send_text("c1 m0"))
    await remind(ago=timedelta(seconds=-1))
    await telegram.bot_message("errand 1")
    await telegram.bot_message("Echo: c1 m1", after=telegram.send_text("c1 m1"))
    assert sum("errand 1" in it for it in answers(telegram)) == 1
    await second.answered(2)


async def test_what_is_set_elsewhere_holds_in_all(
    telegram: BotApi,
    copies: tuple[BotProcess, BotProcess],
    balancer: Balancer,
    connection: psycopg.AsyncConnection[TupleRow],
) -> None:
    first, second = copies
    await start(first, second)
    balancer.to(address(first))
    await telegram.bot_message("I don't remember anything", after=telegram.send_text("/memory"))
    await connection.execute("UPDATE agent_owners SET language = 'de' WHERE user_id = 1")
    balancer.to(address(second))
    await telegram.bot_message("Ich habe mir noch nichts gemerkt", after=telegram.send_text("/memory"))


async def test_a_copy_that_shares_nothing_waits_for_those_that_do(
    telegram: BotApi, copies: tuple[BotProcess, BotProcess], balancer: Balancer
) -> None:
    first, second = copies
    await start(first)
    second.settings["SHARE_CHATS"] = "false"
    await second.launch()
    await second.logged(lambda line: str(line.get("event")).startswith("waiting for another Keepsake"))
    assert await first.stop() == 0
    balancer.to(address(second))
    await second.logged(lambda line: line.get("event") == "running")
    await telegram.bot_message("Echo: c1 m0", after=telegram.send_text("c1 m0"))
