"""The practice model sets reminders as a model does: the time in words, and as it understood it."""

import json
from datetime import datetime

import pytest

from practice.model.reminding import call_for
from practice.model.rules import reply
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY
from tests.process import BotProcess

NOW = datetime.fromisoformat("2026-11-27T19:20")
"""A Friday evening."""


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("remind me to call mom tomorrow at 9", ("call mom", "tomorrow at 9", "2026-11-28T09:00")),
        ("Remind me in 20 minutes to drink tea", ("drink tea", "in 20 minutes", "2026-11-27T19:40")),
        ("remind me today at 21:30 to leave", ("leave", "today at 21:30", "2026-11-27T21:30")),
    ],
)
def test_a_reminder_is_asked_for_with_its_time(words: str, given: tuple[str, ...]) -> None:
    call = call_for(words, NOW)
    assert call
    arguments = json.loads(call.arguments)
    assert tuple(arguments[name] for name in ("text", "when", "at")) == given


@pytest.mark.parametrize("words", ["remind me to call mom", "remind me tomorrow at 25 to call", "I remind you"])
def test_what_names_no_time_is_none(words: str) -> None:
    assert call_for(words, NOW) is None


async def test_it_is_set_listed_and_rings(telegram: BotApi, bot_process: BotProcess) -> None:
    async with serve(ModelServer(reply, models=("practice",), api_key=MODEL_KEY).app) as url:
        bot_process.settings["OPENAI_BASE_URL"] = f"{url}/v1"
        await bot_process.start()
        answer = await telegram.bot_message("⏰", after=telegram.send_text("Remind me in 2 seconds to drink tea"))
        assert "I'll remind you: " in answer.text
        assert [button.text for row in answer.keyboard for button in row] == ["↩️ Undo"]
        ring = await telegram.bot_message("⏰ drink tea\n", after=answer.message_id)
        await telegram.bot_message("⏰", after=telegram.send_text("Remind me to call mom tomorrow at 9"))
        listed = await telegram.bot_message("09:00: call mom", after=telegram.send_text("List my reminders"))
        assert listed.text.startswith("• ")
        assert "drink tea" not in listed.text
        assert ring.message_id < listed.message_id
        await bot_process.stop()
