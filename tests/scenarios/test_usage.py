"""Every token is counted: `/usage` shows what was used, and MONTHLY_TOKENS limits it."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.turns.prompt import LEFT_OUT, SUMMARY_REQUEST
from practice.model.server import Reply, Usage
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, call, said

LIMIT = 10_000
WARNING = "of this month's 10,000 tokens are used"
LONG = " ".join(f"And so on, {number}." for number in range(230))
"""About 950 tokens."""
USED_UP = "This month's 10,000 tokens are used up"


def costing(tokens: int, text: str = "All right.", *, cached: int = 0) -> Reply:
    """Return an answer of 10 tokens with a number of prompt tokens."""
    return Reply(pieces=(text,), usage=Usage(tokens, 10, cached=cached))


def renewal() -> str:
    """Return the first day of next month, in the zone of the tests."""
    today = datetime.now(UTC).astimezone(ZoneInfo("Europe/London"))
    first = today.replace(year=today.year + today.month // 12, month=today.month % 12 + 1, day=1)
    return f"{first.day} {first:%b %Y}"


@pytest.fixture
def limited(bot_process: BotProcess) -> BotProcess:
    """The bot with a limit, ready to be started."""
    bot_process.settings["MONTHLY_TOKENS"] = str(LIMIT)
    return bot_process


async def test_usage_holds_every_request_of_every_turn(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings |= {"INPUT_PRICE": "1", "CACHED_PRICE": "0.1", "OUTPUT_PRICE": "10"}
    await bot_process.start()
    await asked(telegram, "/usage", "I haven't used the model in the last 30 days.")
    remembering = call("add_to_memory", content="The user likes tea", category="preference").calls
    model.then(
        Reply(calls=remembering, usage=Usage(2_000, 40, cached=0, written=1_900)),
        Reply(text="Noted.", usage=Usage(2_100, 10, cached=2_000)),
    )
    await asked(telegram, "Remember that I like tea", "Noted.")
    model.then(costing(2_200, cached=2_100))
    await asked(telegram, "And now?", "All right.")
    shown = await asked(telegram, "/usage", "Usage")
    lines = [" ".join(line.split()) for line in shown.text.splitlines()]
    figures = ("requests 3", "tokens in 6,300", "from cache 65 %", "into cache 1,900", "tokens out 60", "cost 0.0032")
    assert [lines.count(figure) for figure in figures] == [3] * len(figures), lines
    last = r"Last answer: 2,200 tokens in \(95 % from cache\), 10 out\. It took \d\.\d s\."
    assert any(re.fullmatch(last, it) for it in lines)
    assert any(re.match(r"Speed \(median of 7 days\): first words \d+\.\d", it) for it in lines)
    assert not any("This month" in it for it in lines)


async def test_at_eighty_percent_one_warning_follows_and_at_the_limit_a_turn_waits_until_it_is_raised(
    telegram: BotApi, model: Script, limited: BotProcess
) -> None:
    await limited.start()
    model.then(costing(7_900), costing(80, "More."), costing(1_990, "Still more."))
    await asked(telegram, "One", "All right.")
    answer = await asked(telegram, "Two", "More.")
    warning = await telegram.bot_message(WARNING)
    assert warning.message_id > answer.message_id
    assert warning.text == (
        f"8,000 of this month's 10,000 tokens are used (80 %). At 100 % I stop answering until {renewal()}, unless "
        "MONTHLY_TOKENS is raised. See /usage."
    )
    await limited.answered(2)
    await asked(telegram, "Three", "Still more.")
    assert sum(it.from_bot and WARNING in it.text for it in telegram.messages()) == 1

    stopped = await asked(telegram, "What is the question?", USED_UP)
    assert stopped.text == (
        f"{USED_UP}. They renew on {renewal()}. To continue now, raise MONTHLY_TOKENS, restart me, then send /retry. "
        "My commands still work."
    )
    await asked(telegram, "/memory", "I don't remember anything yet")
    await asked(telegram, "/retry", USED_UP)
    assert len(model.requests) == 3
    await limited.stop()
    limited.settings["MONTHLY_TOKENS"] = "20000"
    await limited.start()
    model.then(costing(100, "Here is the answer."))
    await asked(telegram, "/retry", "Here is the answer.")
    assert said(model.requests[-1].request)[-1] == "What is the question?"


async def test_a_turn_that_runs_may_end_even_after_a_kill(telegram: BotApi, model: Script, limited: BotProcess) -> None:
    await limited.start()
    remembering = call("add_to_memory", content="The user likes tea", category="preference").calls
    model.then(Reply(calls=remembering, usage=Usage(15_000, 40)), Script.held("Noted.", before=1))
    telegram.send_text("Remember that I like tea")
    await model.server.wait_for_request(2)
    await limited.kill()
    model.then(costing(100, "Noted at last."))
    await limited.start()
    await telegram.bot_message("Noted at last.")
    warning = await telegram.bot_message(WARNING)
    assert "I won't answer until" in warning.text
    await asked(telegram, "And now?", USED_UP)
    assert len(model.requests) == 3


async def test_nothing_is_summarised_when_all_is_used_up(telegram: BotApi, model: Script, limited: BotProcess) -> None:
    limited.settings |= {"CONTEXT_TOKENS": "6000", "MONTHLY_TOKENS": "6600"}
    await limited.start()
    model.then(costing(2_100, f"One. {LONG}"), costing(4_500, f"Two. {LONG}"))
    await asked(telegram, f"Hello. {LONG}", "One.")
    await asked(telegram, f"Hello again. {LONG}", "Two.")
    await limited.logged(lambda line: line.get("event") == "no summary can be made for now")
    await limited.stop()
    limited.settings["MONTHLY_TOKENS"] = "100000"
    await limited.start()
    model.then("Three.")
    await asked(telegram, "Are you there?", "Three.")
    assert not any(SUMMARY_REQUEST in str(it.request.messages[-1].content) for it in model.requests[:3])
    assert LEFT_OUT in str(model.requests[2].request.messages[0].content)
