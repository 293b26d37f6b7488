"""Reminders through the whole process, without a model: set, listed, changed, rung, snoozed, done."""

import re

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.telegram.bot_api import BotApi
from tests.pressing import asked, labels, pressed
from tests.process import Script
from tests.striking import marked

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_reminder_rings_is_snoozed_comes_again_and_is_done_without_a_model(
    telegram: BotApi, model: Script, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    receipt = await asked(telegram, "/remind in 2 seconds stretch", "stretch")
    assert re.fullmatch(r"⏰ \w{3}, \d{1,2} \w{3} \d{4}, \d\d:\d\d(:\d\d)? \(Europe/London\): stretch", receipt.text)
    ring = await telegram.bot_message("⏰ stretch")
    assert labels(ring) == ["✓ Done", "10 min", "1 h", "Tomorrow"]
    snoozed = await pressed(telegram, ring, "1 h")
    assert "💤 I'll remind you again: " in snoozed.text
    listed = await asked(telegram, "/reminders", "Your reminders and tasks")
    assert "(rings again): stretch" in listed.text
    opened = await pressed(telegram, listed, "1")
    assert re.search(r"\nRings again: \w{3}, \d+ \w{3} \d{4}, \d\d:\d\d", opened.text)
    await connection.execute("UPDATE agent_reminders SET again_at = now(), rings_at = now()")
    await asked(telegram, "/remind in 3 hours tea", "tea")  # it looks at what is due
    again = await telegram.bot_message("⏰ stretch", after=snoozed.message_id + 1)
    assert "late" not in again.text
    done = await pressed(telegram, again, "Done")
    assert done.text.endswith("✓ Done.")
    assert not done.keyboard
    assert "stretch" not in (await asked(telegram, "/reminders", "Your reminders and tasks")).text
    assert model.requests == []


async def test_a_time_in_words_is_set_as_it_is_meant_or_asked_back(telegram: BotApi) -> None:
    bins = await asked(telegram, "/remind every monday at 8:00 bins", "bins")
    pattern = r"⏰ Mon, .+, 08:00 \(Europe/London\), every Monday: bins \(then (Mon, \d+ \w{3}, 08:00(; )?){3}\)"
    assert re.fullmatch(pattern, bins.text)
    assert marked(await pressed(telegram, bins, "Undo")) == f"~{bins.text}~"
    call = await asked(telegram, "/remind tomorrow 20:00 Tokyo time call Ken", ": call Ken")
    assert ", 20:00 (Asia/Tokyo): call Ken" in call.text
    assert "is already set" in (await asked(telegram, "/remind tomorrow 20:00 Tokyo time call Ken", "Nothing was")).text
    unclear = await asked(telegram, "/remind tomorrow at 25:00 tea", "belong to the time?")
    assert "Does “at 25:00” belong to the time?" in unclear.text
    assert "/remind in 20 minutes tea" in unclear.text
    listed = await asked(telegram, "/reminders", "Your reminders and tasks")
    assert "tea" not in listed.text
    assert "bins" not in listed.text


async def test_reminders_are_listed_in_pages_opened_cancelled_and_brought_back(telegram: BotApi) -> None:
    for number in range(9):
        await asked(telegram, f"/remind in {number + 2} days at 9:00 errand {number}", f"errand {number}")
    first = await asked(telegram, "/reminders", "Your reminders and tasks: 1\N{EN DASH}8 of 9")
    assert labels(first) == ["1", "2", "3", "4", "5", "6", "7", "8", "Next ▶️"]
    second = await pressed(telegram, first, "Next")
    assert "9. " in second.text
    assert "errand 8" in second.text
    opened = await pressed(telegram, second, "9")
    assert "(Europe/London): errand 8" in opened.text
    cancelled = await pressed(telegram, opened, "Cancel")
    assert cancelled.text == "⏰ Cancelled: errand 8"
    back = await pressed(telegram, cancelled, "Undo")
    assert back.text.endswith(": errand 8")
    found = await asked(telegram, "/reminders errand", "Your reminders and tasks: 1\N{EN DASH}8 of 9")
    await asked(telegram, "/remind in 1 day at 9:00 tea", "tea")
    last = await pressed(telegram, found, "Next")
    assert "Your reminders and tasks: 9\N{EN DASH}9 of 9\n\n9. " in last.text
    assert (await pressed(telegram, await pressed(telegram, last, "9"), "Back")).text == last.text
    await asked(telegram, "/reminders zebra", "I found nothing about “zebra”. Try fewer or other words.")


async def test_what_can_not_be_set_gets_a_sentence(telegram: BotApi) -> None:
    for words, answer in (
        ("/remind", "Say when and what."),
        ("/remind call mom", "I don't understand the time."),
        ("/remind 1 March 2020 x", "Nothing was set. Sunday, 1 Mar 2020, 09:00 has passed."),
        (f"/remind tomorrow {'x' * 501}", "Nothing was set. A reminder takes at most 500 characters"),
        ("/task tomorrow at 8", "What should I do?"),
        ("/task every 20 minutes tell me a story", "Nothing was set. A task can run at most once an hour."),
        ("/quiet sometimes", "I don't understand these hours. Write them like this: /quiet 22-7"),
    ):
        assert (await asked(telegram, words, answer)).text.startswith(answer)
    assert await asked(telegram, "/reminders", "There are no reminders or tasks.")


async def test_in_a_private_chat_none_is_set_but_those_there_are_ring_also_after_its_end(telegram: BotApi) -> None:
    await asked(telegram, "/remind in 2 seconds stretch", "stretch")
    await asked(telegram, "/private", "private")
    refused = await asked(telegram, "/remind in 2 seconds secret", "Nothing was set.")
    assert "in a private chat" in refused.text
    telegram.fail("sendMessage", error_code=429, retry_after=1, times=1)
    await telegram.wait_for(lambda: [it for it in telegram.calls if it.outcome != "ok" and it.method == "sendMessage"])
    telegram.send_text("/new")
    assert await telegram.bot_message("⏰ stretch\n")
    assert not [it for it in telegram.messages() if it.from_bot and "secret" in it.text]
