"""The official reference servers are connected and called."""

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bot.errors import ToolFailed, ToolServerFailed
from practice.serving import serve
from tests.mcp_servers.hosting import running
from tests.mcp_servers.reference import command, everything_by_http


async def test_time() -> None:
    async with running({"time": {"command": command("time"), "args": ["--local-timezone", "UTC"]}}) as servers:
        (state,) = servers.states()
        assert [tool.name for tool in state.tools] == ["time__convert_time", "time__get_current_time"]
        assert all(tool.reads and not tool.reaches_out for tool in state.tools)
        arguments = {"source_timezone": "Europe/Berlin", "time": "16:30", "target_timezone": "Asia/Tokyo"}
        converted = json.loads(await servers.call("time", "convert_time", arguments))
        assert converted["target"]["timezone"] == "Asia/Tokyo"
        with pytest.raises(ToolFailed, match="Invalid timezone"):
            await servers.call("time", "get_current_time", {"timezone": "Nowhere"})


async def test_filesystem(tmp_path: Path) -> None:
    async with running({"files": {"command": command("filesystem"), "args": [str(tmp_path)]}}) as servers:
        reads = {tool.own_name: tool.reads for tool in servers.states()[0].tools}
        assert reads["read_text_file"]
        assert not reads["write_file"]
        await servers.call("files", "write_file", {"path": str(tmp_path / "note.txt"), "content": "milk"})
        assert (tmp_path / "note.txt").read_text() == "milk"
        assert await servers.call("files", "read_text_file", {"path": str(tmp_path / "note.txt")}) == "milk"
        with pytest.raises(ToolFailed, match="Access denied"):
            await servers.call("files", "read_text_file", {"path": "/etc/hostname"})


async def test_memory(tmp_path: Path) -> None:
    entry = {"command": command("memory"), "env": {"MEMORY_FILE_PATH": str(tmp_path / "memory.jsonl")}}
    async with running({"memory": entry}) as servers:
        boat = {"name": "Boat", "entityType": "thing", "observations": ["is blue"]}
        await servers.call("memory", "create_entities", {"entities": [boat]})
        assert "is blue" in await servers.call("memory", "search_nodes", {"query": "boat"})
        names = {tool.name for tool in servers.states()[0].tools}
        assert names.isdisjoint({"add_to_memory", "update_memory", "forget_memory"})


async def test_fetch() -> None:
    async def page(_: Request) -> HTMLResponse:
        return HTMLResponse("<html><body><article><h1>Boats</h1><p>They float on water.</p></article></body></html>")

    async with (
        serve(Starlette(routes=[Route("/page", page)])) as url,
        running({"fetch": {"command": command("fetch"), "args": ["--allow-private-ips"]}}) as servers,
    ):
        (tool,) = servers.states()[0].tools
        assert tool.reads
        assert tool.reaches_out
        assert "They float on water." in await servers.call("fetch", "fetch", {"url": f"{url}/page"})


async def check_everything(entry: dict[str, object]) -> None:
    """Call what the server `everything` has."""
    async with running({"all": entry}) as servers:
        (state,) = servers.states()
        assert state.left_out == ("simulate-research-query: it runs only as a task",)
        assert await servers.call("all", "echo", {"message": "hi"}) == "Echo: hi"
        assert "is 5" in await servers.call("all", "get-sum", {"a": 2, "b": 3})
        assert "[an image, image/png" in await servers.call("all", "get-tiny-image", {})
        assert "[a link to " in await servers.call("all", "get-resource-links", {"count": 2})
        assert "temperature" in await servers.call("all", "get-structured-content", {"location": "Chicago"})
        with pytest.raises(ToolFailed, match="no-such-tool"):
            await servers.call("all", "no-such-tool", {})
        slow = {"duration": 30, "steps": 3}
        with pytest.raises(ToolServerFailed, match="no answer in time"):
            await servers.call("all", "trigger-long-running-operation", slow)
        assert await servers.call("all", "echo", {"message": "still there"}) == "Echo: still there"
        assert servers.states()[0].since == state.since  # a slow tool costs no connection


async def test_everything() -> None:
    await check_everything({"command": command("everything"), "timeout": 2})


async def test_everything_by_http() -> None:
    async with everything_by_http() as url:
        await check_everything({"type": "http", "url": url, "timeout": 2})
