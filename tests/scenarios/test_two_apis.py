"""A model answers in the API that it is served in, and what it thought goes back to it, whatever happens in between."""

from itertools import pairwise
from typing import Any

import pytest

from practice.model.server import Received, Reply, ToolCall
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, call
from tests.scenarios.test_prefix import continues

LUNA = pytest.mark.parametrize("plays", ["gpt-6-luna"], indirect=True)
OLDER = pytest.mark.parametrize("plays", ["gpt-5-mini"], indirect=True)
TEA = call("add_to_memory", content="The user likes tea", category="preference")


def thoughts(received: Received) -> list[str]:
    """Return the ids of the reasoning in a request."""
    return [item["id"] for item in received.items if item.get("type") == "reasoning"]


def with_ids(received: Received) -> list[dict[str, Any]]:
    return [item for item in received.items if "id" in item and item.get("type") != "reasoning"]


@LUNA
async def test_what_a_model_thought_goes_back_with_its_calls_over_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    both = Reply(
        text="One moment.",
        calls=(*TEA.calls, ToolCall("add_to_memory", TEA.calls[0].arguments.replace("tea", "dry cider"))),
        reasons_between=True,
    )
    model.then(both, "Noted.", TEA, "Twice.")
    await asked(telegram, "I like tea and dry cider, remember that", "Noted.")
    await bot.answered(1)
    await bot.kill()
    await bot.start()
    await asked(telegram, "Remember that I like tea", "Twice.")
    await asked(telegram, "Thanks", "Echo: Thanks")
    first, *_, last = model.requests
    assert (thoughts(first), len(thoughts(last)), len(with_ids(last))) == ([], 4, 4)
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    assert len(model.server.refusals) == 1


@LUNA
async def test_another_model_gets_no_reasoning_and_the_first_gets_its_own_back(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.server.play("gpt-6-luna", "gpt-6-astra")
    model.then(TEA, "Noted.")
    await asked(telegram, "Remember that I like tea", "Noted.")
    await asked(telegram, "/model gpt-6-astra", "Model: gpt-6-astra")
    await asked(telegram, "Hello", "Echo: Hello")
    other = model.requests[-1]
    assert (other.request.model, thoughts(other), with_ids(other)) == ("gpt-6-astra", [], [])
    await asked(telegram, "/model gpt-6-luna", "Model: gpt-6-luna")
    await asked(telegram, "And now?", "Echo: And now?")
    assert continues(model.requests[1], model.requests[-1])
    assert bot.pid


@OLDER
async def test_a_conversation_goes_on_in_either_api(telegram: BotApi, model: Script, bot_process: BotProcess) -> None:
    for number, api in enumerate(["responses", "chat", "responses"]):
        bot_process.settings["OPENAI_API"] = api
        await bot_process.start()
        model.then(
            call("add_to_memory", content=f"The user owns book {number}", category="context"), f"Noted {number}."
        )
        await asked(telegram, f"Remember that I own book {number}", f"Noted {number}.")
        await bot_process.answered(number + 1)
        await bot_process.stop()
    assert [it.in_responses for it in model.requests] == [True, True, False, False, True, True]
    assert continues(model.requests[1], model.requests[-1])
    assert model.server.refusals == []


@OLDER
async def test_deleting_a_memory_drops_what_the_model_thought_and_so_does_a_server_that_no_longer_knows_it(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["OPENAI_API"] = "responses"
    await bot_process.start()
    model.then(TEA, "Noted.")
    await asked(telegram, "Remember that I like tea", "Noted.")
    await asked(telegram, "Hello", "Echo: Hello")
    assert thoughts(model.requests[-1])
    await asked(telegram, "/memory list", "You like tea")
    await asked(telegram, "/memory delete 1", "Deleted")
    await asked(telegram, "And now?", "Echo: And now?")
    assert (thoughts(model.requests[-1]), with_ids(model.requests[-1])) == ([], [])
    assert model.server.refusals == []
    model.then(call("add_to_memory", content="The user likes rain", category="preference"), "Noted, too.")
    await asked(telegram, "Remember that I like rain", "Noted, too.")
    model.server.forget_items()
    await asked(telegram, "Are you there?", "Echo: Are you there?")
    assert len(model.server.refusals) == 1
