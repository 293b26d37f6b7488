"""Where a model fails, the next of OPENAI_FALLBACKS answers in the same turn."""

from collections.abc import AsyncIterator, Callable

import psycopg
import pytest
from sqlalchemy import make_url

from practice.model.server import ModelServer, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call, said

BURST = Refusal(429, "Rate limit reached. Please try again in 40s.")
QUOTA = Refusal(429, "You exceeded your current quota", code="insufficient_quota")
FAILURES: dict[str, tuple[Callable[[ModelServer], None], str]] = {
    "a burst that lasts": (lambda it: it.fail(429, message=BURST.message), "scripted is busy"),
    "a used up quota": (lambda it: it.fail(429, message="insufficient_quota"), "the quota for scripted is used up"),
    "a key that is refused": (lambda it: it.fail(401), "the key for scripted was refused"),
    "a model that is gone": (lambda it: it.fail(404), "scripted is no longer there"),
    "a failure": (lambda it: it.fail(503), "scripted can't be reached"),
    "no answer": (lambda it: it.drop(), "scripted can't be reached"),
    "silence": (lambda it: it.silence(), "scripted can't be reached"),
    "a cut before the first word": (lambda it: it.cut(1), "scripted can't be reached"),
    "a cut after the first word": (lambda it: it.cut(3), "scripted can't be reached"),
    "a refusal that says nothing": (lambda it: it.fail(400), "scripted can't be reached"),
}


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


@pytest.mark.parametrize("name", FAILURES)
async def test_the_next_model_answers_and_this_is_said_once(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script, name: str
) -> None:
    fail, because = FAILURES[name]
    model.then(*[Reply(text="Some words, and then no more")] * 2)
    fail(model.server)
    await bot_process.start()
    answer = await answer_to(telegram, bot_process, "Hello", below="second answered")
    assert answer == f"Echo: Hello\n\nsecond answered, because {because}."
    assert await answer_to(telegram, bot_process, "Again") == "Echo: Again"
    assert [said(it.request) for it in second.requests] == [["Hello"], ["Hello", "Again"]]
    assert len(model.requests) == (2 if name.endswith("after the first word") else 1)  # it rests


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
    with psycopg.connect(
        make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    ) as connection:
        assert connection.execute("SELECT content FROM agent_memory_versions").fetchall() == [("The user likes tea",)]
        used = connection.execute("SELECT model FROM agent_usage ORDER BY id").fetchall()
    assert used == [("scripted",), ("second",)]


async def test_where_the_fallback_fails_the_first_one_is_asked_though_it_rests(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    await bot_process.start()
    model.then(Reply(error=Refusal(503, "Busy")))
    assert "second answered" in await answer_to(telegram, bot_process, "One", below="second answered")
    second.server.fail(503)
    assert await answer_to(telegram, bot_process, "Two") == "Echo: Two"
    model.server.fail(401)
    second.server.heal()
    answer = await answer_to(telegram, bot_process, "Three", below="second answered")
    assert answer == "Echo: Three\n\nsecond answered, because the key for scripted was refused."


async def test_where_all_fail_it_is_the_first_ones_failure_that_is_reported(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    model.then(Reply(error=QUOTA))
    second.server.fail(401)
    await bot_process.start()
    told = await telegram.bot_message("quota", after=telegram.send_text("Hello"))
    assert told.text.startswith("Your quota at the model's server is used up.")


async def test_new_words_take_the_place_of_those_that_broke_off(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    broken = Reply(text="This is long enough to be previewed before it breaks off", cut_after=8, delay=0.1)
    model.then(broken, broken)
    await bot_process.start()
    assert (await answer_to(telegram, bot_process, "Hello", below="second answered")).startswith(
        "Echo: Hello\n\nsecond answered"
    )
    answer, _ = (it for it in telegram.messages() if it.from_bot)
    assert any(it.text.startswith("This is long") for it in telegram.history(answer.message_id))
    assert second.requests


async def test_a_smaller_context_of_the_fallback_changes_nothing_for_the_first_one(
    telegram: BotApi, model: Script, bot_process: BotProcess, second: Script
) -> None:
    long = " ".join(f"lorem ipsum dolor sit amet consetetur {number}" for number in range(40))
    second.server.context_tokens = 6_500
    await bot_process.start()
    for number in range(1, 7):
        await answer_to(telegram, bot_process, f"q{number} {long}")
    before = model.requests[-1].sent("messages").removesuffix("]")
    model.then(*[Reply(error=Refusal(503, "Busy"))])
    assert "second answered" in await answer_to(telegram, bot_process, "And now?", below="second answered")
    heard = said(second.requests[-1].request)
    assert heard[-1] == "And now?"
    assert 1 < len(heard) < 7
    second.server.fail(503)
    assert await answer_to(telegram, bot_process, "Back?") == "Echo: Back?"
    assert model.requests[-1].sent("messages").startswith(before)


@pytest.mark.usefixtures("second")
async def test_a_chosen_model_is_asked_first_and_the_fallbacks_after_it(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    model.server.models = ("scripted", "chosen")
    await bot_process.start()
    await telegram.bot_message("chosen", after=telegram.send_text("/model chosen"))
    model.server.fail(404)
    assert (await answer_to(telegram, bot_process, "Hello", below="second answered")).endswith(
        "second answered, because chosen is no longer there."
    )
