"""Stopping the bot: running turns may finish first, and the rest continues at the next start."""

import asyncio
import os
import signal
from typing import Any

import pytest

from bot.app.answering import STOP_GRACE_SECONDS
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, said
from tests.shown import shown

BEGINNING = "An answer that shows at once."
ANSWER = f"{BEGINNING} Its end."


def stopping(line: dict[str, Any]) -> bool:
    return line.get("event") == "stopping; running turns may finish first"


def ending_after(gate: asyncio.Event) -> Reply:
    """Return an answer whose stream is held before its end."""
    return Reply(pieces=(f"{BEGINNING} ", "Its end."), gates={2: gate})


def waited_in_vain(bot: BotProcess) -> bool:
    """Whether the log says that a turn had all the time it could have, and did not end."""
    given_up = f'"seconds": {STOP_GRACE_SECONDS}, "event": "stopped without waiting any longer"'
    return any(given_up in line for line in bot.log)


def answers(telegram: BotApi) -> list[str]:
    return [message.text for message in telegram.messages() if message.from_bot]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_an_answer_that_is_being_written_is_finished_and_later_messages_wait(
    telegram: BotApi, model: Script, bot: BotProcess, how: signal.Signals
) -> None:
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    await telegram.bot_message(BEGINNING)
    ending = asyncio.create_task(bot.end(how))
    await bot.logged(stopping)
    await telegram.wait_for(lambda: all(it.outcome for it in telegram.calls if it.method == "getUpdates"))
    telegram.send_text("Two")
    gate.set()
    assert await ending == 0
    assert answers(telegram) == [ANSWER]
    assert len(model.requests) == 1

    await bot.start()
    await telegram.bot_message("Echo: Two")
    assert answers(telegram) == [ANSWER, "Echo: Two"]


async def test_an_answer_that_takes_too_long_is_finished_by_the_next_start_in_the_same_message(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    begun = await shown(telegram, BEGINNING, database_url)
    assert await bot.stop() == 0
    assert waited_in_vain(bot)
    model.then(ANSWER)
    await bot.start()
    await bot.answered(1)
    assert answers(telegram) == [ANSWER]
    ended = telegram.message(1, begun)
    assert ended
    assert ended.text == ANSWER


async def test_a_second_signal_ends_it_without_waiting_for_turns(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    await shown(telegram, BEGINNING, database_url)
    os.kill(bot.pid, signal.SIGTERM)
    await bot.logged(stopping)
    assert await bot.stop() == 0
    assert not waited_in_vain(bot)
    model.then(ANSWER)
    await bot.start()
    await bot.answered(1)
    assert answers(telegram) == [ANSWER]


async def test_without_a_turn_it_ends_at_once(bot: BotProcess) -> None:
    assert await bot.stop() == 0
    assert not waited_in_vain(bot)


async def test_what_came_while_it_was_down_is_answered_together(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    assert await bot.stop() == 0
    for text in ("One", "Two", "Three"):
        telegram.send_text(text)
    model.then(*[model.slow("All of it.", seconds=0.3)] * 3)
    await bot.start()
    await bot.answered(1)
    assert said(model.requests[-1].request) == ["One", "Two", "Three"]
    assert [message.text for message in telegram.messages() if message.from_bot] == ["All of it."]
