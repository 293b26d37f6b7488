"""Tasks are done at their time, once, within their budget; what goes wrong is told, and tried again with a bound."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.faults import Dropped, Fault
from practice.model.conversation import text_of
from practice.model.server import Reply, Usage
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked
from tests.process import BotProcess, Script, call

Remind = Callable[..., Awaitable[None]]
NEWS = "Mars has two moons."
DUE = "This task, which the user has set, is due now"


def answers(telegram: BotApi, words: str = NEWS) -> list[Message]:
    return [it for it in telegram.messages() if it.from_bot and words in it.text]


def requests_for_tasks(model: Script) -> list[str]:
    last = (text_of(it.request.messages[-1].content) for it in model.requests)
    return [it for it in last if DUE in it]


@pytest.fixture
async def now(connection: psycopg.AsyncConnection[TupleRow]) -> Callable[[], Awaitable[None]]:
    """What lets a task that waits or is to be tried again be due; the bot looks at its next start."""

    async def now() -> None:
        await connection.execute(
            "UPDATE agent_reminders SET again_at = CASE WHEN again_at IS NOT NULL THEN now() END, waits_until = NULL,"
            " rings_at = now() WHERE rings_at IS NOT NULL"
        )

    return now


async def test_a_task_that_is_asked_for_is_done_at_its_time(telegram: BotApi, bot: BotProcess, model: Script) -> None:
    assert bot.pid
    at = "2036-11-26T08:00"
    when = "every weekday at 8 from 26 November 2036"
    wanted = {"text": "tell me the news about Mars", "when": when, "at": at}
    model.then(call("set_reminder", is_task=True, **wanted, repeat="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), "I will.")
    receipt = await asked(telegram, "Every weekday at 8 from 26 November 2036 tell me the news about Mars", "I will.")
    assert "⚙️ Wed, 26 Nov 2036, 08:00 (Europe/London), every weekday: tell me the news about Mars (then" in receipt.text
    assert any("Undo" in button.text for row in receipt.keyboard for button in row)
    model.then(NEWS)
    done = await asked(telegram, "/task in 2 seconds tell me the news about Venus", "news about Venus")
    answer = await telegram.bot_message(NEWS, after=done.message_id)
    assert re.search(r"\n⚙️ \w{3}, \d+ \w{3}, \d\d:\d\d(:\d\d)?: tell me the news about Venus$", answer.text)
    (request,) = requests_for_tasks(model)
    assert "[From Keepsake, not from the user]" in request
    assert "\ntell me the news about Venus\n" in request
    listed = await asked(telegram, "/reminders", "Your reminders and tasks")
    assert "Venus" not in listed.text
    assert "⚙️ Wed, 26 Nov 2036, 08:00, every weekday: tell me the news about Mars" in listed.text
    taken_back = await asked(telegram, "/undo", "Taken back")
    assert re.fullmatch(
        r"Taken back, with the answer to a task: ⚙️ [^\n]+: tell me the news about Venus", taken_back.text
    )
    telegram.press(taken_back.message_id, taken_back.keyboard[0][0].callback_data)
    again = await telegram.bot_message(NEWS, after=taken_back.message_id)
    assert again.text == answer.text


async def test_a_task_missed_while_the_bot_was_off_is_done_once_as_soon_as_its_answer_can_be_sent(
    telegram: BotApi, known: BotProcess, model: Script, remind: Remind, now: Callable[[], Awaitable[None]]
) -> None:
    probed = asyncio.Event()

    async def note() -> None:
        probed.set()

    telegram.add_fault(Fault(method="sendChatAction", callback=note))
    telegram.fail("sendChatAction", error_code=403)
    await remind(ago=timedelta(days=3, hours=1), rule="FREQ=DAILY", is_task=True)
    await known.start()
    await probed.wait()
    await known.stop()
    assert requests_for_tasks(model) == []
    telegram.heal()
    wanted = {"text": "errand 1", "when": "tomorrow at 8", "at": "2036-11-26T08:00"}
    model.then(call("set_task", **wanted), NEWS)  # the name in earlier conversations
    await now()
    await known.start()
    await telegram.bot_message(NEWS)
    assert "A task can't set tasks." in model.requests[-1].prompt
    await known.answered(2)
    await known.stop()
    await known.start()
    await asked(telegram, "And now?", "Echo: And now?")
    assert len(answers(telegram)) == len(requests_for_tasks(model)) == 1


async def test_a_failure_is_told_and_tried_again_with_a_bound(
    telegram: BotApi, known: BotProcess, model: Script, remind: Remind, now: Callable[[], Awaitable[None]]
) -> None:
    model.server.fail(401)
    await remind(is_task=True)
    for attempt in range(3):
        await known.start()
        told = "I couldn't do this: errand 1\n"
        await telegram.wait_for(lambda: len(answers(telegram, told)) == attempt + 1)  # noqa: B023 - waits here
        await known.stop()
        await now()
    first, second, third = (it.text for it in answers(telegram, "I couldn't do this"))
    assert "I'll try again:" in first
    assert "I'll try again:" in second
    assert third.endswith("I won't try again.")
    assert "/retry" not in first + second + third
    model.server.heal()
    await known.start()
    await asked(telegram, "And now?", "Echo: And now?")
    assert len(answers(telegram, "I couldn't do this")) == 3
    assert DUE not in model.requests[-1].prompt


async def test_a_failed_task_that_has_called_a_tool_knows_so_when_it_is_tried_again(
    telegram: BotApi, known: BotProcess, model: Script, remind: Remind, now: Callable[[], Awaitable[None]]
) -> None:
    model.then(call("list_reminders"))
    for number in (2, 3, 4):
        model.server.add_fault(Fault(error=Dropped(), every=number, times=1))
    await remind(is_task=True)
    await known.start()
    await telegram.bot_message("I couldn't do this")
    await known.stop()
    model.server.heal()
    model.then(NEWS)
    await now()
    await known.start()
    await telegram.bot_message(NEWS)
    last = model.requests[-1].request.messages
    assert any(it.role == "tool" for it in last)
    assert "An earlier attempt failed" in text_of(last[-1].content)


async def test_a_month_without_tokens_is_told_once_and_the_task_waits_for_the_next(
    telegram: BotApi, bot_process: BotProcess, model: Script, remind: Remind
) -> None:
    bot_process.settings["MONTHLY_TOKENS"] = "1000"
    await bot_process.start()
    model.then(Reply(pieces=("Hi.",), usage=Usage(2_000, 10)))
    await asked(telegram, "Hello", "Hi.")
    await bot_process.stop()
    await remind(ago=timedelta(hours=1), rule="FREQ=HOURLY", is_task=True)
    await bot_process.start()
    told = await telegram.bot_message("I couldn't do this: errand 1")
    assert "This month's 1,000 tokens are used up. I'll try again:" in told.text
    assert re.search(r"I'll try again: \w{3}, 1 \w{3}, 00:00\.$", told.text)
    assert requests_for_tasks(model) == []
    await bot_process.stop()
    bot_process.settings["MONTHLY_TOKENS"] = "1000000"
    model.then(NEWS)
    await bot_process.start()
    await telegram.bot_message(NEWS)


@pytest.mark.parametrize(
    ("used", "choices", "told"),
    [
        (4_000, [None, "none"], "Echo: "),
        (6_000, [None], "This needs more tokens than a task may use (TASK_TOKENS). I won't try again."),
    ],
)
async def test_a_task_stays_within_its_budget_and_usage_shows_it_apart(
    telegram: BotApi,
    known: BotProcess,
    model: Script,
    remind: Remind,
    used: int,
    choices: list[str | None],
    told: str,
) -> None:
    before = len(model.requests)
    model.then(Reply(calls=call("list_reminders").calls, usage=Usage(used, 10)))
    await remind(is_task=True)
    known.settings["TASK_TOKENS"] = "10000"
    await known.start()
    await telegram.bot_message(told, after=telegram.messages()[-1].message_id)
    assert [it.request.tool_choice for it in model.requests[before:]] == choices
    assert re.search(r"for tasks +[1-9]", (await asked(telegram, "/usage", "Usage")).text)


async def test_a_task_waits_for_the_end_of_quiet_hours_and_of_a_private_chat(
    telegram: BotApi, known: BotProcess, model: Script, remind: Remind
) -> None:
    await known.start()
    await asked(telegram, "/quiet 0-23:59", "Quiet from")
    await known.stop()
    await remind(is_task=True)
    await known.start()
    await asked(telegram, "And now?", "Echo: And now?")
    assert requests_for_tasks(model) == []
    await asked(telegram, "/private", "private")
    await asked(telegram, "/quiet off", "no quiet hours")
    await asked(telegram, "And then?", "Echo: And then?")
    assert requests_for_tasks(model) == []
    await asked(telegram, "/new")
    await asked(telegram, "/quiet 0-23:59", "Quiet from")
    await known.stop()
    await known.start()
    await asked(telegram, "And today?", "Echo: And today?")
    model.then(NEWS)
    await asked(telegram, "/quiet off", NEWS)


async def test_a_task_that_waits_behind_an_answer_is_done_though_that_is_stopped_unless_it_is_cancelled(
    telegram: BotApi, bot: BotProcess, model: Script, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    waits = "SELECT FROM telegram_updates WHERE handled_at IS NULL AND message->>'task' IS NOT NULL"
    for number in (1, 2):
        model.then(model.held("A long story.", before=1))
        telegram.send_text("Tell me a long story")
        await telegram.wait_for(lambda: sum("long story" in it.prompt[-100:] for it in model.requests) == number)  # noqa: B023 - waits here
        await asked(telegram, f"/task in 2 seconds errand {number}", "errand")
        async with asyncio.timeout(30):
            while not (await connection.execute(waits)).rowcount:  # noqa: ASYNC110 - the database alone can tell
                await asyncio.sleep(0.05)
        if number == 1:
            await connection.execute("UPDATE agent_reminders SET state = 'cancelled', rings_at = NULL")
        else:
            model.then(NEWS)
        telegram.send_text("/stop")
        if number == 1:
            await asked(telegram, "And now?", "Echo: And now?")
            assert requests_for_tasks(model) == []
    assert (await telegram.bot_message(NEWS)).text.endswith(": errand 2")
    assert bot.pid
