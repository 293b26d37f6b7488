"""What a model thinks: shown on demand, kept apart from all that is said, sent back only with the calls after it."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from practice.model.answer import ReasoningForm
from practice.model.chat_api import REASONING, AssistantMessage
from practice.model.rules import reply as practice_reply
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.dump import dumped
from tests.process import BotProcess, Script, call
from tests.scenarios.test_erase import PHRASE
from tests.scenarios.test_prefix import continues

THOUGHT = "Zanzibar is warm, so I say yes."
THINKING = "💭 Thinking…"
NOTHING = "There is no reasoning to show for the last answer."
FORMS = [*ReasoningForm]


def answers(telegram: BotApi) -> list[str]:
    return [it.text for it in telegram.messages() if it.from_bot]


def thinking(form: ReasoningForm = ReasoningForm.CONTENT, text: str = "Yes, it is.") -> Reply:
    return Reply(text=text, reasoning=THOUGHT, reasoning_form=form)


def long_thinking(gate: asyncio.Event, form: ReasoningForm = ReasoningForm.CONTENT) -> Reply:
    """Return an answer that is held after most of its reasoning."""
    return replace(thinking(form), gates={6: gate})


async def thought(telegram: BotApi) -> Message:
    """Ask for the reasoning of the last answer, and return what is shown."""
    return await telegram.bot_message(after=telegram.send_text("/think"))


async def shown_as_thinking(telegram: BotApi) -> Message:
    """Wait until a message shows that the model thinks, with its Stop button."""

    def shown() -> Message | None:
        return next((it for it in telegram.messages() if it.text == THINKING and it.keyboard), None)

    return await telegram.wait_for(shown)


@pytest.mark.parametrize("form", FORMS)
async def test_reasoning_is_shown_on_demand_as_a_quote_and_kept_apart_from_the_answer(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str, form: ReasoningForm
) -> None:
    model.then(call("add_to_memory", content="The user likes Zanzibar", category="context"))
    model.then(thinking(form))
    telegram.send_text("Is it warm there?")
    answer = await telegram.bot_message("Yes, it is.")
    assert THOUGHT not in answer.text
    await bot.answered(1)
    shown = await thought(telegram)
    assert shown.text == THOUGHT
    assert [it.type for it in shown.entities] == ["expandable_blockquote"]
    assert len(model.requests) == 2
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    assert "Zanzibar is warm" not in model.requests[-1].body.decode()
    assert model.requests[-1].request.messages[-2].content == "Yes, it is."
    assert (await thought(telegram)).text == NOTHING
    assert not model.server.refusals
    (row,) = [line for line in (await dumped(database_url)).splitlines() if "Zanzibar is warm" in line]
    assert "Yes, it is." not in row


@pytest.mark.usefixtures("bot")
async def test_the_reasoning_of_all_steps_is_shown_and_split_if_it_is_long(telegram: BotApi, model: Script) -> None:
    first = "First I look. " + " ".join(f"I looked at number {number}." for number in range(300))
    looked = replace(call("list_memories"), reasoning=first)
    model.then(looked, thinking())
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes, it is.")
    begun = await thought(telegram)
    last = await telegram.bot_message(THOUGHT, after=begun.message_id)
    assert begun.text.startswith("First I look.")
    assert last.text.endswith(THOUGHT)
    assert all(it.entities[0].type == "expandable_blockquote" for it in (begun, last))


@pytest.mark.usefixtures("bot")
async def test_without_an_answer_or_reasoning_that_is_said(telegram: BotApi) -> None:
    assert (await thought(telegram)).text == NOTHING
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert (await thought(telegram)).text == NOTHING


async def test_while_the_model_thinks_the_chat_says_so_and_the_answer_takes_that_place(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    gate = asyncio.Event()
    model.then(long_thinking(gate))
    telegram.send_text("Is it warm there?")
    begun = await shown_as_thinking(telegram)
    gate.set()
    await bot.answered(1)
    (answer,) = [it for it in telegram.messages() if it.from_bot]
    assert (answer.message_id, answer.text, answer.keyboard) == (begun.message_id, "Yes, it is.", ())
    assert not any("Zanzibar" in it.text for it in telegram.history(answer.message_id))


@pytest.mark.usefixtures("bot")
async def test_thinking_that_is_stopped_leaves_nothing(telegram: BotApi, model: Script) -> None:
    model.then(long_thinking(asyncio.Event(), ReasoningForm.TAGS))
    telegram.send_text("Is it warm there?")
    begun = await shown_as_thinking(telegram)
    ((button,),) = begun.keyboard
    query = telegram.press(begun.message_id, button.callback_data)
    assert (await telegram.wait_for(lambda: telegram.press_answer(query))).text == "Stopped."
    await telegram.wait_for(lambda: not answers(telegram))
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert answers(telegram) == ["Echo: Hello"]


async def test_thinking_goes_on_in_the_same_message_after_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(long_thinking(asyncio.Event()))
    telegram.send_text("Is it warm there?")
    await shown_as_thinking(telegram)
    async with asyncio.timeout(30):
        while "\tpreview\t" not in await dumped(database_url):
            pass  # the database is the only witness
    await bot.kill()
    model.then(thinking())
    await bot.start()
    await bot.answered(1)
    assert answers(telegram) == ["Yes, it is."]


@pytest.mark.parametrize("how", ["/undo", "/new", "/forget 1 yes", PHRASE, "/memory clear all my memories"])
async def test_reasoning_is_erased_with_its_turn_and_with_what_it_may_repeat(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str, how: str
) -> None:
    if how == "/new":
        await telegram.bot_message("private", after=telegram.send_text("/private"))
    elif how == "/memory clear all my memories":
        telegram.send_text("/memory add preference I like tea")
        await telegram.bot_message("Remembered")
    model.then(replace(call("list_memories"), reasoning=THOUGHT), thinking())
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes, it is.")
    await bot.answered(1)
    assert THOUGHT in await dumped(database_url)
    await telegram.bot_message(after=telegram.send_text(how))
    async with asyncio.timeout(30):
        while THOUGHT in await dumped(database_url):
            pass  # the database is the only witness


def looking(form: ReasoningForm = ReasoningForm.CONTENT) -> Reply:
    """Return a call that the model has thought about."""
    return replace(call("list_memories"), reasoning="First I look.", reasoning_form=form)


@pytest.mark.parametrize("form", FORMS)
async def test_what_a_model_thought_before_calls_is_sent_back_with_them_also_after_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess, form: ReasoningForm
) -> None:
    held = replace(thinking(form), gates={0: asyncio.Event()})
    model.then(looking(form), held, thinking(form))
    telegram.send_text("Is it warm there?")
    await model.server.wait_for_request(2)
    await bot.kill()
    await bot.start()
    await telegram.bot_message("Yes, it is.")
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    _, second, again, last = model.requests
    assert again.prompt == second.prompt
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    (called,) = [it for it in last.request.messages if isinstance(it, AssistantMessage) and it.tool_calls]
    sent = {name: getattr(called, name) for name in REASONING if getattr(called, name) is not None}
    match form:
        case ReasoningForm.TAGS:
            assert not sent
        case ReasoningForm.DETAILS:
            whole = {
                "type": "reasoning.text",
                "text": "First I look.",
                "signature": "sig-1",
                "format": "v1",
                "index": 0,
            }
            assert sent == {form.value: (whole,)}
        case _:
            assert sent == {form.value: "First I look."}
    assert THOUGHT not in last.body.decode()


async def test_a_server_that_wants_reasoning_with_each_call_gets_a_blank_where_there_is_none(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(call("list_memories"), looking(), "Yes.")
    model.server.wants_reasoning = True
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes.")
    assert len(model.server.refusals) == 1
    await telegram.bot_message(after=telegram.send_text("/memory clear all my memories"))
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert bot.pid
    called = [it for it in model.requests[-1].request.messages if isinstance(it, AssistantMessage) and it.tool_calls]
    assert [it.reasoning_content for it in called] == [" ", "First I look."]
    assert len(model.server.refusals) == 1


@pytest.mark.usefixtures("bot")
async def test_a_server_that_takes_no_reasoning_back_is_asked_without_it(telegram: BotApi, model: Script) -> None:
    model.server.unsupported = {"reasoning"}
    model.then(looking(), looking(), "Yes.")
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes.")
    assert [it.message for it in model.server.refusals] == ["Unknown parameter: 'messages[2].reasoning_content'."]
    assert "First I look." not in model.requests[-1].body.decode()


@pytest.mark.usefixtures("bot")
async def test_the_reasoning_of_a_stopped_answer_is_shown_too(telegram: BotApi, model: Script) -> None:
    model.then(replace(thinking(text="Yes, it is warm there all year."), gates={10: asyncio.Event()}))
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes,")
    await telegram.bot_message("Stopped", after=telegram.send_text("/stop"))
    assert (await thought(telegram)).text == THOUGHT


async def test_another_answer_has_its_own_reasoning(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(thinking(), Reply(text="No.", reasoning="On second thought, it rains."))
    telegram.send_text("Is it warm there?")
    await telegram.bot_message("Yes, it is.")
    await bot.answered(1)
    telegram.send_text("/retry")
    await telegram.bot_message("No.")
    await bot.answered(2)
    assert (await thought(telegram)).text == "On second thought, it rains."


async def test_the_practice_model_thinks_when_its_user_asks_for_it(telegram: BotApi, bot_process: BotProcess) -> None:
    async with serve(ModelServer(practice_reply).app) as url:
        bot_process.settings |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "practice"}
        await bot_process.start()
        asked = telegram.send_text("Think first: how are you?")
        await shown_as_thinking(telegram)
        await telegram.bot_message("All my rules are in order", after=asked)
        await bot_process.answered(1)
        assert (await thought(telegram)).text.startswith("The user says: how are you?")
