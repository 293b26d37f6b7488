"""Errors of the model's server reach the chat as one sentence, and the message is kept."""

import pytest

from bot.kit import errors
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, call, said

FAILURES = [
    (Reply(error=Refusal(401, "Incorrect API key provided: sk-…")), errors.KeyRefused, 1),
    (Reply(error=Refusal(400, "Something about a parameter")), errors.ModelError, 1),
    (Reply(text=" "), errors.EmptyAnswer, 1),
    (Reply(raw=(b'data: {"error": {"message": "overloaded"}}\n\n',)), errors.ModelError, 3),
]
"""A reply, what it is, and how often it is asked for: some may be over in a moment."""


async def test_each_failure_is_one_sentence_and_retry_answers(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    for number, (reply, error, times) in enumerate(FAILURES, start=1):
        model.then(*[reply] * times)
        told = await asked(telegram, f"Hello {number}", error().cause)
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
    assert (await asked(telegram, "Hello", "⚠️")).text == shown
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


@pytest.mark.usefixtures("bot")
async def test_bad_calls_come_back_in_words_and_the_eighth_step_has_to_be_words(
    telegram: BotApi, model: Script
) -> None:
    bad = [("add_to_memory", '{"content": "The user likes te'), ("forget_memory", "{}"), ("no_such", "{}")]
    steps = [model.raw_call(name, arguments) for name, arguments in bad]
    pairs = [Reply(calls=(*call("no_such", n=n).calls, *call("no_such", n=-n).calls)) for n in range(4)]
    model.then(*steps, *pairs, model.raw_call("no_such", "{}"))
    await asked(telegram, "Go round in circles", "I couldn't finish this in one go")
    assert [it.request.tool_choice for it in model.requests] == [None] * 7 + ["none"]
    results = [str(it.content) for it in model.requests[-1].request.messages if it.role == "tool"]
    words = ["Nothing was done", "The memory id is missing.", *["There is no such tool here."] * 9]
    assert [word in result for word, result in zip(words, results, strict=True)] == [True] * 11
    await telegram.bot_message("I don't remember anything yet", after=telegram.send_text("/memory"))
    await telegram.bot_message("Echo: Still fine?", after=telegram.send_text("Still fine?"))
