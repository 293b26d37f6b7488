"""MCP servers in the chat, with the bot as a process."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.store.engine import Database
from bot.turns.calls import WAITS
from practice.telegram.bot_api import BotApi
from tests.features.mcp_client.hosting import SECRET, hostile, listed
from tests.pressing import pressed
from tests.process import BotProcess, Script, call
from tests.scenarios.test_asking_first import states


async def started(bot: BotProcess, *servers: str) -> None:
    """Start the bot, and wait until servers are connected; it polls before that."""
    await bot.start()
    for name in servers:
        await bot.logged(lambda line, name=name: is_about(line, name))  # type: ignore[misc]
    assert position(bot, "running") < position(bot, "an MCP server is connected")


def is_about(line: Mapping[str, Any], server: str) -> bool:
    """Tell whether a line of the log says that a server is connected."""
    return line.get("event") == "an MCP server is connected" and line.get("server") == server


def position(bot: BotProcess, event: str) -> int:
    """Return where an event is in the log."""
    return next(number for number, line in enumerate(bot.log) if json.loads(line)["event"] == event)


async def test_a_tool_that_reads_runs_at_once_and_any_other_waits_for_a_press_that_shows_exactly_what_it_does(
    telegram: BotApi, model: Script, settings: dict[str, str], bot_process: BotProcess, database: Database
) -> None:
    listed(settings, it=hostile("works"), sends=hostile("fails"))
    await started(bot_process, "it", "sends")
    model.then(call("it__call", text="boats"), "It was called.")
    await telegram.bot_message("It was called.", after=telegram.send_text("Call it with boats"))
    assert "it__call" in [tool.function.name for tool in model.requests[0].request.tools or ()]
    result = model.requests[-1].request.messages[-1].content
    assert result == '[Not the user\'s words: from the tool "it__call"]\n> called with {"text": "boats"}'
    model.then(call("sends__call", to="anna", text="I am late"), "It waits for you.")
    asked = await telegram.bot_message("Shall I do this?", after=telegram.send_text("Send it to anna"))
    assert "sends: call\nto: anna\ntext: I am late" in asked.text
    assert model.requests[-1].request.messages[-1].content == WAITS
    model.then("That failed.")
    await pressed(telegram, asked, "Do it")
    await telegram.bot_message("That failed.", after=asked.message_id)
    shown = await telegram.wait_for(lambda: now if (now := telegram.message(1, asked.message_id)) != asked else None)
    assert shown.text.startswith("⚠️ This failed:\nsends__call\n\n🔌 sends: call to: anna")
    assert await states(database) == ["failed"]


async def test_a_hostile_server_costs_a_sentence_and_the_chat_goes_on(
    telegram: BotApi, model: Script, settings: dict[str, str], bot_process: BotProcess
) -> None:
    listed(settings, huge=hostile("huge"), dies=hostile("dies"), no={"command": "no-such-command"}, bad={"comand": "x"})
    await started(bot_process, "huge", "dies")
    model.then(call("huge__call"), call("dies__call"), "Neither works.")
    await telegram.bot_message("Neither works.", after=telegram.send_text("Call huge and then dies"))
    huge, dies = [str(it.content) for it in model.requests[-1].request.messages if it.role == "tool"]
    assert "it sent a message that is too large" in huge
    assert "it ended, and says: Out of luck: [secret]" in dies
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    log = "\n".join(bot_process.log)
    assert SECRET not in log
    assert "Out of luck" not in log
    assert "there is no command 'no-such-command'" in log
    assert "there is no setting comand" in log


async def test_a_call_during_which_its_server_dies_is_reported_as_not_known_and_never_repeated(
    telegram: BotApi,
    model: Script,
    settings: dict[str, str],
    bot_process: BotProcess,
    database: Database,
    tmp_path: Path,
) -> None:
    post = tmp_path / "post"
    listed(settings, it=hostile("falls", str(post)))
    await started(bot_process, "it")
    model.then(call("it__call", to="anna"), "It waits for you.")
    asked = await telegram.bot_message("Shall I do this?", after=telegram.send_text("Call it for anna"))
    model.then("It is not known.")
    died = len(bot_process.log)
    await pressed(telegram, asked, "Do it")
    await telegram.bot_message("It is not known.", after=asked.message_id)
    told = model.heard
    assert "It is not known whether this was done. The server it is of no use just now: it ended" in told
    shown = await telegram.wait_for(lambda: now if (now := telegram.message(1, asked.message_id)) != asked else None)
    assert shown.text.startswith("⚠️ This was interrupted. It may have been done:")
    await bot_process.logged(lambda line: is_about(line, "it"), after=died)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    await bot_process.kill()
    await started(bot_process, "it")
    await telegram.bot_message("Echo: And today?", after=telegram.send_text("And today?"))
    assert await states(database) == ["unknown"]
    assert post.read_text() == '{"to": "anna"}\n'
