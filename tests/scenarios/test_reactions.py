"""A thumb down below the last answer is offered another one."""

import pytest

from practice.telegram.bot_api import BotApi
from tests.process import Script


@pytest.mark.usefixtures("bot")
async def test_a_disliked_answer_is_given_again(telegram: BotApi, model: Script) -> None:
    model.then("A poor answer.", "A better answer.")
    poor = await telegram.bot_message("A poor answer.", after=telegram.send_text("Hello"))
    telegram.react(poor.message_id, "👍")
    telegram.react(poor.message_id, "👎")
    offer = await telegram.bot_message("Shall I answer that again?", after=poor.message_id)
    assert offer.reply_to == poor.message_id
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    await telegram.bot_message("A better answer.", after=offer.message_id)
    await telegram.wait_for(lambda: telegram.message(1, offer.message_id) is None)


@pytest.mark.usefixtures("bot")
async def test_an_earlier_answer_is_not(telegram: BotApi, model: Script) -> None:
    first = await telegram.bot_message("Echo: One", after=telegram.send_text("One"))
    await telegram.bot_message("Echo: Two", after=telegram.send_text("Two"))
    telegram.react(first.message_id, "👎")
    await telegram.wait_for(lambda: not telegram.pending_updates)
    await telegram.bot_message("Echo: Three", after=telegram.send_text("Three"))
    assert [it.text for it in telegram.messages() if it.from_bot] == ["Echo: One", "Echo: Two", "Echo: Three"]
    assert len(model.requests) == 3


@pytest.mark.usefixtures("bot")
async def test_what_bots_can_not_see_is_named(telegram: BotApi, model: Script) -> None:
    telegram.send_other("story", {"id": 1, "chat": {"id": 5, "type": "private", "first_name": "Anna"}})
    await telegram.bot_message("Bots can't see stories.")
    assert model.requests == []
