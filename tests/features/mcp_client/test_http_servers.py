"""Servers that are reached by HTTP: of both protocols, and such as misbehave."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ToolAnnotations
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.kit.errors import ToolServerFailed
from practice.serving import Place, serve
from tests.features.mcp_client.hosting import SECRET, running, until

IN_TIME = "it gave no answer in time"
SENTENCES = {
    "huge": "it sent a message that is too large",
    "endless": "it sends too much",
    "slow": IN_TIME,
    "compressed": "it compresses its answers, which I don't support",
    "refuses": "it refused me (HTTP 401): a header or login is missing, wrong or out of date",
    "garbage": "its answers aren't MCP",
}
EVENT = (
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"."}}\n\n'
)


class Hostile:
    """A server that misbehaves in calls as it is told."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.headers: list[dict[str, str]] = []
        self.app = Starlette(routes=[Route("/mcp", self.answer, methods=["GET", "POST", "DELETE"])])

    async def answer(self, request: Request) -> Response:
        """Answer a request."""
        self.headers.append(dict(request.headers))
        if request.method != "POST":
            return Response(status_code=405)
        message = await request.json()
        if "id" not in message:
            return Response(status_code=202)
        match message["method"]:
            case "initialize":
                result: dict[str, Any] = {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": self.how, "version": "1"},
                }
            case "tools/list":
                result = {"tools": [{"name": "call", "inputSchema": {"type": "object"}}]}
            case "tools/call":
                return await self.called(message["id"])
            case _:
                return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "?"}})
        return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": result})

    async def called(self, call_id: object) -> Response:  # noqa: PLR0911 - an answer for each way to misbehave
        """Answer a call."""
        result = {"jsonrpc": "2.0", "id": call_id, "result": {"content": [{"type": "text", "text": "x"}]}}
        match self.how:
            case "huge":
                return StreamingResponse(forever(b"x" * 100_000), media_type="application/json")
            case "endless":
                return StreamingResponse(forever(EVENT.encode() * 100), media_type="text/event-stream")
            case "slow":
                return StreamingResponse(forever(EVENT.encode(), 0.1), media_type="text/event-stream")
            case "compressed":
                return Response(b"\x1f\x8b", headers={"content-encoding": "gzip"}, media_type="application/json")
            case "refuses":
                return Response(
                    status_code=401, headers={"www-authenticate": 'Bearer resource_metadata="http://[::1]:1"'}
                )
            case "garbage":
                return Response("[1, 2", media_type="application/json")
            case "repeats":
                error = {"code": -32603, "message": f"I take no {self.headers[-1]['authorization']}. " + "x" * 400}
                return JSONResponse({"jsonrpc": "2.0", "id": call_id, "error": error})
            case "redirects":
                return RedirectResponse("http://example.com/", status_code=307)
        return JSONResponse(result)


async def forever(chunk: bytes, pause: float = 0.0) -> AsyncIterator[bytes]:
    """Yield the same without end."""
    while True:
        yield chunk
        await asyncio.sleep(pause)


@pytest.mark.parametrize("how", SENTENCES)
async def test_a_server_that_misbehaves_in_a_call_costs_a_sentence(how: str) -> None:
    seconds = 1 if SENTENCES[how] == IN_TIME else 30  # a busy machine takes its time to be sent too much
    async with (
        serve(Hostile(how).app) as url,
        running({"it": {"url": f"{url}/mcp", "timeout": seconds}}) as servers,
    ):
        assert servers.states()[0].is_connected
        with pytest.raises(ToolServerFailed) as refused:
            async with asyncio.timeout(40):
                await servers.call("it", "call", {})
        assert str(refused.value) == SENTENCES[how]


async def test_a_redirect_to_another_host_is_not_followed() -> None:
    async with serve(Hostile("redirects").app) as url, running({"it": {"url": f"{url}/mcp"}}) as servers:
        with pytest.raises(ToolServerFailed, match=r"it refuses that, and says: Redirect to http://example\.com/"):
            await servers.call("it", "call", {})


async def test_headers_are_sent_and_never_told() -> None:
    server = Hostile("works")
    entry = {"headers": {"Authorization": f"Bearer {SECRET}"}}
    async with serve(server.app) as url, running({"it": {"url": f"{url}/mcp", **entry}}) as servers:
        assert await servers.call("it", "call", {}) == "x"
    assert all(it["authorization"] == f"Bearer {SECRET}" for it in server.headers)


async def test_a_server_that_is_not_there_is_connected_once_it_is() -> None:
    async with Place(Hostile("works").app) as place:
        await place.close()
        async with running({"it": {"url": f"{place.url}/mcp"}}) as servers:
            (state,) = servers.states()
            assert state.problem == "it can't be reached"
            await place.open()
            assert await servers.call("it", "call", {}) == "x"  # which needs no wait for the next attempt
            await place.close()
            with pytest.raises(ToolServerFailed, match=r"it (can't be reached|broke off)"):
                await servers.call("it", "call", {})
            await until(servers, lambda states: not states[0].is_connected)


async def test_the_newer_protocol_is_spoken_where_a_server_knows_it() -> None:
    server = MCPServer("new")

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    @server.tool()
    async def grow(context: Context) -> str:
        """Get one more tool."""
        server.add_tool(lambda: "more", name="more", description="Return more.")
        await context.notify_tools_changed()
        return "grown"

    async with (
        serve(server.streamable_http_app()) as url,
        running({"new": {"url": f"{url}/mcp"}}) as servers,
    ):
        (state,) = servers.states()
        assert {tool.name: tool.reads for tool in state.tools} == {"new__add": True, "new__grow": False}
        assert json.loads(await servers.call("new", "add", {"a": 2, "b": 3})) == 5
        assert await servers.call("new", "grow", {}) == "grown"
        (state,) = await until(servers, lambda states: len(states[0].tools) > 2)
        assert await servers.call("new", "more", {}) == "more"
