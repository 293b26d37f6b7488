"""Each picture that is to leave a prompt is described, and once, also if the bot is killed between two of them."""

import asyncio

from sqlalchemy import text as sql

from bot.store.engine import Database
from practice.faults import Dropped, Fault
from practice.model.phrases import PICTURE
from practice.model.pictures import seen_in
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.pictures import photo
from tests.process import BotProcess, Script, is_description

CONTEXT_TOKENS = 7_000
SIZES = ((100, 75), (101, 75), (102, 75), (1_500, 1_000))
"""Of pictures; the last one is so large that all are to be described."""


def asked_about(model: Script) -> list[int]:
    """Return the widths of the pictures that were to be described, in order."""
    asked = [it.request for it in model.requests if is_description(it.request)]
    return [it.width for request in asked for it in seen_in(request.messages)]


async def descriptions(database: Database, number: int) -> list[str]:
    """Wait for a number of descriptions, and return all."""
    found: list[str] = []
    async with asyncio.timeout(30):
        while len(found) < number:
            await asyncio.sleep(0.02)
            async with database.transaction() as tx:
                query = sql("SELECT seen FROM agent_messages WHERE seen <> '' ORDER BY turn_id")
                found = list(await tx.connection.scalars(query))
    return found


async def test_a_kill_between_two_descriptions_loses_none(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    reached, killed = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        if len(asked_about(model)) == 2 and not reached.is_set():
            reached.set()
            await killed.wait()
            raise Dropped

    bot_process.settings["CONTEXT_TOKENS"] = str(CONTEXT_TOKENS)
    await bot_process.start()
    model.server.add_fault(Fault(callback=hold, after_effect=True))
    captions = [f"Number {width}" for width, _ in SIZES]
    for size, caption in zip(SIZES, captions, strict=True):
        telegram.send(Photo(photo("red", size)), caption=caption)
        await telegram.bot_message(f"Echo: {caption}")
    async with asyncio.timeout(20):
        await reached.wait()
    await bot_process.kill()
    killed.set()
    await bot_process.start()
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert await descriptions(database, 4) == [PICTURE.format(*size, "red") for size in SIZES]
    first, *again, third, last = asked_about(model)
    assert [first, *dict.fromkeys(again), third, last] == [width for width, _ in SIZES]
    assert len(again) <= 2  # what the killed bot could not store is described once more
    said = [it.text.splitlines()[0] for it in telegram.messages() if it.from_bot]
    assert said == [f"Echo: {words}" for words in [*captions, "And now?"]]
