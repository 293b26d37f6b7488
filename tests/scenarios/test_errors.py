"""Errors of the model's server reach the chat as one sentence, and the message is kept."""

import pytest

from bot import errors
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call, said

REFUSED = [
    (Refusal(500, "the request exceeds the available context size, try increasing it"), errors.ContextTooLong),
    (Refusal(401, "Incorrect API key provided: sk-…"), errors.KeyRefused),
    (Refusal(429, "You exceeded your current quota", code="insufficient_quota"), errors.QuotaExceeded),
    (Refusal(404, "The model does not exist", code="model_not_found"), errors.UnknownModel),
    (Refusal(400, "Invalid prompt: flagged", code="content_policy_violation"), errors.ContentRefused),
    (Refusal(400, "Something about a parameter"), errors.ModelError),
]
SPOILED = [
    (Reply(text="", finish_reason="content_filter"), errors.ContentRefused),
    (Reply(text=" "), errors.EmptyAnswer),
    (Reply(raw=(b'data: {"error": {"message": "overloaded"}}\n\n',)), errors.ModelError),
]
TRIED_AGAIN = [SPOILED[-1][0]]
"""Those that may be over in a moment."""


async def test_each_failure_is_one_sentence_and_retry_answers(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    failures = [*((Reply(error=it), error) for it, error in REFUSED), *SPOILED]
    for number, (reply, error) in enumerate(failures, start=1):
        model.then(*[reply] * (3 if reply in TRIED_AGAIN else 1))
        sent = telegram.send_text(f"Hello {number}")
        told = await telegram.bot_message(error().cause, after=sent)
        assert told.text == str(error())
        model.then("All well again.")
        await telegram.bot_message("All well again.", after=telegram.send_text("/retry"))
        await bot.answered(number)
        assert said(model.requests[-1].request) == [f"Hello {it}" for it in range(1, number + 1)]
        assert [it.role for it in model.requests[-1].request.messages][1:] == (["user", "assistant"] * number)[:-1]
    model.then("&nbsp;")
    await telegram.bot_message("held nothing that can be shown", after=telegram.send_text("Hello"))


@pytest.mark.usefixtures("bot")
async def test_text_before_a_failure_stays_above_the_error_and_in_the_conversation(
    telegram: BotApi, model: Script
) -> None:
    broken = Reply(text="A few words, and then", cut_after=3)
    shown = f"A few\n\n⚠️ {errors.ServerUnreachable()}"
    model.then(broken, "Well.")
    telegram.send_text("Hello")
    assert (await telegram.bot_message("⚠️")).text == shown
    again = await telegram.bot_message("Well.", after=telegram.send_text("Are you there?"))
    assert again.text == "Well."
    assert [it.content for it in model.requests[-1].request.messages if it.role == "assistant"] == ["A few"]
    model.then(broken, "All of it.")
    telegram.send_text("Once more")
    told = await telegram.wait_for(lambda: next((it for it in telegram.messages()[-1:] if it.text == shown), None))
    answer = await telegram.bot_message("All of it.", after=telegram.send_text("/retry"))
    assert answer.text == "All of it."
    assert said(model.requests[-1].request) == ["Hello", "Are you there?", "Once more"]
    assert [it.content for it in model.requests[-1].request.messages if it.role == "assistant"] == ["A few", "Well."]
    assert (shown, ()) in [(it.text, it.keyboard) for it in telegram.messages() if it.message_id == told.message_id]


@pytest.mark.usefixtures("bot")
async def test_a_model_without_tools_chats_and_this_is_reported_once(telegram: BotApi, model: Script) -> None:
    model.server.unsupported = {"tools"}
    told = await telegram.bot_message("This model can't use tools", after=telegram.send_text("Hello"))
    await telegram.bot_message("Echo: Again", after=telegram.send_text("Again"))
    assert [it.text for it in telegram.messages() if it.from_bot] == ["Echo: Hello", told.text, "Echo: Again"]
    assert len(model.refusals) == 1


async def test_a_silent_server_is_reported(telegram: BotApi, model: Script, bot_process: BotProcess) -> None:
    bot_process.settings["MODEL_FIRST_CHUNK_SECONDS"] = "0.3"
    bot_process.settings["MODEL_CHUNK_SECONDS"] = "0.3"
    await bot_process.start()
    model.then(model.held("Some words and silence", before=3))
    telegram.send_text("Hello")
    await telegram.bot_message(str(errors.ServerSilent()))
    telegram.send_text("/retry")
    await telegram.bot_message("Echo: Hello")


BAD_CALLS = [
    ("add_to_memory", '{"content": "The user likes tea", "category": "nonsense"}', "category"),
    ("add_to_memory", '{"content": "    tea    ", "category": "preference"}', "at least 5 characters"),
    ("add_to_memory", '{"content": "The user likes te', "Nothing was done"),
    ("update_memory", '{"memory_id": "zzzzzzzz", "content": "The user likes tea"}', "no memory with this id"),
    ("forget_memory", "{}", "The memory id is missing."),
    ("no_such_tool", "{}", "There is no such tool here."),
]


@pytest.mark.usefixtures("bot")
async def test_every_bad_call_comes_back_in_words_and_stores_nothing(telegram: BotApi, model: Script) -> None:
    for number, (name, arguments, words) in enumerate(BAD_CALLS):
        model.then(model.raw_call(name, arguments), f"Answer {number}.")
        sent = telegram.send_text(f"Message {number}")
        reply = await telegram.bot_message(f"Answer {number}.", after=sent)
        assert reply.text == f"Answer {number}."
        result = model.requests[-1].request.messages[-1]
        assert result.role == "tool"
        assert words in str(result.content), (name, arguments)
    sent = telegram.send_text("/memory")
    await telegram.bot_message("I don't remember anything yet", after=sent)


@pytest.mark.usefixtures("bot")
async def test_several_calls_run_in_order_and_the_eighth_step_has_to_be_words(telegram: BotApi, model: Script) -> None:
    pairs = [Reply(calls=(*call("no_such", n=n).calls, *call("no_such", n=-n).calls)) for n in range(1, 8)]
    model.then(*pairs, model.raw_call("no_such", "{}"))
    telegram.send_text("Go round in circles")
    await telegram.bot_message("I couldn't finish this in one go")
    assert len(model.requests) == 8
    assert [it.request.tool_choice for it in model.requests] == [None] * 7 + ["none"]
    telegram.send_text("Still fine?")
    await telegram.bot_message("Echo: Still fine?")
