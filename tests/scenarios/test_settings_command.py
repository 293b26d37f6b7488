"""/settings: one message, whose buttons do what the commands do."""

import re

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script

PAGES = ("Memory", "Review", "Quiet hours", "Voice", "Language", "Spending", "Time zone")


async def opened(telegram: BotApi, words: str = "/settings", shows: str = "Settings") -> Message:
    """Return the message of the settings."""
    return await telegram.bot_message(shows, after=telegram.send_text(words))


def timeless(message: Message) -> str:
    """Return a message's text without the time of day."""
    return re.sub(r"\d\d:\d\d now", "now", message.text)


@pytest.mark.usefixtures("bot")
async def test_each_page_opens_in_place_leads_back_and_does_what_its_command_does(telegram: BotApi) -> None:
    overview = await opened(telegram)
    assert "🧵 Topics: off\nEach topic is a conversation of its own. Whoever hosts me turns them on" in overview.text
    assert [it.text.split()[1] for row in overview.keyboard for it in row] == [it.split()[0] for it in PAGES]
    for label in PAGES:
        page = await pressed(telegram, overview, label)
        assert page.keyboard[-1][0].text == "◀️ Back"
        if label == "Review":  # whoever hosts the bot turned it off for all
            assert [[it.text for it in row] for row in page.keyboard] == [["◀️ Back"]]
        assert timeless(await pressed(telegram, page, "Back")) == timeless(overview)
    page = await pressed(telegram, await pressed(telegram, overview, "Memory"), "auto")
    assert page.text.startswith("Memory mode: auto\n")
    assert "Memory mode: auto" in (await asked(telegram, "/memory mode", "Memory mode")).text
    page = await pressed(telegram, await pressed(telegram, page, "Back"), "Time zone")
    page = await pressed(telegram, page, "Berlin")
    assert "Time zone: Europe/Berlin" in page.text
    page = await pressed(telegram, page, "Default: Europe/London")
    page = await pressed(telegram, await pressed(telegram, page, "Back"), "Quiet hours")
    page = await pressed(telegram, page, "22:00")
    assert "Quiet from 22:00 to 07:00 (Europe/London)." in page.text
    assert "Quiet from 22:30 to 07:15" in (await asked(telegram, "/quiet 22:30-7:15", "Quiet from")).text
    assert "Quiet from 22:30 to 07:15" in (await asked(telegram, "/quiet", "Quiet from")).text
    assert "22:30\N{EN DASH}07:15" in (await pressed(telegram, page, "Back")).text


async def test_the_language_is_spoken_at_once_and_kept(telegram: BotApi, bot: BotProcess) -> None:
    page = await opened(telegram, "/settings language", "Language:")
    assert "Language: English, as in Telegram" in page.text
    chosen = await pressed(telegram, page, "Deutsch")
    assert any(it.text == "✓ Deutsch" for row in chosen.keyboard for it in row)
    assert chosen.keyboard[-1][0].text == "◀️ Zurück"
    await telegram.wait_for(lambda: 1 in telegram.commands_of)
    await bot.stop()
    await bot.start()
    telegram.send_text("/settings language")
    again = await telegram.bot_message("Deutsch", after=chosen.message_id)
    assert any(it.text == "✓ Deutsch" for row in again.keyboard for it in row)
    (auto,) = again.keyboard[0]
    query = telegram.press(again.message_id, auto.callback_data)
    await telegram.wait_for(lambda: telegram.press_answer(query))
    await telegram.wait_for(
        lambda: (now := telegram.message(1, again.message_id)) and now.keyboard[0][0].text == "✓ As in Telegram"
    )
    await telegram.wait_for(lambda: not telegram.commands_of)


async def test_a_user_s_own_limit_stops_the_answers(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await asked(telegram, "/limit x", "Set a limit like this: /limit 500000. To remove it: /limit off.")
    page = await opened(telegram, "/limit 1_000", "nothing used this month, limit 1,000 tokens")
    await asked(telegram, "Hello", "Echo: Hello")
    refused = (await asked(telegram, "More", "You have reached your own limit of 1,000 tokens a month.")).text
    assert "raise it with /limit, then send /retry" in refused
    await telegram.bot_message("Echo: Hi", user_id=2, after=telegram.send_text("Hi", user_id=2))
    await pressed(telegram, page, "No limit")
    model.then(Reply(text="At last."))
    await asked(telegram, "/retry", "At last.")
    await bot.answered(3)


async def test_an_owner_can_turn_the_review_off(telegram: BotApi, model: Script, bot_process: BotProcess) -> None:
    bot_process.settings["MEMORY_REVIEW"] = "true"
    await bot_process.start()
    page = await opened(telegram, "/settings review", "Review of conversations: on")
    assert "Review of conversations: off" in (await pressed(telegram, page, "Off")).text
    await asked(telegram, "Hello", "Echo: Hello")
    await asked(telegram, "/new", "This is a new conversation")
    await telegram.bot_message("Echo: Hi", user_id=2, after=telegram.send_text("Hi", user_id=2))
    telegram.send_text("/new", user_id=2)
    await bot_process.logged(lambda line: line.get("event") == "conversation reviewed")
    assert len(model.requests) == 3
