"""Calls are carried out, and answers shown, in forms that servers send besides the documented one."""

import json

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import Script

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
