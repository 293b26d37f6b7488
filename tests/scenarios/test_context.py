"""`/context` and `python -m bot context` show the next request exactly, to the byte."""

import json
from pathlib import Path

from bot.features.mcp_client.listed import RemoteTool
from bot.features.mcp_client.servers import KnownTools
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.store import people
from practice.json_text import members
from practice.model.server import Received, Reply, Usage
from practice.telegram.bot_api import BotApi
from tests.features.mcp_client.hosting import hostile, listed
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
    model.then(Reply(text="Echo: Two", usage=Usage(1_500, 10)))
    await say(telegram, "Two")
    figures, body = await looked(telegram)
    parts = rows(figures)
    total = parts.pop("total")
    assert sum(parts.values()) == total
    assert 1_500 < total < 1_520
    assert list(parts) == ["tools", "instructions", "2 turns"]
    assert "The limit is 32,000. Above 25," in figures
    await say(telegram, "Three")
    assert holds_ahead(body, model.requests[-1])
    assert len(json.loads(body)["messages"]) == len(model.requests[-1].request.messages) - 1
    assert "counted by the model's server up to its last answer" in figures


async def test_before_anything_was_said_it_is_what_a_new_conversation_begins_with(
    telegram: BotApi, model: Script, bot_process: BotProcess, tmp_path: Path
) -> None:
    (tmp_path / "own.txt").write_text("Speak like a pirate. " * 20, encoding="utf-8")
    bot_process.settings["SYSTEM_PROMPT_FILE"] = str(tmp_path / "own.txt")
    await bot_process.start()
    added = telegram.send_text(f"/memory add preference The user likes {'tea ' * 50}")
    await telegram.bot_message("Remembered:", after=added)
    figures, body = await looked(telegram, NEW)
    assert list(rows(figures)) == ["tools", "instructions", "your instructions", "memories", "0 turns", "total"]
    assert rows(figures)["your instructions"] > 100
    assert rows(figures)["memories"] > 50
    assert "The total and the parts are estimated" in figures
    await say(telegram, "Hello")
    assert holds_ahead(body, model.requests[-1])


async def test_what_leaves_the_window_with_the_next_message_is_not_in_it(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["HISTORY_TURNS"] = "2"
    await bot_process.start()
    for number in range(1, 6):  # with the fifth message a window of two moves for the first time
        figures, body = await looked(telegram, "e next ")
        await say(telegram, f"Number {number}")
        assert holds_ahead(body, model.requests[-1]), number
        assert len(json.loads(body)["messages"]) == len(model.requests[-1].request.messages) - 1
        assert ("The total was counted" in figures) == (number in {2, 3, 4})


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
    code, written = await run("context", cwd=tmp_path, **bot.settings)
    assert (code, written) == (2, "Choose a user with --user <id>. Allowed ids: 1, 2.\n")


async def test_the_command_line_knows_an_owner_who_came_by_the_link(
    settings: dict[str, str], database: Database, tmp_path: Path
) -> None:
    listed(settings, it=hostile("works"))
    tool = RemoteTool(
        name="it__call", own_name="call", description="", parameters={}, reads=True, reaches_out=False, fingerprint="1"
    )
    KnownTools(Path(settings["DATA_DIR"])).store("it", [tool])
    async with database.transaction() as tx:
        assert await people.admit(tx, Owner(1000, 7), "Anna", await people.invite_owner(tx, 1000))
    file = tmp_path / "request.json"
    nobody = {"TELEGRAM_ALLOWED_USER_IDS": ""}
    code, written = await run("context", "--user", "7", "--file", str(file), cwd=tmp_path, **settings | nobody)
    assert code == 0, written
    assert "it__call" in file.read_text()
