"""The first /start: what it can do, with buttons that try it, and a checklist that ticks itself until it is done."""

import pytest

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from practice.telegram.messenger import Message
from tests.pictures import photo
from tests.pressing import asked
from tests.process import BotProcess, Script, call

THREE = "Three things to try:"


async def ticked(telegram: BotApi, checklist: Message, number: int) -> Message:
    """Return the checklist once some of it is ticked."""

    def now() -> Message | None:
        shown = telegram.message(1, checklist.message_id)
        return shown if shown and shown.text.count("✅") == number else None

    return await telegram.wait_for(now)


def press(telegram: BotApi, message: Message, label: str) -> None:
    """Press a button under a message."""
    (data,) = [it.callback_data for row in message.keyboard for it in row if label in it.text]
    telegram.press(message.message_id, data)


async def test_the_checklist_ticks_itself_and_goes(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await asked(telegram, "/start", "I'm your personal assistant, and I remember.")
    checklist = await telegram.bot_message(THREE)
    assert checklist.text.count("◻️") == 3
    model.then(call("add_to_memory", content="The user drinks tea", category="preference"), "Noted.")
    await asked(telegram, "Remember that I drink tea.", "Noted.")
    await asked(telegram, "/start", "Just write to me.")
    first = await ticked(telegram, checklist, 1)
    assert first.text.splitlines()[1].startswith("✅ Tell me something")
    await bot.stop()
    await bot.start()
    telegram.send(Photo(photo(size=(64, 48))))
    await ticked(telegram, checklist, 2)
    await asked(telegram, "And?", "Echo: And?")  # still the same conversation
    await asked(telegram, "/new", "This is a new conversation")
    await asked(telegram, "What do I drink?", "Echo: What do I drink?")
    await telegram.wait_for(lambda: telegram.message(1, checklist.message_id) is None)
    later = await asked(telegram, "/start", "Just write to me.")
    assert THREE not in [it.text.splitlines()[0] for it in telegram.messages(1) if it.text]
    assert len(later.text.splitlines()) == 1


@pytest.mark.usefixtures("bot")
async def test_the_buttons_do_what_they_say(telegram: BotApi, model: Script) -> None:
    hello = await asked(telegram, "/start", "I'm your personal assistant, and I remember.")
    assert len(hello.text.splitlines()) == 8
    press(telegram, hello, "Remember that I like short answers")
    await telegram.bot_message("You: Remember that I like short answers")
    await telegram.bot_message("Echo: Remember that I like short answers")
    assert not model.heard.startswith("[Note")
    press(telegram, hello, "Remind me in 1 minute")
    await telegram.bot_message("Stand up and stretch")
    press(telegram, hello, "What do you know about me?")
    await telegram.bot_message("Echo: What do you know about me?")
    await asked(telegram, "/erase everything I told you", "Everything is erased")
    await asked(telegram, "/start", "I'm your personal assistant")
