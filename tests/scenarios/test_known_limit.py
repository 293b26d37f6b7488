"""No prompt exceeds the token limit that the server reports for its model."""

import json

import pytest

from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script

LONG = " ".join(["lorem ipsum dolor sit amet consetetur"] * 20)
"""About 190 tokens."""


async def test_a_prompt_stays_within_what_its_server_says(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    model.server.listed = {"max_model_len": 5_000}
    model.server.context_tokens = 5_000
    bot_process.settings["OPENAI_MODEL"] = ""  # the only one there is
    await bot_process.start()
    for number in range(1, 8):
        telegram.send_text(f"q{number} {LONG}")
        await telegram.bot_message(f"Echo: q{number} ")
        await bot_process.answered(number)
    await bot_process.logged(lambda line: line.get("event") == "prompt compacted")
    assert model.server.refusals == []


async def test_a_small_context_has_room_for_what_a_person_needs_first(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["CONTEXT_TOKENS"] = "8192"
    await bot_process.start()
    await telegram.bot_message("Echo: Hello there", after=telegram.send_text("Hello there"))
    offered = {it.function.name for it in model.requests[0].request.tools or ()}
    assert {"set_reminder", "set_task", "cancel_reminder", "fetch_page", "write_note", "update_memory"} <= offered


@pytest.mark.usefixtures("telegram")
async def test_a_named_model_that_cannot_be_reached_is_one_warning_at_the_start(
    bot_process: BotProcess,
) -> None:
    nowhere = "http://127.0.0.1:9/v1"
    bot_process.settings |= {"OPENAI_BASE_URL": nowhere, "OPENAI_MODEL": "small"}
    await bot_process.start()
    await bot_process.logged(lambda line: line.get("event") == "the model can't answer yet")
    (warning,) = [line for line in map(json.loads, bot_process.log) if line["level"] == "warning"]
    assert (warning["server"], warning["reason"]) == (nowhere, "I can't reach the model's server.")
