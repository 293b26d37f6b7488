"""A bot that starts knows the tools that servers had, before they are connected."""

import json
from pathlib import Path

import pytest

from bot.features.mcp_client.servers import KnownTools, McpServers
from bot.features.mcp_client.tools import mcp_family
from bot.kit.background import background
from tests.features.mcp_client.hosting import hostile, running


async def test_tools_are_known_at_the_start_and_their_calls_wait_for_the_server(tmp_path: Path) -> None:
    entries = {"it": hostile("works")}
    async with running(entries, tmp_path) as first:
        (connected,) = first.states()
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": entries}))
    servers = McpServers.listed_in(tmp_path)
    (state,) = servers.states()
    assert not state.is_connected
    assert state.tools == connected.tools
    assert not mcp_family(state, servers).lacks
    async with background(servers.run()):
        assert await servers.call("it", "call", {"text": "hi"}) == 'called with {"text": "hi"}'


@pytest.mark.parametrize("content", [b"{", b'[{"name": "x"}]'])
def test_what_another_version_stored_is_as_if_nothing_were_known(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "it.tools.json").write_bytes(content)
    assert KnownTools(tmp_path).read("it") == ()
