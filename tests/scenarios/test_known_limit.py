"""No prompt exceeds the token limit that the server reports for its model."""

import pytest

from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script

LONG = " ".join(["lorem ipsum dolor sit amet consetetur"] * 20)
"""About 190 tokens."""


@pytest.mark.parametrize("name", ["scripted", ""], ids=["a model that is named", "the only model there is"])
async def test_a_prompt_stays_within_what_its_server_says(
    telegram: BotApi, model: Script, bot_process: BotProcess, name: str
) -> None:
    model.server.listed = {"max_model_len": 5_000}
    model.server.context_tokens = 5_000
    bot_process.settings["OPENAI_MODEL"] = name
    await bot_process.start()
    for number in range(1, 11):
        telegram.send_text(f"q{number} {LONG}")
        await telegram.bot_message(f"Echo: q{number} ")
        await bot_process.answered(number)
    await bot_process.logged(lambda line: line.get("event") == "prompt compacted")
    assert model.server.refusals == []
