"""A thumb down below the last answer is offered another one."""

import pytest

from practice.telegram.bot_api import BotApi
from tests.process import Script


@pytest.mark.usefixtures("bot")
async def test_a_disliked_answer_is_given_again_if_it_is_the_last(telegram: BotApi, model: Script) -> None:
    first = await telegram.bot_message("Echo: One", after=telegram.send_text("One"))
    model.then("A poor answer.", "A better answer.")
    poor = await telegram.bot_message("A poor answer.", after=telegram.send_text("Hello"))
    telegram.react(first.message_id, "👎")
    telegram.react(poor.message_id, "👍")
    telegram.react(poor.message_id, "👎")
    offer = await telegram.bot_message("Shall I answer that again?", after=poor.message_id)
    assert offer.reply_to == poor.message_id
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    await telegram.bot_message("A better answer.", after=offer.message_id)
    await telegram.wait_for(lambda: telegram.message(1, offer.message_id) is None)
    telegram.send_other({"story": {"id": 1, "chat": {"id": 5, "type": "private", "first_name": "Anna"}}})
    await telegram.bot_message("Bots can't see stories.")
    assert len(model.requests) == 3
