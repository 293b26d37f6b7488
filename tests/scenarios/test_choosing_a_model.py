"""/model: the server's models are listed, and the one a user chooses answers them, also after a restart."""

import json

import pytest

from practice.model.server import Received
from practice.telegram.bot_api import BotApi
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def model(model: Script) -> Script:
    """A server with several models, of which one is configured."""
    model.server.models = (
        "scripted",
        "thinker-large",
        "thinker-small",
        "text-embedding-3",
        *map("m{}".format, range(9)),
    )
    return model


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings of a bot with a configured model."""
    return {**settings, "OPENAI_MODEL": "scripted"}


def effort(received: Received) -> object:
    """Return the effort of a request."""
    return received.request.reasoning_effort


async def say(telegram: BotApi, words: str, answer: str) -> str:
    """Say something, and return the message with the answer."""
    return (await telegram.bot_message(answer, after=telegram.send_text(words))).text


async def test_the_chosen_model_answers_from_the_next_message_on(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    listed = await asked(telegram, "/model", "Model: scripted")
    labels = [button.text for row in listed.keyboard for button in row]
    assert labels[:3] == ["✓ scripted", "thinker-large", "thinker-small"]
    assert "text-embedding-3" not in labels
    assert "Default model" not in labels
    chosen = await pressed(telegram, listed, "thinker-large")
    assert chosen.text.startswith("🤖 Model: thinker-large\n")
    assert [it.text for it in chosen.keyboard[-1]] == ["Default model"]
    assert [[it.text for it in row] for row in chosen.keyboard[-3:-1]] == [
        ["✓ Default", "None", "Minimal", "Low"],
        ["Medium", "High", "Extra high", "Maximum"],
    ]
    await pressed(telegram, listed, "Extra high")
    await say(telegram, "Hello", "Echo: Hello")
    await bot.stop()
    await bot.start()
    await say(telegram, "Again", "Echo: Again")
    assert [(it.request.model, effort(it)) for it in model.requests] == 2 * [("thinker-large", "xhigh")]
    await telegram.bot_message("Echo: Hi", user_id=2, after=telegram.send_text("Hi", user_id=2))
    assert model.requests[-1].request.model == "scripted"  # each user chooses for themselves
    await pressed(telegram, listed, "Default model")
    await say(telegram, "/model effort default", "Effort: as the model decides")
    await say(telegram, "Once more", "Echo: Once more")
    assert (model.requests[-1].request.model, effort(model.requests[-1])) == ("scripted", None)


async def test_a_model_is_found_by_a_part_of_its_name_and_pages_are_turned(telegram: BotApi) -> None:
    assert "Model: thinker-large" in await say(telegram, "/model LARGE", "Model:")
    assert "thinker-large" in await say(telegram, "Hello", "Echo: Hello") + await say(telegram, "/usage", "Usage")
    assert "thinker-large" in await say(telegram, "/context", "The next request")
    several = await asked(telegram, "/model thinker", "Several models match thinker.")
    assert [it.text for row in several.keyboard for it in row] == ["thinker-large", "thinker-small"]
    assert "/model lists them." in await say(telegram, "/model gpt-99", "has no model gpt-99.")
    usage = await say(telegram, "/model effort huge", "Set the effort like this: /model effort low.")
    assert "default, none, minimal, medium" in usage
    second = await pressed(telegram, await asked(telegram, "/model", "\n1\N{EN DASH}8 of "), "Next")
    assert "\n9\N{EN DASH}" in second.text
    assert second.keyboard[0][0].text == "m5"


async def test_an_effort_that_is_refused_breaks_no_turn(telegram: BotApi, model: Script) -> None:
    model.server.unsupported = ("reasoning_effort",)
    await say(telegram, "/model effort high", "Effort: high")
    await say(telegram, "Hello", "Echo: Hello")
    assert [json.loads(it.body).get("reasoning_effort") for it in model.requests] == [None]
    assert "no setting for its effort" in await say(telegram, "/model", "Model: scripted")
    await say(telegram, "/model effort low", "This model has no setting for its effort.")


async def test_a_model_that_is_gone_or_not_listed_is_explained_and_erasing_everything_erases_the_choice(
    telegram: BotApi, model: Script
) -> None:
    model.server.lists_models = False
    assert "can't reach the model's server" in await say(telegram, "/model", "Model: scripted")
    assert "can't reach the model's server" in await say(telegram, "/model thinker-large", "can't")
    model.server.lists_models = True
    await say(telegram, "/model thinker-large", "Model: thinker-large")
    model.server.models = ("scripted",)
    assert "send /model default" in await say(telegram, "Hello", "is no longer there")
    await say(telegram, "/erase everything I told you", "Everything is erased")
    await say(telegram, "Hello", "Echo: Hello")


async def test_a_prompt_is_kept_within_the_context_of_the_model_that_answers(telegram: BotApi, model: Script) -> None:
    assert "The limit is 32,000." in await say(telegram, "/context", "The next message starts")
    model.server.listed = {"context_length": 4_000}
    await say(telegram, "/model thinker-small", "Model: thinker-small")
    assert "The limit is 4,000." in await say(telegram, "/context", "The next message starts")
    await say(telegram, "文" * 4_000, "This is too long for me")
    assert model.requests == []
    await say(telegram, "/model default", "Model: scripted")
    await say(telegram, "文" * 4_000, "Echo: 文文")
