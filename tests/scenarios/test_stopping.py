"""Stopping the bot: running turns may finish first, and the rest continues at the next start."""

import asyncio
import os
import signal
from typing import Any

from bot.app.answering import STOP_GRACE_SECONDS
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script
from tests.shown import shown

BEGINNING = "An answer that shows at once."
ANSWER = f"{BEGINNING} Its end."


def stopping(line: dict[str, Any]) -> bool:
    return line.get("event") == "stopping; running turns may finish first"


def ending_after(gate: asyncio.Event) -> Reply:
    """Return an answer whose stream is held before its end."""
    return Reply(pieces=(f"{BEGINNING} ", "Its end."), gates={2: gate})


def waited_in_vain(log: list[str]) -> bool:
    """Whether a log says that a turn had all the time it could have, and did not end."""
    given_up = f'"seconds": {STOP_GRACE_SECONDS}, "event": "stopped without waiting any longer"'
    return any(given_up in line for line in log)


def answers(telegram: BotApi) -> list[str]:
    return [message.text for message in telegram.messages() if message.from_bot]


async def test_an_answer_that_is_being_written_is_finished_and_later_messages_wait(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    await telegram.bot_message(BEGINNING)
    ending = asyncio.create_task(bot.end(signal.SIGHUP))
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
    assert waited_in_vain(bot.log)
    model.then(ending_after(asyncio.Event()))
    await bot.start()
    await model.server.wait_for_request(2)
    already = len(bot.log)
    os.kill(bot.pid, signal.SIGTERM)
    await bot.logged(stopping, after=already)
    assert await bot.stop() == 0  # a second signal
    assert not waited_in_vain(bot.log[already:])
    model.then(ANSWER)
    await bot.start()
    await bot.answered(1)
    assert answers(telegram) == [ANSWER]
    ended = telegram.message(1, begun)
    assert ended
    assert ended.text == ANSWER
