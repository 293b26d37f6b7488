"""What a model thinks: shown on demand, kept apart from all that is said, sent back only with the calls after it."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from practice.model.answer import ReasoningForm
from practice.model.chat_api import REASONING, AssistantMessage
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.dump import dumped
from tests.pressing import asked
from tests.process import BotProcess, Script, call
from tests.scenarios.test_erase import PHRASE
from tests.scenarios.test_prefix import continues

THOUGHT = "Zanzibar is warm, so I say yes."
NOTHING = "There is no reasoning to show for the last answer."


def thinking(form: ReasoningForm = ReasoningForm.CONTENT) -> Reply:
    return Reply(text="Yes, it is.", reasoning=THOUGHT, reasoning_form=form)


async def thought(telegram: BotApi) -> Message:
    """Ask for the reasoning of the last answer, and return what is shown."""
    return await telegram.bot_message(after=telegram.send_text("/think"))


async def test_reasoning_is_shown_on_demand_as_a_quote_and_kept_apart_from_the_answer(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(call("add_to_memory", content="The user likes Zanzibar", category="context"), thinking())
    assert (await thought(telegram)).text == NOTHING
    answer = await asked(telegram, "Is it warm there?", "Yes, it is.")
    assert THOUGHT not in answer.text
    await bot.answered(1)
    shown = await thought(telegram)
    assert shown.text == THOUGHT
    assert [it.type for it in shown.entities] == ["expandable_blockquote"]
    assert len(model.requests) == 2
    await asked(telegram, "And now?", "Echo: And now?")
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    assert "Zanzibar is warm" not in model.requests[-1].body.decode()
    assert model.requests[-1].request.messages[-2].content == "Yes, it is."
    assert (await thought(telegram)).text == NOTHING
    assert not model.server.refusals
    (row,) = [line for line in (await dumped(database_url)).splitlines() if "Zanzibar is warm" in line]
    assert "Yes, it is." not in row


async def test_while_the_model_thinks_the_chat_says_so_and_the_answer_takes_that_place(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    gate = asyncio.Event()
    model.then(replace(thinking(), gates={6: gate}))  # after most of its reasoning
    telegram.send_text("Is it warm there?")
    begun = await telegram.wait_for(
        lambda: next((it for it in telegram.messages() if it.text == "💭 Thinking…" and it.keyboard), None)
    )
    gate.set()
    await bot.answered(1)
    (answer,) = [it for it in telegram.messages() if it.from_bot]
    assert (answer.message_id, answer.text, answer.keyboard) == (begun.message_id, "Yes, it is.", ())
    assert not any("Zanzibar" in it.text for it in telegram.history(answer.message_id))


@pytest.mark.parametrize("how", ["/undo", PHRASE])
async def test_reasoning_is_erased_with_its_turn_and_with_what_it_may_repeat(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str, how: str
) -> None:
    model.then(replace(call("list_memories"), reasoning=THOUGHT), thinking())
    await asked(telegram, "Is it warm there?", "Yes, it is.")
    await bot.answered(1)
    assert THOUGHT in await dumped(database_url)
    await telegram.bot_message(after=telegram.send_text(how))
    async with asyncio.timeout(30):
        while THOUGHT in await dumped(database_url):  # noqa: ASYNC110 - the database is the only witness
            await asyncio.sleep(0.05)


async def test_what_a_model_thought_before_calls_is_sent_back_with_them_also_after_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    form = ReasoningForm.DETAILS
    looking = replace(call("list_memories"), reasoning="First I look.", reasoning_form=form)
    held = replace(thinking(form), gates={0: asyncio.Event()})
    model.then(looking, held, thinking(form))
    telegram.send_text("Is it warm there?")
    await model.server.wait_for_request(2)
    await bot.kill()
    await bot.start()
    await telegram.bot_message("Yes, it is.")
    await asked(telegram, "And now?", "Echo: And now?")
    _, second, again, last = model.requests
    assert again.prompt == second.prompt
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    (called,) = [it for it in last.request.messages if isinstance(it, AssistantMessage) and it.tool_calls]
    sent = {name: getattr(called, name) for name in REASONING if getattr(called, name) is not None}
    whole = {"type": "reasoning.text", "text": "First I look.", "signature": "sig-1", "format": "v1", "index": 0}
    assert sent == {form.value: (whole,)}
    assert THOUGHT not in last.body.decode()
