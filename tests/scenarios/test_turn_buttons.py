"""An answer that takes long has a Stop button, and one that failed a Retry button."""

import asyncio

import pytest

from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import Script, said


def button(message: Message, label: str) -> str | None:
    """Return the data of a message's button."""
    found = (it.callback_data for row in message.keyboard for it in row if label in it.text)
    return next(found, None)


async def shown(telegram: BotApi, message: Message, label: str) -> str:
    """Wait for a message's button, and return its data."""
    return await telegram.wait_for(lambda: button(telegram.message(1, message.message_id) or message, label))


@pytest.mark.usefixtures("bot")
async def test_stop_ends_the_answer_and_what_waits_is_answered(telegram: BotApi, model: Script) -> None:
    model.then(Reply(pieces=("The first part of an answer. ", "The rest."), gates={2: asyncio.Event()}))
    preview = await telegram.bot_message("The first part", after=telegram.send_text("Tell me a lot"))
    assert button(preview, "Stop") is None
    telegram.send_text("And now?")
    data = await shown(telegram, preview, "Stop")
    query = telegram.press(preview.message_id, data)
    await telegram.wait_for(lambda: (answer := telegram.press_answer(query)) and answer.text == "Stopped.")
    await telegram.bot_message("Echo: And now?", after=preview.message_id)
    stopped = telegram.message(1, preview.message_id)
    assert stopped
    assert (stopped.text, stopped.keyboard) == ("The first part of an answer.", ())


@pytest.mark.usefixtures("bot")
async def test_retry_answers_what_failed_and_goes_when_the_chat_goes_on(telegram: BotApi, model: Script) -> None:
    model.then(*[Reply(error=Refusal(401, "Incorrect API key provided"))] * 2)
    failed = await telegram.bot_message(after=telegram.send_text("Hello"))
    await shown(telegram, failed, "Retry")
    again = await telegram.bot_message(after=telegram.send_text("Hello again"))
    data = await shown(telegram, again, "Retry")
    await telegram.wait_for(lambda: (it := telegram.message(1, failed.message_id)) and not it.keyboard)
    telegram.press(again.message_id, data)
    await telegram.bot_message("Echo: Hello again", after=again.message_id)
    assert said(model.requests[-1].request) == ["Hello", "Hello again"]
