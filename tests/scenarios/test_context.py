"""`/context` and `python -m bot context` show the next request exactly, to the byte."""

import json
import os
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from practice.json_text import members
from practice.model.server import Received, Reply, Usage
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call, run

HEADING = "The next request, in tokens:"
NEW = "The next message starts a new conversation. In tokens:"


async def say(telegram: BotApi, words: str) -> None:
    """Say something, and wait for the answer."""
    await telegram.bot_message(f"Echo: {words}", after=telegram.send_text(words))


async def looked(telegram: BotApi, heading: str = HEADING) -> tuple[str, bytes]:
    """Return what /context says, and the file it sends."""
    figures = await telegram.bot_message(heading, after=telegram.send_text("/context"))
    sent = await telegram.bot_message("The whole request, without your next message.", after=figures.message_id)
    assert "request.json" in str(sent.extra["document"])
    return figures.text, telegram.file(sent.message_id) or b""


def rows(figures: str) -> dict[str, int]:
    """Return the tokens of each part."""
    lines = (line.rpartition(" ") for line in figures.splitlines())
    return {
        name.strip(): int(number.replace(",", "")) for name, _, number in lines if number.replace(",", "").isdigit()
    }


def holds_ahead(body: bytes, request: Received) -> bool:
    """Tell whether a request is what was looked at, with nothing but further messages."""
    text, parts = body.decode(), members(body.decode())
    rest = json.loads(text) | {"messages": []} == json.loads(request.body) | {"messages": []}
    return rest and request.prompt.startswith(parts["messages"].of(text).removesuffix("]"))


