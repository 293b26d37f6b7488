"""The prompt is a prefix with many tools, too, and comes from the cache: a conversation keeps its list of tools."""

import json
from itertools import pairwise
from os.path import commonprefix
from pathlib import Path

import pytest

from bot.store.engine import Database
from bot.turns.tools.finding import USE
from practice.telegram.bot_api import BotApi
from tests.features.mcp_client.hosting import hostile
from tests.process import BotProcess, Script, call
from tests.scenarios.test_endless_chat import LEAST_SHARE, cacheable, prompt, used
from tests.scenarios.test_prefix import continues

SERVER = "busy"
TURNS = 8
CALLED = """[Not the user's words: from the tool "busy__tool_39"]\n> called with {"text": "hi"}"""
SYSTEM = 9
"""Number of the system's tools in a first conversation, with those that find others."""
KEPT = [
    "add_to_memory",
    "find_tools",
    "forget_memory",
    "react",
    "read_document",
    "search_conversations",
]
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


async def talk(telegram: BotApi, model: Script, first: int) -> None:
    """Talk for half of the turns, in one of which a tool is used through use_tool, and in one a memory stored."""
    for number in range(first, first + TURNS // 2):
        if number == first + 2:
            model.then(call(USE, name=f"{SERVER}__tool_39", arguments=json.dumps({"text": "hi"})))
        if number == first + 3:
            model.then(call("add_to_memory", content=f"The user said {number}", category="context"))
        model.then(f"Answer {number}.")
        await telegram.bot_message(f"Answer {number}.", after=telegram.send_text(f"Question {number}?"))


async def test_requests_share_one_growing_prefix_with_forty_tools_also_after_a_restart(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    bot_process.settings |= {"TOOL_LIMIT": "20", "CONTEXT_TOKENS": "128000"}  # with room for as many
    for first in (0, TURNS // 2):
        lines = len(bot_process.log)
        await bot_process.start()
        await bot_process.logged(lambda line: line["event"] == "an MCP server is connected", after=lines)
        await talk(telegram, model, first)
        await bot_process.answered(first + TURNS // 2)
        await bot_process.stop()
    names = offered(model)
    assert set(KEPT) <= set(names)
    assert len(names) == SYSTEM + 20
    assert [it.content for it in model.requests[-1].request.messages if it.role == "tool"].count(CALLED) == 2
    assert all(continues(earlier, later) for earlier, later in pairwise(model.requests))
    costs = await used(database)
    prompts = pairwise(map(prompt, model.requests))
    reusable = (commonprefix(earlier_and_later) for earlier_and_later in prompts)  # noqa: RUF071 - texts, no paths
    assert [cached for _, _, cached in costs[1:]] == [*map(cacheable, reusable)]
    assert sum(cached for _, _, cached in costs[1:]) >= LEAST_SHARE * sum(tokens for _, tokens, _ in costs[1:])
