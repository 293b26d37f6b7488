"""Messages are stored before they are sent: they arrive whatever happens, and once."""

import asyncio
from collections import Counter

from practice.faults import Dropped, Fault
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi, Call
from tests.databases import administration
from tests.pressing import asked
from tests.process import BotProcess, Script, kill_at

LONG = "\n\n".join(f"Paragraph {number}: " + "some words, and more. " * 30 for number in range(18))


def in_lines(text: str) -> Reply:
    """Return an answer that comes line by line."""
    return Reply(pieces=tuple(text.splitlines(keepends=True)))


def sendings(telegram: BotApi) -> list[Call]:
    """Return the calls that sent or changed a message, or showed typing."""
    return [call for call in telegram.calls if call.method in {"sendMessage", "editMessageText", "sendChatAction"}]


async def test_what_a_command_says_arrives_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi, bot: BotProcess
) -> None:
    killed = kill_at(telegram, bot, "sendMessage")
    telegram.send_text("/memory")
    await killed.wait()
    await bot.start()
    await telegram.bot_message("I don't remember anything yet.")
    await asked(telegram, "And now?", "Echo: And now?")
    assert len([it for it in telegram.messages() if it.from_bot]) == 2


async def test_a_file_arrives_whole_with_what_it_quotes_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi, bot: BotProcess, database_url: str
) -> None:
    content = bytes(range(256)) * 500
    await asked(telegram, "Hello", "Echo: Hello")
    await bot.stop()
    with administration(database_url) as connection:
        connection.execute(
            "INSERT INTO telegram_messages "
            "(bot_id, chat_id, part, state, content, file_name, file, quoted_id, created_at) "
            "VALUES (1000, 1, 0, 'waiting', 'Here.', 'all.json', %s, 1, now())",
            [content],
        )
    killed = kill_at(telegram, bot, "sendDocument")
    await bot.launch()
    await killed.wait()
    await bot.start()
    await asked(telegram, "And now?", "Echo: And now?")
    (sent,) = [it for it in telegram.messages() if it.from_bot and "document" in it.extra]
    assert telegram.file(sent.message_id) == content
    assert (sent.text, sent.reply_to) == ("Here.", 1)
    with administration(database_url) as connection:
        rows = connection.execute("SELECT state, content, file, message_id FROM telegram_messages ORDER BY id DESC")
        assert ("sent", None, None, sent.message_id) in rows.fetchall()


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
    await asked(telegram, "Hello from another", "At once.", user_id=2)
    await bot.kill()
    await bot.start()
    await telegram.bot_message("Late.")
    later = [call for call in sendings(telegram) if call.parameters["chat_id"] == "1" and call.at > refused.at]
    assert min(call.at for call in later) >= refused.at + 2
    texts = [call.parameters["text"] for call in later if call.outcome == "ok" and "text" in call.parameters]
    assert [text.split()[0] for text in texts] == ["Write", "Late."]


async def test_a_preview_with_an_unknown_outcome_is_not_sent_again_and_again(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    telegram.drop("sendMessage", times=1, after_effect=True)
    model.then(Reply(pieces=tuple(f"Word {number} of a long answer. " for number in range(6)), delay=0.3))
    telegram.send_text("Tell me")
    await bot.answered(1)
    heard = [it.text for it in telegram.messages() if it.from_bot]
    assert len(heard) == 2
    assert "Word 5" in heard[1]


async def test_a_preview_waits_until_every_part_of_the_answer_before_it_is_sent(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(in_lines(LONG), Reply(pieces=tuple(f"Word {number} of the second. " for number in range(6)), delay=0.3))
    telegram.delay("sendMessage", 0.5)
    await asked(telegram, "One", "Paragraph 0")
    telegram.send_text("Two")
    await bot.answered(2)
    heard = [it.text for it in telegram.messages() if it.from_bot]
    assert len(heard) > 3
    assert " ".join(heard[:-1]).split() == LONG.split()
    assert "Word 5" in heard[-1]
