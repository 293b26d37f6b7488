"""The prompt is a prefix with many tools, too: a conversation's list of tools stays as it was when it began."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from bot.tools.finding import FIND, USE
from practice.telegram.bot_api import BotApi
from tests.mcp_servers.hosting import hostile
from tests.process import BotProcess, Script, call

SERVER = "busy"
CALLED = """[Not the user's words: from the tool "busy__tool_39"]\n> called with {"text": "hi"}"""
SYSTEM = 8
"""Number of the system's tools in a first conversation, with those that find others."""
KEPT = ["add_to_memory", "find_tools", "react", "read_document", "search_conversations", "search_document"]
"""What a first conversation is always offered, among others."""


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """Settings of a bot with a server of forty tools, which keeps its prompts short of compaction."""
    folder = Path(settings["DATA_DIR"])
    folder.mkdir(mode=0o700)
    listed = folder / "mcp.json"
    listed.write_text(json.dumps({"mcpServers": {SERVER: hostile("forty")}}))
    listed.chmod(0o600)
    return settings


def offered(model: Script) -> list[str]:
    """Return the names of the first request's tools."""
    return [it.function.name for it in model.requests[0].request.tools or ()]


async def talk(telegram: BotApi, model: Script, first: int, *, through: str) -> None:
    """Talk for some turns, in one of which a tool is used, perhaps through use_tool."""
    for number in range(first, first + 5):
        if number == first + 2:
            arguments = {"name": f"{SERVER}__tool_39", "arguments": json.dumps({"text": "hi"})}
            model.then(call(USE, **arguments) if through == USE else call(arguments["name"], text="hi"))
        model.then(f"Answer {number}.")
        await telegram.bot_message(f"Answer {number}.", after=telegram.send_text(f"Question {number}?"))


@pytest.mark.parametrize(("limit", "through"), [(20, USE), (60, SERVER)])
async def test_requests_share_one_growing_prefix_with_forty_tools_also_after_a_restart(
    telegram: BotApi, model: Script, bot_process: BotProcess, limit: int, through: str
) -> None:
    bot_process.settings |= {"TOOL_LIMIT": str(limit), "CONTEXT_TOKENS": "128000"}  # with room for as many
    for first in (0, 5):
        await bot_process.start()
        await bot_process.logged(lambda line: line["event"] == "an MCP server is connected", after=first)
        await talk(telegram, model, first, through=through)
        await bot_process.answered(first + 5)
        await bot_process.stop()
    names = offered(model)
    if through == USE:
        assert set(KEPT) <= set(names)
        assert len(names) == SYSTEM + limit
    else:
        assert names[-40:] == [f"{SERVER}__tool_{number:02}" for number in range(40)]
        assert not {FIND, USE} & set(names)
    for earlier, later in pairwise(model.requests):
        assert earlier.sent("tools") == later.sent("tools") != ""
        assert later.sent("messages").startswith(earlier.sent("messages").removesuffix("]"))
    assert [it.content for it in model.requests[-1].request.messages if it.role == "tool"] == [CALLED, CALLED]
