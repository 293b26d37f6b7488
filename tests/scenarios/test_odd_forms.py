"""Calls are carried out, and answers shown, in each of the forms that servers send."""

import json

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import Script
from tests.scenarios.odd_forms import ANSWERS, CALLS

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_call_in_any_form_is_carried_out(telegram: BotApi, model: Script) -> None:
    for number, raw in enumerate(CALLS.values()):
        content = f"The user likes tea{number}"
        arguments = {"content": content, "category": "preference", "user_asked": True}
        model.then(Reply(raw=raw("add_to_memory", json.dumps(arguments))), f"Noted {number}.")
        sent = telegram.send_text(f"Remember that I like tea{number}")
        await telegram.bot_message(f"💾 Remembered: You like tea{number}", after=sent)
        await telegram.bot_message("", after=telegram.send_text("/undo"))


async def test_an_answer_in_any_form_is_shown(telegram: BotApi, model: Script) -> None:
    for number, (form, raw) in enumerate(ANSWERS.items()):
        model.then(Reply(raw=raw(f"It is tea {number}.")))
        answer = await telegram.bot_message(f"It is tea {number}.", after=telegram.send_text(f"What is it ({number})?"))
        assert answer.text == f"It is tea {number}.", form
