"""Whatever happens in a chat, in any order, no message is lost or answered twice, and every turn ends."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import make_url

from tests.process import START_SECONDS, BotProcess
from tests.properties.bot_in_loop import KILLED, Pace, Stage
from tests.properties.chat_invariants import check
from tests.properties.chat_machine import ChatMachine
from tests.properties.chat_world import TOKEN, World
from tests.properties.planned_model import MODEL, Plan

pytestmark = [*KILLED, pytest.mark.usefixtures("swept")]

STEPS = 30
LONGEST_TURN = 110
"""More rounds than a turn takes."""
STRIDE = 9
"""Rounds between two moments at which it is interrupted: the crash suite kills it at each named one."""
SHARE = 0.4
"""How many examples are tried of those that the profile asks for: each one is a whole life of the bot."""


def test_whatever_happens_no_message_is_lost_and_every_turn_ends(database_url: str) -> None:
    class Chats(ChatMachine):
        pass

    Chats.database_url = database_url
    run_state_machine_as_test(
        Chats, settings=settings(max_examples=int(SHARE * settings().max_examples), stateful_step_count=STEPS)
    )


@pytest.fixture
def stage(database_url: str) -> Iterator[Stage]:
    """A world and a bot in it."""
    stage = Stage(database_url)
    yield stage
    stage.close()


def test_an_answer_is_sent_once_though_the_database_is_lost_as_it_arrives(stage: Stage) -> None:
    async def happen() -> None:
        stage.world.model.plans.append(Plan("short"))
        stage.world.say(1)
        await stage.bot.start()
        await stage.world.telegram.bot_message("Reply")
        stage.world.drop_connections()
        await stage.bot.settle()

    stage.run(happen())
    assert [message.text for message in stage.world.heard(1)] == ["Reply0001."]


def test_what_comes_once_an_answer_shows_waits_for_the_next_turn_though_the_bot_begins_anew(stage: Stage) -> None:
    async def happen() -> None:
        stage.world.model.plans.append(Plan("words", held=3))
        stage.world.say(1)
        await stage.bot.start()
        await stage.world.telegram.bot_message("begins")
        await stage.bot.pass_time()
        await stage.bot.kill()
        stage.world.say(1)
        await stage.bot.settle()

    stage.run(happen())
    assert stage.world.rows("SELECT state FROM agent_turns") == [("answered",)] * 2


@pytest.mark.parametrize("what", ["drop", "kill", "/stop"])
def test_a_turn_can_be_interrupted_anywhere(stage: Stage, what: str) -> None:
    async def happen() -> None:
        await stage.bot.start()
        for rounds in range(0, LONGEST_TURN, STRIDE):
            stage.world.model.plans.append(Plan("two"))
            stage.world.say(1)
            await stage.bot.go_on(Pace(rounds))
            match what:
                case "drop":
                    stage.world.drop_connections()
                case "kill":
                    await stage.bot.kill()
                case command:
                    stage.world.command(1, command)
            await stage.bot.settle()
        stage.world.say(1)
        await stage.bot.settle()

    stage.run(happen())
    check(stage.world)


def test_a_chat_whose_answer_does_not_come_keeps_no_other_waiting(stage: Stage) -> None:
    async def happen() -> None:
        stage.world.model.plans.extend([Plan(held=3), Plan("short")])
        await stage.bot.start()
        for user_id in (1, 2):
            stage.world.say(user_id)
            await stage.bot.pass_time()

    stage.run(happen())
    held, answered = ([message.text for message in stage.world.heard(user_id)] for user_id in (1, 2))
    assert (held, answered) == (["Reply0001 begins, goes on a little"], ["Reply0002."])


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection of the test's own to its database."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


@pytest.fixture
async def world(connection: psycopg.Connection) -> AsyncIterator[World]:
    """All that is around the bot."""
    world = World(connection)
    async with world.open():
        yield world


@pytest.fixture
async def process(world: World, database_url: str, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot as a process, ready to be started."""
    process = BotProcess(
        tmp_path,
        {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": "1,2",
            "TELEGRAM_API_URL": world.telegram_url,
            "OPENAI_BASE_URL": world.model_url,
            "OPENAI_MODEL": MODEL,
            "DATABASE_URL": database_url,
        },
    )
    yield process
    await process.stop()


async def test_a_process_killed_again_and_again_loses_nothing(world: World, process: BotProcess) -> None:
    async def start() -> None:
        world.begins()
        await process.start()

    await start()
    world.model.plans.append(Plan(held=0))
    world.say(1)
    await world.model.server.wait_for_request(1)
    await process.kill()
    await start()
    await process.answered(1)

    world.model.plans.extend([Plan("add"), Plan(held=3)])
    asked = world.say(1)
    await world.telegram.bot_message("begins", after=asked.message_id)
    await process.kill()
    world.say(1)
    world.edit(1)
    world.say(1)
    await start()
    await world.telegram.wait_for(lambda: not world.telegram.pending_updates)
    await process.kill()
    await start()

    world.heal()
    world.say(1)
    await settled(world)
    check(world)


async def settled(world: World) -> None:
    """Wait until all is handled, has ended and was sent, which the database doesn't tell of itself."""
    waiting = "SELECT FROM telegram_updates WHERE handled_at IS NULL"
    running = "SELECT FROM agent_turns WHERE state = 'running'"
    unsent = "SELECT FROM telegram_messages WHERE state = 'waiting'"
    async with asyncio.timeout(START_SECONDS):
        while world.telegram.pending_updates or any(map(world.rows, (waiting, running, unsent))):  # noqa: ASYNC110 - as said
            await asyncio.sleep(0.05)
