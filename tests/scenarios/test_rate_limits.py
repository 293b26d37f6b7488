"""A burst of requests is waited for, visibly, and can be stopped; what lasts longer is not."""

import pytest

from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import Script

WAITING = "⏳ Waiting for the model's server…"
BUSY = Reply(error=Refusal(429, "Rate limit reached for requests", code="rate_limit_exceeded"))


async def waiting(telegram: BotApi, after: int) -> Message:
    """Wait until a message shows that the model's server is waited for, with its Stop button."""
    return await telegram.wait_for(
        lambda: next(
            (it for it in telegram.messages() if it.message_id > after and it.text == WAITING and it.keyboard), None
        )
    )


@pytest.mark.usefixtures("bot")
async def test_a_burst_is_waited_for_until_it_ends_or_is_stopped(telegram: BotApi, model: Script) -> None:
    model.then(BUSY, Reply(error=Refusal(429, "Please try again in 3.2s.")))
    notice = await waiting(telegram, after=telegram.send_text("Hello"))
    answer = await telegram.bot_message("Echo: Hello")
    assert (answer.message_id, len(model.requests)) == (notice.message_id, 3)
    model.then(Reply(error=Refusal(429, "Busy", headers={"retry-after": "50"})))
    await waiting(telegram, after=telegram.send_text("Hello again"))
    await telegram.bot_message("Stopped", after=telegram.send_text("/stop"))
    model.then(Reply(error=Refusal(429, "Please try again in 7m12s.")))
    told = await telegram.bot_message("busy", after=telegram.send_text("Are you there?"))
    assert told.text == "The model's server is busy. Send /retry in 8 minutes."
    model.then(Reply(error=Refusal(429, "You exceeded your current quota", code="insufficient_quota")))
    await telegram.bot_message("Your quota at the model's server is used up.", after=telegram.send_text("And now?"))
    await telegram.bot_message("Echo: Thanks", after=telegram.send_text("Thanks"))
    assert len(model.requests) == 7
