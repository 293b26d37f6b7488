"""Texts sent and buttons pressed, as a user does."""

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message


async def asked(telegram: BotApi, words: str, answer: str = "", *, user_id: int = 1) -> Message:
    """Send a text, and return the first message after it that holds the answer."""
    return await telegram.bot_message(answer, after=telegram.send_text(words, user_id), user_id=user_id)


async def pressed(telegram: BotApi, message: Message, label: str) -> Message:
    """Press a button under a message or in it, once it is there, and return the message as it is then."""

    def with_button() -> Message | None:  # a preview has none yet
        now = telegram.message(message.user_id, message.message_id)
        return now if now and any(label in it.text for it in now.buttons) else None

    before = await telegram.wait_for(with_button)
    (data,) = [it.callback_data for it in before.buttons if label in it.text]
    query = telegram.press(message.message_id, data, message.user_id)
    await telegram.wait_for(lambda: telegram.press_answer(query))

    def changed() -> Message | None:
        now = telegram.message(message.user_id, message.message_id)
        return now if now and (now.text, now.buttons) != (before.text, before.buttons) else None

    return await telegram.wait_for(changed)


def labels(message: Message) -> list[str]:
    """Return the labels of the buttons under a message."""
    return [button.text for row in message.keyboard for button in row]


async def remembered(telegram: BotApi) -> str:
    """Return what /memory answers."""
    text = (await asked(telegram, "/memory")).text
    assert "memories" in text or "anything yet" in text, text
    return text


async def toast(telegram: BotApi, message: Message, label: str) -> str:
    """Press a button under a message; return what the bot says to that."""
    (data,) = [it.callback_data for row in message.keyboard for it in row if label in it.text]
    query = telegram.press(message.message_id, data)
    return (await telegram.wait_for(lambda: telegram.press_answer(query))).text


def current(telegram: BotApi, message: Message) -> Message:
    """Return a message as it is now."""
    found = telegram.message(message.user_id, message.message_id)
    assert found
    return found


def bubbles(telegram: BotApi) -> list[str]:
    """Return the texts of the bot's messages."""
    return [it.text for it in telegram.messages() if it.from_bot]
