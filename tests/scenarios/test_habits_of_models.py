"""Habits of language models and forms of their servers, as they were seen, and what Keepsake makes of them."""

import json

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import Script, call

STAMP = "[Wed 25 Nov 2026, 10:00]"
FACT = {"content": "The user plays the cello", "category": "context", "user_asked": True}
WRITTEN = json.dumps({"name": "add_to_memory", "arguments": FACT})
ARGUMENTS = '{"content": "The user likes tea", "category": "preference", "user_asked": true}'
BEGUN = {"name": "functions.add_to_memory", "arguments": ARGUMENTS[:20]}
FORMS: dict[str, list[dict[str, object]]] = {
    "a namespace, and pieces with indices of their own": [
        {"tool_calls": [{"index": 0, "id": "call_1", "function": BEGUN}]},
        {"tool_calls": [{"index": 5, "function": {"arguments": ARGUMENTS[20:]}}]},
    ],
    "a call in a channel": [
        {"content": f"<|channel|>commentary to=functions.add_to_memory <|message|>{ARGUMENTS}<|call|>"}
    ],
    "a call as code": [{"content": 'add_to_memory("The user likes tea", preference, user_asked: true)'}],
}


async def answer(telegram: BotApi, text: str, part: str) -> str:
    """Send a text, and return the answer that holds a part."""
    return (await telegram.bot_message(part, after=telegram.send_text(text))).text


@pytest.mark.usefixtures("bot")
async def test_a_time_stamp_that_the_model_echoes_is_not_shown(telegram: BotApi, model: Script) -> None:
    model.then(f"{STAMP}\nGood morning!")
    assert await answer(telegram, "Hello", "Good morning!") == "Good morning!"
    await answer(telegram, "And now?", "Echo: And now?")
    assert model.requests[-1].request.messages[-2].content == "Good morning!"


@pytest.mark.usefixtures("bot")
async def test_a_call_that_the_model_writes_as_json_is_run_once_and_its_mistakes_go_back(
    telegram: BotApi, model: Script
) -> None:
    model.then(f"A call looks like this:\n```json\n{WRITTEN}\n```")
    shown = await answer(telegram, "How do you remember?", WRITTEN)
    assert shown.startswith("A call looks like this")
    await answer(telegram, "/memory", "I don't remember anything yet.")
    mine = call("add_to_memory", **FACT | {"content": "I play the cello"})
    model.then(mine, f"I'll remember that.\n\n{WRITTEN}", "Noted!")
    shown = await answer(telegram, "Remember that I play the cello", "💾 Remembered: You play the cello")
    assert "{" not in shown
    assert "I'll remember that." in shown
    refused, stored = (str(it.content) for it in model.requests[-1].request.messages if it.role == "tool")
    assert refused.startswith("Nothing was stored. This is in the first person.")
    assert stored.startswith("Stored as")


def stream(*deltas: object) -> Reply:
    """Return a reply that streams these deltas."""
    chunks = [{"choices": [{"index": 0, "delta": it}]} for it in deltas]
    end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    return Reply(raw=(*(f"data: {json.dumps(it)}\n\n".encode() for it in (*chunks, end)), b"data: [DONE]\n\n"))


@pytest.mark.usefixtures("bot")
async def test_a_call_and_an_answer_in_an_odd_form_are_understood(telegram: BotApi, model: Script) -> None:
    for form, deltas in FORMS.items():
        model.then(stream(*deltas), f"Noted: {form}.")
        sent = telegram.send_text("Remember that I like tea")
        answer = await telegram.bot_message("💾 Remembered: You like tea", after=sent)
        assert answer.text.startswith(f"Noted: {form}."), form
        await telegram.bot_message("", after=telegram.send_text("/undo"))
    model.then(stream({"content": [{"type": "output_text", "text": "<think>Hm.</think>It is tea."}]}))
    assert (await telegram.bot_message("tea", after=telegram.send_text("What is it?"))).text == "It is tea."
