"""A burst of requests is waited for, visibly, and can be stopped; a used up quota is not."""

import pytest

from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import Script
from tests.scenarios import limits

WAITING = "⏳ Waiting for the model's server…"
BUSY = Reply(error=Refusal(429, "Rate limit reached for requests", code="rate_limit_exceeded"))


async def waiting(telegram: BotApi) -> Message:
    """Wait until a message shows that the model's server is waited for, with its Stop button."""
    return await telegram.wait_for(
        lambda: next((it for it in telegram.messages() if it.text == WAITING and it.keyboard), None)
    )


@pytest.mark.usefixtures("bot")
async def test_a_burst_ends_with_the_answer_in_place_of_the_notice(telegram: BotApi, model: Script) -> None:
    model.then(BUSY, BUSY, Reply(error=Refusal(429, "Please try again in 1.2s.")))
    telegram.send_text("Hello")
    notice = await waiting(telegram)
    answer = await telegram.bot_message("Echo: Hello")
    assert answer.message_id == notice.message_id
    assert len(model.requests) == 4


@pytest.mark.usefixtures("bot")
async def test_a_wait_can_be_stopped(telegram: BotApi, model: Script) -> None:
    model.then(Reply(error=Refusal(429, "Busy", headers={"retry-after": "50"})))
    telegram.send_text("Hello")
    await waiting(telegram)
    await telegram.bot_message("Stopped", after=telegram.send_text("/stop"))
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert len(model.requests) == 2


@pytest.mark.usefixtures("bot")
async def test_what_lasts_longer_is_reported_with_the_time(telegram: BotApi, model: Script) -> None:
    model.then(Reply(error=Refusal(429, "Please try again in 7m12s.")))
    told = await telegram.bot_message("busy", after=telegram.send_text("Hello"))
    assert told.text == "The model's server is busy. Send /retry in 8 minutes."


@pytest.mark.usefixtures("bot")
async def test_a_burst_in_any_form_is_waited_for(telegram: BotApi, model: Script) -> None:
    for form, refusal in limits.BURSTS.items():
        model.then(Reply(error=refusal()), f"After {form}.")
        await telegram.bot_message(f"After {form}.", after=telegram.send_text("Hello"))


LASTING = (
    (limits.insufficient_quota, "Your quota at the model's server is used up."),
    (limits.nginx_too_large, "This is more data than the model's server takes."),
    (limits.cloudflare_forbidden, "I can't reach the model's server."),
)


@pytest.mark.usefixtures("bot")
async def test_what_does_not_end_soon_is_named_for_what_it_is(telegram: BotApi, model: Script) -> None:
    for refusal, sentence in LASTING:
        model.then(Reply(error=refusal()))
        await telegram.bot_message(sentence, after=telegram.send_text("Hello"))
