"""Where a model fails, the next of OPENAI_FALLBACKS answers in the same turn."""

from collections.abc import AsyncIterator

import pytest

from practice.model.server import ModelServer, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import BotProcess, Script, call, said


@pytest.fixture
async def second(bot_process: BotProcess) -> AsyncIterator[Script]:
    """The model that answers where the first one fails, on a server of its own."""
    script = Script()
    server = ModelServer(script.reply, models=("second",), api_key="sk-second")
    async with serve(server.app) as url:
        script.server, script.url = server, f"{url}/v1"
        bot_process.settings["OPENAI_MODEL"] = "scripted"
        bot_process.settings["OPENAI_FALLBACKS"] = f"second {script.url} sk-second"
        bot_process.settings["MODEL_FIRST_CHUNK_SECONDS"] = "0.3"
        yield script


async def answer_to(telegram: BotApi, bot: BotProcess, words: str, *, below: str = "") -> str:
    """Say something; return the whole answer, with what comes `below` it."""
    turns = bot.turns_answered + 1
    sent = telegram.send_text(words)
    await bot.answered(turns)
    await telegram.bot_message(below, after=sent)
    return "\n\n".join(it.text for it in telegram.messages() if it.from_bot and it.message_id > sent)


async def test_the_next_model_answers_and_this_is_said_once(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    model.then(*[Reply(text="Words, and no more", cut_after=3)] * 2)
    bot_process.settings["MEMORY_REVIEW"] = "true"
    await bot_process.start()
    answer = await answer_to(telegram, bot_process, "Hello", below="second answered")
    assert answer == "Echo: Hello\n\nsecond answered, because scripted can't be reached."
    assert await answer_to(telegram, bot_process, "Again") == "Echo: Again"
    assert [said(it.request) for it in second.requests] == [["Hello"], ["Hello", "Again"]]
    assert len(model.requests) == 2
    model.server.fail(401)
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    await bot_process.logged(lambda line: line.get("event") == "a conversation can't be reviewed")
    assert len(second.requests) == 2


async def test_a_failure_between_two_steps_does_nothing_twice(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script, database_url: str
) -> None:
    model.then(
        call("add_to_memory", content="The user likes tea", category="preference"), Reply(error=Refusal(503, "Busy"))
    )
    second.then("Noted.")
    await bot_process.start()
    answer = await answer_to(telegram, bot_process, "Remember that I like tea")
    assert "💾 Remembered: You like tea" in answer
    assert [it.role for it in second.requests[0].request.messages][-2:] == ["assistant", "tool"]
    with administration(database_url) as connection:
        assert connection.execute("SELECT content FROM agent_memory_versions").fetchall() == [("The user likes tea",)]
        used = connection.execute("SELECT model FROM agent_usage ORDER BY id").fetchall()
    assert used == [("scripted",), ("second",)]


async def test_where_the_fallback_fails_the_first_one_is_asked_though_it_rests(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    model.server.models = ("scripted", "chosen")
    await bot_process.start()
    model.then(Reply(error=Refusal(503, "Busy")))
    assert "second answered" in await answer_to(telegram, bot_process, "One", below="second answered")
    second.server.fail(503)
    assert await answer_to(telegram, bot_process, "Two") == "Echo: Two"
    model.server.fail(401)
    second.server.heal()
    answer = await answer_to(telegram, bot_process, "Three", below="second answered")
    assert answer == "Echo: Three\n\nsecond answered, because the key for scripted was refused."
    model.server.heal()
    await telegram.bot_message("chosen", after=telegram.send_text("/model chosen"))
    model.server.fail(404)
    answer = await answer_to(telegram, bot_process, "Four", below="second answered")
    assert answer.endswith("second answered, because chosen is no longer there.")


async def test_a_smaller_context_of_the_fallback_changes_nothing_for_the_first_one(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    long = " ".join(f"lorem ipsum dolor sit amet consetetur {number}" for number in range(40))
    second.server.context_tokens = 6_500
    await bot_process.start()
    for number in range(1, 7):
        await answer_to(telegram, bot_process, f"q{number} {long}")
    before = model.requests[-1].sent("messages").removesuffix("]")
    model.then(Reply(error=Refusal(503, "Busy")))
    assert "second answered" in await answer_to(telegram, bot_process, "And now?", below="second answered")
    heard = said(second.requests[-1].request)
    assert heard[-1] == "And now?"
    assert 1 < len(heard) < 7
    second.server.fail(503)
    assert await answer_to(telegram, bot_process, "Back?") == "Echo: Back?"
    assert model.requests[-1].sent("messages").startswith(before)
