"""Habits of language models, as they were seen, and what Keepsake makes of them."""

import json

import pytest

from practice.telegram.bot_api import BotApi
from tests.process import Script, call

STAMP = "[Wed 25 Nov 2026, 10:00]"
FACT = {"content": "The user plays the cello", "category": "context", "user_asked": True}
WRITTEN = json.dumps({"name": "add_to_memory", "arguments": FACT})


async def answer(telegram: BotApi, text: str, part: str) -> str:
    """Send a text, and return the answer that holds a part."""
    return (await telegram.bot_message(part, after=telegram.send_text(text))).text


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("echoed", [f"{STAMP}\nGood morning!", f"Good morning!\n\n{STAMP}"])
async def test_a_time_stamp_that_the_model_echoes_is_not_shown(telegram: BotApi, model: Script, echoed: str) -> None:
    model.then(echoed)
    assert await answer(telegram, "Hello", "Good morning!") == "Good morning!"
    await answer(telegram, "And now?", "Echo: And now?")
    assert model.requests[-1].request.messages[-2].content == "Good morning!"


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("written", "words"),
    [
        (WRITTEN, ""),
        (f"```json\n{WRITTEN}\n```", ""),
        (f"I'll remember that.\n\n{WRITTEN}", "I'll remember that."),
        (f"<tool_call>{WRITTEN}</tool_call>", ""),
    ],
)
async def test_a_call_that_the_model_writes_as_json_is_run_once(
    telegram: BotApi, model: Script, written: str, words: str
) -> None:
    model.then(written, "Noted!")
    shown = await answer(telegram, "Remember that I play the cello", "💾 Remembered: You play the cello")
    assert "{" not in shown
    assert words in shown
    assert len(model.requests) == 2
    assert str(model.requests[-1].request.messages[-1].content).startswith("Stored as")


@pytest.mark.usefixtures("bot")
async def test_an_example_of_a_call_is_shown_and_not_run(telegram: BotApi, model: Script) -> None:
    model.then(f"A call looks like this:\n```json\n{WRITTEN}\n```")
    shown = await answer(telegram, "How do you remember?", WRITTEN)
    assert shown.startswith("A call looks like this")
    await answer(telegram, "/memory", "I don't remember anything yet.")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("content", ["I play the cello", "Ich spiele Cello"])
async def test_a_fact_in_the_first_person_goes_back_to_the_model(telegram: BotApi, model: Script, content: str) -> None:
    model.then(call("add_to_memory", **FACT | {"content": content}), call("add_to_memory", **FACT), "Noted!")
    shown = await answer(telegram, "Remember that I play the cello", "Noted!")
    assert shown.endswith("💾 Remembered: You play the cello")
    refused = str(model.requests[1].request.messages[-1].content)
    assert refused.startswith("Nothing was stored. This is in the first person.")


@pytest.mark.usefixtures("bot")
async def test_several_facts_in_one_call_go_back_to_the_model(telegram: BotApi, model: Script) -> None:
    both = "The user plays the cello. The user lives in Oslo."
    model.then(
        call("add_to_memory", **FACT | {"content": both}),
        call("add_to_memory", **FACT),
        call("add_to_memory", **FACT | {"content": "The user lives in Oslo"}),
        "Noted!",
    )
    shown = await answer(telegram, "Remember that I play the cello and live in Oslo", "Noted!")
    assert "💾 Remembered: You play the cello\n💾 Remembered: You live in Oslo" in shown
    refused = str(model.requests[1].request.messages[-1].content)
    assert refused.startswith("Nothing was stored. This holds several facts.")


@pytest.mark.usefixtures("bot")
async def test_a_model_that_insists_has_its_words_stored(telegram: BotApi, model: Script) -> None:
    mine = call("add_to_memory", **FACT | {"content": "I play the cello"})
    model.then(mine, mine, "Noted!")
    assert "💾 Remembered: I play the cello" in await answer(telegram, "Remember that I play the cello", "Noted!")
