"""A bot that starts knows the tools that servers had, before they are connected."""

import json
import stat
from pathlib import Path

import pytest

from bot.background import background
from bot.language import rendered
from bot.mcp_servers.known import KnownTools
from bot.mcp_servers.servers import McpServers
from bot.tools.mcp import mcp_family
from tests.mcp_servers.hosting import hostile, running


async def test_tools_are_known_at_the_start_and_their_calls_wait_for_the_server(tmp_path: Path) -> None:
    entries = {"it": hostile("works")}
    async with running(entries, tmp_path) as first:
        (connected,) = first.states()
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": entries}))
    servers = McpServers.of(tmp_path)
    (state,) = servers.states()
    assert not state.is_connected
    assert state.tools == connected.tools
    assert not mcp_family(state, servers).lacks
    async with background(servers.run()):
        assert await servers.call("it", "call", {"text": "hi"}) == 'called with {"text": "hi"}'


async def test_a_server_that_then_fails_lacks_something(tmp_path: Path) -> None:
    async with running({"it": hostile("works")}, tmp_path) as first:
        (state,) = first.states()
    KnownTools(tmp_path).store("it", state.tools)
    async with running({"it": {"command": "no-such-command"}}, tmp_path) as servers:
        (state,) = servers.states()
        assert rendered(mcp_family(state, servers).lacks).startswith("there is no command")


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'[{"name": "x"}]', b"\xff", b'{"a": 1}'])
def test_what_another_version_stored_is_as_if_nothing_were_known(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "it.tools.json").write_bytes(content)
    assert KnownTools(tmp_path).read("it") == ()


async def test_the_file_is_for_us_alone(tmp_path: Path) -> None:
    async with running({"it": hostile("works")}, tmp_path):
        pass
    assert stat.S_IMODE((tmp_path / "mcp" / "it.tools.json").stat().st_mode) == 0o600