async def test_the_file_is_the_next_request_but_for_the_message(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    assert bot.pid
    model.then(call("add_to_memory", content="The user likes “tea” — ünïcode", category="preference"), "Echo: One")
    await say(telegram, "One")
    await say(telegram, "Two")
    figures, body = await looked(telegram)
    await say(telegram, "Three")
    assert holds_ahead(body, model.requests[-1])
    assert len(json.loads(body)["messages"]) == len(model.requests[-1].request.messages) - 1
    assert "2 turns" in rows(figures)
    assert "counted by the model's server up to its last answer" in figures


async def test_the_parts_add_up_to_what_the_server_counted(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    assert bot.pid
    model.then(Reply(text="Echo: One", usage=Usage(1_500, 10)))
    await say(telegram, "One")
    figures, _ = await looked(telegram)
    parts = rows(figures)
    total = parts.pop("total")
    assert sum(parts.values()) == total
    assert 1_500 < total < 1_520
    assert list(parts) == ["tools", "instructions", "1 turn"]
    assert "The limit is 32,000. Above 25," in figures


async def test_estimated_tokens_are_not_shown_as_counted(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    assert bot.pid
    whole = {"object": "chat.completion", "choices": [{"message": {"content": "Well."}, "finish_reason": "stop"}]}
    model.then(Reply(raw=(json.dumps(whole).encode(),)))
    await telegram.bot_message("Well.", after=telegram.send_text("One"))
    await bot.answered(1)
    figures, _ = await looked(telegram)
    assert "The total and the parts are estimated" in figures
    used = await telegram.bot_message("📊", after=telegram.send_text("/usage"))
    assert "The tokens of these 30 days are estimated" in used.text
    assert "Last answer: about " in used.text


async def test_before_anything_was_said_it_is_what_a_new_conversation_begins_with(
    telegram: BotApi, model: Script, bot_process: BotProcess, tmp_path: Path
) -> None:
    (tmp_path / "own.txt").write_text("Speak like a pirate. " * 20, encoding="utf-8")
    bot_process.settings["SYSTEM_PROMPT_FILE"] = str(tmp_path / "own.txt")
    await bot_process.start()
    figures, body = await looked(telegram, NEW)
    assert list(rows(figures)) == ["tools", "instructions", "your instructions", "0 turns", "total"]
    assert rows(figures)["your instructions"] > 100
    assert "The total and the parts are estimated" in figures
    await say(telegram, "Hello")
    assert holds_ahead(body, model.requests[-1])


async def test_memories_are_a_part_of_their_own(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    assert bot.pid
    model.then(call("add_to_memory", content="The user likes tea " * 10, category="preference"), "Echo: One")
    await say(telegram, "One")
    assert "memories" not in rows((await looked(telegram))[0])
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    figures, body = await looked(telegram, NEW)
    assert rows(figures)["memories"] > 50
    await say(telegram, "Two")
    assert holds_ahead(body, model.requests[-1])


async def test_after_a_long_silence_it_is_the_new_conversation_with_what_comes_along(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await say(telegram, "One")
    await bot.answered(1)
    with psycopg.connect(plain(database_url)) as connection:
        connection.execute("UPDATE agent_conversations SET last_message_at = last_message_at - interval '241 minutes'")
    figures, body = await looked(telegram, NEW)
    assert "1 turn" in rows(figures)
    with psycopg.connect(plain(database_url)) as connection:
        assert connection.execute("SELECT count(*) FROM agent_conversations WHERE ended_at IS NULL").fetchone() == (1,)
    await say(telegram, "Two")
    assert holds_ahead(body, model.requests[-1])


@pytest.mark.parametrize("window", ["0", "2"])
async def test_what_leaves_the_window_with_the_next_message_is_not_in_it(
    telegram: BotApi, model: Script, bot_process: BotProcess, window: str
) -> None:
    bot_process.settings["HISTORY_TURNS"] = window
    await bot_process.start()
    for number in range(1, 6):  # with the fifth message a window of two moves for the first time
        figures, body = await looked(telegram, "e next ")
        await say(telegram, f"Number {number}")
        assert holds_ahead(body, model.requests[-1]), number
        assert len(json.loads(body)["messages"]) == len(model.requests[-1].request.messages) - 1
        assert "0 turns" in rows(figures) or window == "2"
        assert ("The total was counted" in figures) == (window == "2" and number in {2, 3, 4})


async def test_a_private_conversation_is_looked_at_as_any_other(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    assert bot.pid
    await telegram.bot_message("🔒", after=telegram.send_text("/private"))
    await say(telegram, "Between us")
    figures, body = await looked(telegram)
    assert list(rows(figures)) == ["instructions", "1 turn", "total"]
    await say(telegram, "And this")
    assert holds_ahead(body, model.requests[-1])


async def test_the_command_line_tells_the_same_while_the_bot_runs(
    telegram: BotApi, model: Script, bot: BotProcess, tmp_path: Path
) -> None:
    await say(telegram, "One")
    figures, body = await looked(telegram)
    file = tmp_path / "request.json"
    code, written = await run("context", "--user", "1", "--file", str(file), cwd=tmp_path, **bot.settings)
    assert code == 0, written
    assert figures in written
    assert file.read_bytes() == body
    assert file.stat().st_mode & 0o077 == 0
    code, written = await run("context", "--user", "1", "--file", str(file), cwd=tmp_path, **bot.settings)
    assert (code, "already exists" in written) == (2, True)
    assert len(model.requests) == 1


async def test_the_command_line_asks_whose_unless_there_is_but_one(bot_process: BotProcess, tmp_path: Path) -> None:
    settings = bot_process.settings
    code, written = await run("context", cwd=tmp_path, **settings)
    assert (code, written) == (2, "Choose a user with --user <id>. Allowed ids: 1, 2.\n")
    code, written = await run("context", "--user", "3", cwd=tmp_path, **settings)
    assert (code, "Allowed ids: 1, 2." in written) == (2, True)
    code, written = await run("context", cwd=tmp_path, **{**settings, "TELEGRAM_ALLOWED_USER_IDS": "2"})
    assert code == 0, written
    assert written.startswith(NEW)


async def test_the_command_line_uses_the_database_that_runs_and_leaves_it_running(
    telegram: BotApi, bot_process: BotProcess, data_dir: Path, tmp_path: Path
) -> None:
    del bot_process.settings["DATABASE_URL"]
    bot_process.settings["DATA_DIR"] = str(data_dir)
    code, written = await run("context", "--user", "1", cwd=tmp_path, **bot_process.settings)
    assert (code, written) == (
        2,
        "The database is out of date. Start the bot once, or run `python -m bot migrate`.\n",
    )
    await bot_process.start()
    await say(telegram, "One")
    pid_file = data_dir / "postgres" / "data" / "postmaster.pid"
    server = int(pid_file.read_text().split()[0])
    code, written = await run("context", "--user", "1", cwd=tmp_path, **bot_process.settings)
    assert (code, written.startswith(HEADING)) == (0, True), written
    os.kill(server, 0)
    await say(telegram, "Two")
    await bot_process.stop()
    code, written = await run("context", "--user", "1", cwd=tmp_path, **bot_process.settings)
    assert (code, "2 turns" in written) == (0, True), written
    assert not pid_file.exists()


def plain(url: str) -> str:
    """Return an address as libpq reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
