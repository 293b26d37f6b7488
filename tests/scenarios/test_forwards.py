"""A forward with its comment is one turn: Telegram sends the comment first, and what is forwarded right after it."""

import asyncio

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.databases import administration
from tests.pictures import photo
from tests.process import BotProcess, Script, kill_at, said

COMMENT = "Is this true?"
FORWARDED = '[Not the user\'s words: forwarded from "Bob"]\n> The bank is closed'
PICTURE = '[Not the user\'s words: forwarded from "Bob"]\n> Its door\n[photo]'
WHOLE = [COMMENT, FORWARDED, PICTURE]


async def test_it_is_one_turn_though_the_bot_is_killed_when_all_has_arrived(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    killed = kill_at(telegram, bot, "getFile")
    model.then(model.held("Of what?", before=0))
    telegram.send_text(COMMENT)
    await model.server.wait_for_request(1)
    telegram.forward("The bank is closed", origin="Bob")
    telegram.forward(Photo(photo("red", (320, 240))), origin="Bob", caption="Its door")
    await killed.wait()
    resumed = model.held("True.", before=0)
    model.then(resumed)
    await bot.start()
    while not any(said(it.request) == WHOLE for it in model.requests):  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    resumed.gates[0].set()
    await bot.answered(1)
    assert said(model.requests[-1].request) == WHOLE
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    await bot.answered(2)
    assert said(model.requests[-1].request) == [*WHOLE, "And now?"]
    assert len([it for it in telegram.messages() if it.from_bot]) == 2
    with administration(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM agent_turns").fetchone() == (2,)
    assert len(telegram.downloads) == 1
