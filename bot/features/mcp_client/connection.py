"""A connection to a server: its tools as offered, and calls of them. It imports the SDK (a second, 30 MB)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from hashlib import sha256
from typing import Any, Final

import httpx2
import mcp_types as mcp
from mcp.client._transport import TransportStreams
from mcp.client.auth import OAuthFlowError
from mcp.client.client import Client
from mcp.client.session import IncomingMessage
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from bot.features.mcp_client.line import MOST_TOOLS, Admitted, Line
from bot.features.mcp_client.listed import Listed, Local, RemoteTool
from bot.features.mcp_client.oauth import secrets_in
from bot.features.mcp_client.schemas import SchemaError, bounded, reduced, shortened
from bot.features.mcp_client.transports import http, stdio
from bot.kit.errors import ToolFailed, ToolServerFailed
from bot.kit.language import Words, mark

_SILENT: Final = mark("it doesn't answer")
_NOT_MCP: Final = mark("its answers aren't MCP")
_CODES: Final = {mcp.CONNECTION_CLOSED: mark("it broke off"), mcp.REQUEST_TIMEOUT: _SILENT, mcp.PARSE_ERROR: _NOT_MCP}
_KINDS: Final = {
    (OAuthFlowError,): mark("its login failed"),
    (httpx2.TimeoutException, TimeoutError): _SILENT,
    (httpx2.RequestError, httpx2.StreamError, OSError): mark("it can't be reached"),
    (ValidationError, RuntimeError, ValueError): _NOT_MCP,
}
_REFUSED: Final = mark("it refuses that")
_MOST_OF_AN_OFFERED_NAME: Final = 64
"""Longest name of a tool that OpenAI takes (https://platform.openai.com/docs/api-reference/chat/create)."""
_BETWEEN: Final = "__"
"""Between the names of a server and its tool. Neither our tools' names nor a server's hold it, so that no server can
take the place of a tool of ours or of another server."""
_UNUSABLE: Final = re.compile(r"[^A-Za-z0-9_-]")
_MOST_BLOCKS: Final = 50
_MOST_OF_A_NAME: Final = 200


class Connection:
    """A server that has been connected. `line.ended` is set when it is of no more use."""

    def __init__(self, listed: Listed, client: Client, line: Line, changed: asyncio.Event) -> None:
        self._listed = listed
        self._client = client
        self.line = line
        self.changed = changed

    async def tools(self) -> tuple[list[RemoteTool], list[str]]:
        """Return the server's tools, and a sentence on each that can't be used. Raises ToolServerFailed."""
        self.line.left_out.clear()
        if self._client.server_capabilities.tools is None:
            return [], []
        with failures(self.line):
            tools = {tool.name: tool async for tool in self._listing()}
        usable: dict[str, RemoteTool] = {}
        for tool in tools.values():
            name = offered_name(self._listed.name, tool.name)
            if name in usable:
                self._leave_out(tool.name, "another tool of the server has the same name")
                continue
            try:
                usable[name] = _offered(name, tool)
            except SchemaError as error:
                self._leave_out(tool.name, str(error))
        return [usable[name] for name in sorted(usable)], list(dict.fromkeys(self.line.left_out))

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return what a tool of the server returns, in words for the model. Raises ToolServerFailed and ToolFailed."""
        self.line.noted = ""
        with failures(self.line):
            try:
                async with asyncio.timeout(self._listed.call_seconds):
                    result = await self._client.call_tool(tool, dict(arguments))
            except TimeoutError:
                await self._probe()
                raise ToolServerFailed(mark("it gave no answer in time")) from None
            if result.is_error:
                raise ToolFailed(mark("it failed"), reply=words_of(result))
            return words_of(result)

    async def watch(self) -> None:
        """Set `changed` when the server's tools change, as it tells in the newer protocol."""
        if self._client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return
        tools = self._client.server_capabilities.tools
        if tools is None or not tools.list_changed:
            return
        try:
            async with self._client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    self.changed.set()
        except (MCPError, SubscriptionLost, TimeoutError):
            return  # its tools are fetched again when it is connected again

    async def _listing(self) -> AsyncIterator[mcp.Tool]:
        cursor, count = None, 0
        for _ in range(20):
            page = await self._client.list_tools(cursor=cursor)
            for tool in page.tools:
                count += 1
                if count > MOST_TOOLS:
                    self.line.left_out.append(f"tools beyond the first {MOST_TOOLS}")
                    return
                yield tool
            cursor = page.next_cursor
            if cursor is None:
                return

    async def _probe(self) -> None:
        """End the line to a server that answers nothing any more."""
        try:
            async with asyncio.timeout(5):
                await self._client.list_tools()
        except (TimeoutError, MCPError, ValidationError):
            self.line.end(mark("it no longer answers"))

    def _leave_out(self, name: str, why: str) -> None:
        self.line.left_out.append(f"{shortened(name, 300)}: {why}")


@asynccontextmanager
async def connected(
    listed: Listed, auth: httpx2.Auth | None = None, *, logs_in: bool = False
) -> AsyncIterator[Connection]:
    """Connect a server while the block runs. Raises ToolServerFailed, also when the line breaks in the block."""
    line = Line(lambda words: listed.hide(words, secrets_in(auth)))
    changed, place = asyncio.Event(), listed.place

    async def notice_changes(message: IncomingMessage) -> None:
        if isinstance(message, mcp.ToolListChangedNotification):
            changed.set()

    @asynccontextmanager
    async def admitted() -> AsyncIterator[TransportStreams]:
        if isinstance(place, Local):
            streams = stdio(place, line)
        else:
            streams = http(place, line, listed.call_seconds, auth, logs_in=logs_in)
        async with streams as (received, sent):
            yield Admitted(received, line), sent

    with failures(line):
        async with Client(
            admitted(),
            message_handler=notice_changes,
            client_info=mcp.Implementation(name="keepsake", version="1"),
            cache=None,
        ) as client:
            yield Connection(listed, client, line, changed)


@contextmanager
def failures(line: Line) -> Iterator[None]:
    """Translate what the SDK raises into ToolServerFailed, with the reason in words and without secrets."""
    try:
        yield
    except ToolServerFailed:
        raise
    except Exception as error:  # the SDK's groups, RuntimeErrors, and what it passes on
        cause: BaseException = error
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        if isinstance(cause, ToolServerFailed):
            raise cause from None
        if line.ended.is_set():
            raise line.failure() from None
        if (words := line.noted or _words(cause)) is None:
            raise
        if words == _REFUSED:
            raise ToolFailed(words, reply=line.shown(str(cause))) from None
        raise ToolServerFailed(words) from None


def _words(error: BaseException) -> Words | None:
    """Return what failed as a clause; None for what is an error of ours."""
    if isinstance(error, MCPError):
        return _CODES.get(error.code, _REFUSED)
    return next((words for kinds, words in _KINDS.items() if isinstance(error, kinds)), None)


def _offered(name: str, tool: mcp.Tool) -> RemoteTool:
    """Return a tool as it is offered. Raises SchemaError."""
    parameters = reduced(tool.input_schema)
    hints = tool.annotations
    reads = hints is not None and hints.read_only_hint is True
    reaches_out = hints is None or hints.open_world_hint is not False
    description = shortened(tool.description or "", 300)
    whole = json.dumps([tool.name, description, parameters, reads, reaches_out], sort_keys=True)
    return RemoteTool(
        name=name,
        own_name=tool.name,
        description=description,
        parameters=parameters,
        reads=reads,
        reaches_out=reaches_out,
        fingerprint=sha256(whole.encode()).hexdigest()[:16],
    )


def offered_name(server: str, tool: str) -> str:
    """Return the name a tool is offered by, which depends on the two names alone; a changed one ends in a hash."""
    name = f"{server}{_BETWEEN}{tool}"
    if tool and len(name) <= _MOST_OF_AN_OFFERED_NAME and not _UNUSABLE.search(name):
        return name
    ending = f"_{sha256(tool.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
    return f"{_UNUSABLE.sub('_', name)[: _MOST_OF_AN_OFFERED_NAME - len(ending)]}{ending}"


def words_of(result: mcp.CallToolResult) -> str:
    """Return a result as text of a bounded length, which says what is left out."""
    blocks = [*map(_block, result.content[:_MOST_BLOCKS])]
    if len(result.content) > _MOST_BLOCKS:
        blocks.append(f"[{len(result.content) - _MOST_BLOCKS:,} more parts are left out]")
    if not any(blocks) and result.structured_content is not None:
        blocks.append(json.dumps(result.structured_content, ensure_ascii=False))
    return bounded("\n".join(filter(None, blocks))) or "It returned nothing."


def _block(block: mcp.ContentBlock) -> str:
    match block:
        case mcp.TextContent():
            return block.text
        case mcp.ImageContent():
            return _unseen("an image", block.mime_type, block.data)
        case mcp.AudioContent():
            return _unseen("a recording", block.mime_type, block.data)
        case mcp.ResourceLink():
            return f"[a link to {shortened(block.name, _MOST_OF_A_NAME)}: {shortened(block.uri, _MOST_OF_A_NAME)}]"
        case mcp.EmbeddedResource(resource=resource):
            uri = shortened(resource.uri, _MOST_OF_A_NAME)
            if isinstance(resource, mcp.TextResourceContents):
                return f"[{uri}]\n{resource.text}"
            return _unseen(f"a file, {uri}", resource.mime_type, resource.blob)


def _unseen(what: str, media_type: str | None, base64: str | Sequence[str]) -> str:
    kind = f", {shortened(media_type, _MOST_OF_A_NAME)}" if media_type else ""
    return f"[{what}{kind}, {max(1, len(base64) * 3 // 4_000):,} kB, which can't be shown here]"
