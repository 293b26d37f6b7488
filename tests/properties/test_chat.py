"""Whatever happens in a chat, in any order, no message is lost or answered twice, and every turn ends."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.properties.bot_in_loop import KILLED, Pace, Stage
from tests.properties.chat_invariants import check
from tests.properties.chat_machine import ChatMachine
from tests.properties.planned_model import Plan

pytestmark = KILLED

STEPS = 25
LONGEST_TURN = 110
"""More rounds than a turn takes."""
STRIDE = 27
"""Rounds between two moments at which it is interrupted: the crash suite kills it at each named one."""
SHARE = 0.125
"""How many examples are tried of those that the profile asks for: each one is a whole life of the bot."""


def test_whatever_happens_no_message_is_lost_and_every_turn_ends(database_url: str) -> None:
    class Chats(ChatMachine):
        pass

    Chats.database_url = database_url
    run_state_machine_as_test(
        Chats, settings=settings(max_examples=int(SHARE * settings().max_examples), stateful_step_count=STEPS)
    )


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """What was killed is cleared away within the test that did it."""
    yield
    gc.collect()


@pytest.fixture
def stage(database_url: str) -> Iterator[Stage]:
    """A world and a bot in it."""
    stage = Stage(database_url)
    yield stage
    stage.close()


def test_a_turn_can_be_interrupted_anywhere(stage: Stage) -> None:
    async def happen() -> None:
        await stage.bot.start()
        for number, rounds in enumerate(range(0, LONGEST_TURN, STRIDE)):
            stage.world.model.plans.append(Plan("two"))
            stage.world.say(1)
            await stage.bot.go_on(Pace(rounds))
            if number % 2:
                stage.world.drop_connections()
            else:
                await stage.bot.kill()
            await stage.bot.settle()
        stage.world.say(1)
        await stage.bot.settle()

    stage.run(happen())
    check(stage.world)
