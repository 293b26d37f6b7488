"""A forward with its comment is one turn: Telegram sends the comment first, and what is forwarded right after it."""

import asyncio

import psycopg
from sqlalchemy import make_url

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.pictures import photo
from tests.process import BotProcess, Script, said

COMMENT = "Is this true?"
FORWARDED = '[Not the user\'s words: forwarded from "Bob"]\n> The bank is closed'
PICTURE = '[Not the user\'s words: forwarded from "Bob"]\n> Its door\n[photo]'
WHOLE = [COMMENT, FORWARDED, PICTURE]


def forward(telegram: BotApi) -> None:
    """Forward a text and a picture."""
    telegram.forward("The bank is closed", origin="Bob")
    telegram.forward(Photo(photo("red", (320, 240))), origin="Bob", caption="Its door")


async def is_one_turn(telegram: BotApi, model: Script, bot: BotProcess, database_url: str) -> None:
    """Check that everything was answered together, once, and that a later message is answered alone."""
    await bot.answered(1)
    assert said(model.requests[-1].request) == WHOLE
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    await bot.answered(2)
    assert said(model.requests[-1].request) == [*WHOLE, "And now?"]
    assert len([it for it in telegram.messages() if it.from_bot]) == 2
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        assert connection.execute("SELECT count(*) FROM agent_turns").fetchone() == (2,)
    assert len(telegram.downloads) == 1


async def asked(model: Script, requests: int) -> None:
    """Wait for a number of requests."""
    while len(model.requests) < requests:  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)


async def starts(bot: BotProcess, model: Script) -> None:
    """Start the bot again, with a model that answers its first request only once everything has been asked."""
    resumed = model.held("True.", before=0)
    model.then(resumed)
    await bot.start()
    while not any(said(it.request) == WHOLE for it in model.requests):  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    resumed.gates[0].set()


async def test_in_one_batch(telegram: BotApi, model: Script, bot: BotProcess, database_url: str) -> None:
    telegram.send_text(COMMENT)
    forward(telegram)
    await is_one_turn(telegram, model, bot, database_url)
    assert len(model.requests) == 2


async def test_with_a_kill_when_all_has_arrived(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    telegram.add_fault(Fault(method="getFile", callback=kill, error=Dropped(), times=1))
    model.then(model.held("Of what?", before=0))
    telegram.send_text(COMMENT)
    await asked(model, 1)
    forward(telegram)
    await killed.wait()
    await starts(bot, model)
    await is_one_turn(telegram, model, bot, database_url)
