"""Other assistants, with the SDK's official client."""

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.session import MessageHandlerFnT
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, Implementation, TextContent

from tests.forks import environment

CLAUDE: Final = Implementation(name="claude-ai", title="Claude Desktop", version="1")


@asynccontextmanager
async def by_http(
    url: str, token: str, mode: str, info: Implementation = CLAUDE, told: MessageHandlerFnT | None = None
) -> AsyncIterator[Client]:
    """Connect an assistant to the API at an address; it may be `told` what comes unasked."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
        Client(
            streamable_http_client(f"{url}/mcp", http_client=http), mode=mode, client_info=info, message_handler=told
        ) as client,
    ):
        yield client


@asynccontextmanager
async def by_stdio(
    settings: Mapping[str, str], folder: Path, mode: str, *arguments: str, told: MessageHandlerFnT | None = None
) -> AsyncIterator[Client]:
    """Start `python -m bot mcp` as an assistant does, and connect it."""
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "bot", "mcp", *arguments], env=environment(**settings), cwd=folder
    )
    async with Client(command, mode=mode, client_info=CLAUDE, message_handler=told) as client:
        yield client


async def call(client: Client, name: str, /, **arguments: Any) -> CallToolResult:
    """Call a tool."""
    result = await client.call_tool(name, arguments)
    assert isinstance(result, CallToolResult)
    return result


async def done(client: Client, name: str, /, **arguments: Any) -> str:
    """Call a tool, and return the words of its result, which is no error."""
    result = await call(client, name, **arguments)
    assert not result.is_error, words(result)
    return words(result)


async def refused(client: Client, name: str, /, **arguments: Any) -> str:
    """Call a tool, and return why it is refused."""
    result = await call(client, name, **arguments)
    assert result.is_error, words(result)
    return words(result)


def words(result: CallToolResult) -> str:
    """Return the words of a result."""
    return "\n".join(it.text for it in result.content if isinstance(it, TextContent))
