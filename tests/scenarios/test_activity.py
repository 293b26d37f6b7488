"""`/activity` lists what was done, when and in which turn, and undoes it, without the model."""

import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.store.engine import Database
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.acting import ActingBot, acting_bot
from tests.pressing import labels, pressed, toast
from tests.process import Script, call
from tests.striking import marked

_TIME = re.compile(r"\d{1,2} \w{3} \d{4}, \d\d:\d\d")


@pytest.fixture
async def bot(settings: dict[str, str], database: Database, model: Script) -> AsyncIterator[ActingBot]:
    """The bot, running."""
    async with acting_bot(settings, database, model.url) as bot:
        yield bot


async def does(telegram: BotApi, model: Script, words: str, name: str, **arguments: object) -> Message:
    """Let the model call a tool; return its answer."""
    model.then(call(name, **arguments), f"Did: {words}")
    return await telegram.bot_message(f"Did: {words}", after=telegram.send_text(words))


async def listed(telegram: BotApi, words: str = "/activity") -> Message:
    """Return the list."""
    return await telegram.bot_message("What I did", after=telegram.send_text(words))


@pytest.mark.usefixtures("bot")
async def test_what_commands_did_is_listed_and_undone_too(telegram: BotApi) -> None:
    for words in (
        "/memory add preference Likes tea",
        "/notes add Shopping: milk",
        "/remind tomorrow at 9:00 call Anna",
    ):
        await telegram.bot_message("", after=telegram.send_text(words))
    await telegram.bot_message("", after=telegram.send_text("/notes delete Shopping"))
    shown = await listed(telegram)
    lines = [it.partition(". ")[2] for it in shown.text.split("\n")[2:9:2]]
    assert [lines[0], *lines[2:]] == [
        "📓 Shopping: deleted",
        "📓 Shopping: new, 4 characters",
        "💾 Remembered: Likes tea",
    ]
    for at in (1, 2, 3, 4):
        shown = await pressed(telegram, shown, f"↩️ {at}")
    assert (marked(shown).count("~"), labels(shown)) == (8, [])
    await telegram.bot_message("There are no notes", after=telegram.send_text("/notes"))
    await telegram.bot_message("There are no reminders", after=telegram.send_text("/reminders"))
    await telegram.bot_message("I don't remember anything yet", after=telegram.send_text("/memory list"))


async def test_everything_is_listed_with_what_led_to_it_and_undone(
    telegram: BotApi, model: Script, bot: ActingBot
) -> None:
    await telegram.bot_message("So far I have only answered.", after=telegram.send_text("/activity"))
    tea = {"content": "The user likes tea", "category": "preference", "user_asked": False}
    await pressed(telegram, await does(telegram, model, "I like tea", "add_to_memory", **tea), "Remember")
    await does(telegram, model, "Put the vase up", "put_up", thing="vase")
    await does(telegram, model, "Write to Mom", "send_letter", to="Mom", text="Dear Mom")
    requests = len(model.requests)
    shown = await listed(telegram)
    assert _TIME.sub("<time>", shown.text) == (
        "🗒 What I did:\n\n"
        "1. 🔐 Waiting for you: A letter to Mom: Dear Mom\n<time> · “Write to Mom”\n"
        "2. 📚 Put up: vase\n<time> · “Put the vase up”\n"
        "3. 💾 Remembered: You like tea\n<time> · “I like tea”\n\n"
        "Tap ↩️ to undo one."
    )
    assert labels(shown) == ["↩️ 2", "↩️ 3"]
    shown = await pressed(telegram, shown, "↩️ 2")
    assert "2. ~📚 Put up: vase~" in marked(shown)
    assert bot.post.taken_down == ["vase"]
    shown = await pressed(telegram, shown, "↩️ 3")
    assert "3. ~💾 Remembered: You like tea~" in marked(shown)
    assert labels(shown) == []
    assert len(model.requests) == requests
    await telegram.bot_message("only answered", user_id=2, after=telegram.send_text("/activity", user_id=2))


@pytest.mark.usefixtures("bot")
async def test_pages_lead_to_earlier_ones_and_back(telegram: BotApi, model: Script) -> None:
    for number in range(10):
        await does(telegram, model, f"Put {number} up", "put_up", thing=f"thing {number}")
    first = await listed(telegram)
    assert first.text.startswith("🗒 What I did:\n\n1. 📚 Put up: thing 9")
    assert labels(first)[-1] == "Earlier ▶️"
    second = await pressed(telegram, first, "Earlier")
    assert re.match(r"🗒 What I did up to \d{1,2} \w{3} \d{4}:\n\n1. 📚 Put up: thing 1", second.text)
    assert labels(second) == ["↩️ 1", "↩️ 2", "◀️ Newer"]
    await does(telegram, model, "One more", "put_up", thing="glue")
    second = await pressed(telegram, second, "↩️ 2")
    assert "2. ~📚 Put up: thing 0~" in marked(second)
    newest = await pressed(telegram, await pressed(telegram, second, "Newer"), "Newer")
    assert newest.text == (await listed(telegram)).text
    assert await toast(telegram, newest, "↩️ 1") == "It is stuck."
    today = datetime.now(ZoneInfo("Europe/London")).date()
    assert "1. 📚 Put up: glue" in (await listed(telegram, f"/activity {today}")).text
    await telegram.bot_message("nothing earlier", after=telegram.send_text(f"/activity {today - timedelta(days=1)}"))
    await telegram.bot_message("I don't understand this date.", after=telegram.send_text("/activity yesterday"))
