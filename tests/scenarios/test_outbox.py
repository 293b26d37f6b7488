"""Messages are stored before they are sent: they arrive whatever happens, and once."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from practice.faults import Dropped, Fault
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi, Call
from tests.databases import administration
from tests.process import BotProcess, Script, run

LONG = "\n\n".join(f"Paragraph {number}: " + "some words, and more. " * 30 for number in range(18))


def in_lines(text: str) -> Reply:
    """Return an answer that comes line by line."""
    return Reply(pieces=tuple(text.splitlines(keepends=True)))


def sendings(telegram: BotApi) -> list[Call]:
    """Return the calls that sent or changed a message, or showed typing."""
    return [call for call in telegram.calls if call.method in {"sendMessage", "editMessageText", "sendChatAction"}]


@pytest.mark.parametrize(("after_effect", "copies"), [(False, 1), (True, 2)])
async def test_what_a_command_says_arrives_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi, bot: BotProcess, *, after_effect: bool, copies: int
) -> None:
    told = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        told.set()

    fault = Fault(method="sendMessage", callback=kill, error=Dropped(), times=1, after_effect=after_effect)
    telegram.add_fault(fault)
    telegram.send_text("/memory")
    await told.wait()
    await bot.start()
    await telegram.wait_for(lambda: len([it for it in telegram.messages() if it.from_bot]) == copies)
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    said = [it.text for it in telegram.messages() if it.from_bot]
    assert (
        said[:-1] == ["I don't remember anything yet. Tell me something, such as: Remember that I like tea."] * copies
    )


async def test_sending_resumes_at_the_first_unsent_part(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    killed = asyncio.Event()

    async def kill_at_the_second_part() -> None:
        if len([call for call in telegram.calls if call.method == "sendMessage"]) > 1:
            await bot.kill()
            killed.set()
            raise Dropped

    telegram.add_fault(Fault(method="sendMessage", callback=kill_at_the_second_part))
    model.then(in_lines(LONG))
    telegram.send_text("Tell me everything")
    await killed.wait()
    telegram.heal()
    await bot.start()
    await telegram.bot_message("Paragraph 17")
    await bot.answered(1)
    parts = [it.text for it in telegram.messages() if it.from_bot]
    assert " ".join(parts).split() == LONG.split()
    assert set(Counter(parts).values()) == {1}
    assert len(model.requests) == 1
    with administration(database_url) as connection:
        rows = connection.execute("SELECT state, content, entities, message_id > 0 FROM telegram_messages").fetchall()
    assert {*rows} == {("sent", None, None, True)}


async def test_a_chat_is_left_alone_until_its_time_also_by_the_next_process(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then("Late.", "At once.")
    telegram.fail("sendMessage", error_code=429, retry_after=2, times=1)
    telegram.send_text("Hello")
    await bot.logged(lambda line: line.get("event") == "Telegram wants a chat left alone")
    (refused,) = [call for call in telegram.calls if call.method == "sendMessage"]
    telegram.send_text("/help")
    telegram.send_text("Hello from another", 2)
    await telegram.bot_message("At once.", user_id=2)
    await bot.kill()
    await bot.start()
    await telegram.bot_message("Late.")
    later = [call for call in sendings(telegram) if call.parameters["chat_id"] == "1" and call.at > refused.at]
    assert min(call.at for call in later) >= refused.at + 2
    texts = [call.parameters["text"] for call in later if call.outcome == "ok" and "text" in call.parameters]
    assert [text.split()[0] for text in texts] == ["Write", "Late."]


async def test_what_telegram_refuses_for_good_is_noted_and_not_tried_for_ever(
    tmp_path: Path, settings: dict[str, str], telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    gate = asyncio.Event()
    model.then(Reply(text="Never seen.", gates={0: gate}))
    telegram.send_text("Hello")
    await model.server.wait_for_request(1)
    telegram.block()
    gate.set()
    await bot.logged(lambda line: line.get("event") == "Telegram refuses a message")
    refused = len(sendings(telegram))
    telegram.unblock()
    await bot.stop()
    await bot.start()
    telegram.send_text("Hello again")
    reply = await telegram.bot_message("Echo: Hello again")
    assert [it.text for it in telegram.messages() if it.from_bot] == [reply.text]
    assert len([call for call in sendings(telegram)[refused:] if call.method == "sendMessage"]) == 1
    _, written = await run("doctor", cwd=tmp_path, **settings)
    assert "messages refused by Telegram: 1" in written
    with administration(settings["DATABASE_URL"]) as connection:
        problems = connection.execute("SELECT problem FROM telegram_messages WHERE state = 'refused'").fetchall()
    assert problems == [("Forbidden: bot was blocked by the user",)]


async def test_a_preview_with_an_unknown_outcome_is_not_sent_again_and_again(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    telegram.drop("sendMessage", times=1, after_effect=True)
    model.then(Reply(pieces=tuple(f"Word {number} of a long answer. " for number in range(6)), delay=0.4))
    telegram.send_text("Tell me")
    await bot.answered(1)
    heard = [it.text for it in telegram.messages() if it.from_bot]
    assert len(heard) == 2
    assert "Word 5" in heard[1]


async def test_the_start_waits_as_long_as_telegram_wants(telegram: BotApi, bot_process: BotProcess) -> None:
    telegram.fail("setMyCommands", error_code=429, retry_after=1, times=1)
    telegram.fail("deleteWebhook", error_code=404, times=1)
    await bot_process.start()
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")


async def test_a_preview_waits_until_every_part_of_the_answer_before_it_is_sent(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(in_lines(LONG), Reply(pieces=tuple(f"Word {number} of the second. " for number in range(6)), delay=0.3))
    telegram.delay("sendMessage", 0.5)
    telegram.send_text("One")
    await telegram.bot_message("Paragraph 0")
    telegram.send_text("Two")
    await bot.answered(2)
    heard = [it.text for it in telegram.messages() if it.from_bot]
    assert len(heard) > 3
    assert " ".join(heard[:-1]).split() == LONG.split()
    assert "Word 5" in heard[-1]
