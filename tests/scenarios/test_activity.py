"""`/activity` lists what was done, when and in which turn, and undoes it, without the model."""

import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.database.engine import Database
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.acting import ActingBot, acting_bot
from tests.pressing import pressed
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


def labels(message: Message) -> list[str]:
    """Return the labels of a message's buttons."""
    return [button.text for row in message.keyboard for button in row]


def timeless(message: Message) -> str:
    """Return a message's text without times."""
    return _TIME.sub("<time>", message.text)


@pytest.mark.usefixtures("bot")
async def test_everything_is_listed_with_what_led_to_it(telegram: BotApi, model: Script) -> None:
    await does(telegram, model, "I like tea", "add_to_memory", content="The user likes tea", category="preference")
    await does(telegram, model, "Put the vase up", "put_up", thing="vase")
    await does(telegram, model, "Write to Mom", "send_letter", to="Mom", text="Dear Mom")
    requests = len(model.requests)
    shown = await listed(telegram)
    assert timeless(shown) == (
        "🗒 What I did:\n\n"
        "1. 🔐 Waiting for you: A letter to Mom: Dear Mom\n<time> · “Write to Mom”\n"
        "2. 📚 Put up: vase\n<time> · “Put the vase up”\n"
        "3. 💾 Remembered: You like tea\n<time> · “I like tea”\n\n"
        "Tap ↩️ to undo one."
    )
    assert labels(shown) == ["↩️ 2", "↩️ 3"]
    assert len(model.requests) == requests


async def test_each_entry_is_undone_with_its_button(telegram: BotApi, model: Script, bot: ActingBot) -> None:
    await does(telegram, model, "I like tea", "add_to_memory", content="The user likes tea", category="preference")
    await does(telegram, model, "Put the vase up", "put_up", thing="vase")
    shown = await pressed(telegram, await listed(telegram), "↩️ 1")
    assert "1. ~📚 Put up: vase~" in marked(shown)
    assert bot.post.taken_down == ["vase"]
    shown = await pressed(telegram, shown, "↩️ 2")
    assert "2. ~💾 Remembered: You like tea~" in marked(shown)
    assert labels(shown) == []
    memories = await telegram.bot_message("remember", after=telegram.send_text("/memory"))
    assert "I don't remember anything yet" in memories.text


@pytest.mark.usefixtures("bot")
async def test_what_can_no_more_be_undone_says_so(telegram: BotApi, model: Script) -> None:
    await does(telegram, model, "Put the glue up", "put_up", thing="glue")
    shown = await listed(telegram)
    (data,) = [button.callback_data for row in shown.keyboard for button in row]
    query = telegram.press(shown.message_id, data)
    answer = await telegram.wait_for(lambda: telegram.press_answer(query))
    assert answer.text == "It is stuck."


@pytest.mark.usefixtures("bot")
async def test_an_accepted_offer_is_listed_and_undone(telegram: BotApi, model: Script) -> None:
    asked = await does(
        telegram,
        model,
        "Tea is nice",
        "add_to_memory",
        content="The user likes tea",
        category="preference",
        user_asked=False,
    )
    await pressed(telegram, asked, "Remember")
    shown = await listed(telegram)
    assert "1. 💾 Remembered: You like tea" in shown.text
    shown = await pressed(telegram, shown, "↩️ 1")
    assert "1. ~💾 Remembered: You like tea~" in marked(shown)


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
    await does(telegram, model, "One more", "put_up", thing="thing 10")
    second = await pressed(telegram, second, "↩️ 2")
    assert "1. 📚 Put up: thing 1\n" in second.text
    assert "2. ~📚 Put up: thing 0~" in marked(second)
    newer = await pressed(telegram, second, "Newer")
    assert "1. 📚 Put up: thing 9\n" in newer.text
    assert labels(newer)[-2:] == ["◀️ Newer", "Earlier ▶️"]
    newest = await pressed(telegram, newer, "Newer")
    assert newest.text == (await listed(telegram)).text


@pytest.mark.usefixtures("bot")
async def test_what_nobody_did_and_what_nobody_means(telegram: BotApi) -> None:
    await telegram.bot_message("So far I have only answered.", after=telegram.send_text("/activity"))
    await telegram.bot_message("nothing earlier", after=telegram.send_text("/activity 2026-01-31"))
    await telegram.bot_message("I don't understand this date.", after=telegram.send_text("/activity yesterday"))


@pytest.mark.usefixtures("bot")
async def test_the_first_entry_may_be_of_a_day(telegram: BotApi, model: Script) -> None:
    await does(telegram, model, "Put the vase up", "put_up", thing="vase")
    today = datetime.now(ZoneInfo("Europe/London")).date()
    assert "1. 📚 Put up: vase" in (await listed(telegram, f"/activity {today}")).text
    yesterday = today - timedelta(days=1)
    await telegram.bot_message("nothing earlier", after=telegram.send_text(f"/activity {yesterday}"))


@pytest.mark.usefixtures("bot")
async def test_others_see_nothing_of_it(telegram: BotApi, model: Script) -> None:
    await does(telegram, model, "Put the vase up", "put_up", thing="vase")
    telegram.send_text("/activity", user_id=2)
    found = await telegram.wait_for(lambda: [it for it in telegram.messages(2) if "only answered" in it.text] or None)
    assert len(found) == 1
