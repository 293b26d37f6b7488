"""The line to a server: what it carries, how much of it, and why it ended."""

import asyncio
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

from mcp.client._transport import ReadStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCResponse

from bot.features.mcp_client.schemas import SchemaError, check_size, shortened
from bot.kit.errors import ToolServerFailed
from bot.kit.language import Words, mark

Received = SessionMessage | Exception
MOST_TOOLS: Final = 100
"""Most tools of a server that are offered."""
_MOST_NAME: Final = 200
MESSAGE_BYTES: Final = 4_000_000
"""Size of the largest message of a server, as JSON."""
_BURST: Final = 32_000_000


class TooMuch(Exception):  # noqa: N818 - named for the situation
    """What a server did that is too much: a clause."""


def check_message(size: int) -> None:
    """Raise TooMuch if the part of a message that has come, in bytes, is larger than any may be."""
    if size > MESSAGE_BYTES:
        raise TooMuch(mark("it sent a message that is too large"))


class Allowance:
    """What a server may send at once, and then in each second, as what it takes in memory once it is read."""

    def __init__(self) -> None:
        self._left = float(_BURST)
        self._at = time.monotonic()

    def take(self, chunk: bytes) -> None:
        """Count a part of what a server sends. Raises TooMuch."""
        values = sum(map(chunk.count, (b"[", b"{", b",")))
        self._take(len(chunk) + 64 * values)  # bytes that the smallest list or object takes in memory

    def take_message(self) -> None:
        """Count a message. Raises TooMuch."""
        self._take(8_192)  # bytes that the work on it takes

    def _take(self, weight: int) -> None:
        now = time.monotonic()
        self._left = min(_BURST, self._left + 1_000_000 * (now - self._at)) - weight
        self._at = now
        if self._left < 0:
            raise TooMuch(mark("it sends too much"))


class Line:
    """What is known of the line to a server: whether and why it `ended`, and what was `noted` last, as clauses.

    `left_out` names the tools of the last listing that can't be used. `hide` takes secrets out of what the server says.
    """

    def __init__(self, hide: Callable[[str], str]) -> None:
        self.hide = hide
        self.ended = asyncio.Event()
        self.reason: Words = ""
        self.says = ""
        self.noted: Words = ""
        self.left_out: list[str] = []

    def end(self, reason: Words, says: str = "") -> None:
        """Note that the line is of no more use, and what its server says about that. The first reason counts."""
        if not self.ended.is_set():
            self.reason, self.says = reason, says
            self.ended.set()

    def failure(self) -> ToolServerFailed:
        """Return why it ended as an error."""
        return ToolServerFailed(self.reason, reply=self.shown(self.says))

    def shown(self, words: str) -> str:
        """Return what the server says as it is shown: on one line, without secrets, and then cut."""
        return shortened(self.hide(words), 300)


class Admitted:
    """The messages of a server, bounded in number, and its tools without what may harm the library that reads them.

    The SDK compiles `outputSchema` and validates results with it, which can take any time. It also refuses a whole list
    for one tool that is not well-formed.
    """

    def __init__(self, stream: ReadStream[Received], line: Line) -> None:
        self._stream = stream
        self._line = line
        self._allowance = Allowance()

    async def receive(self) -> Received:
        """Return the next message."""
        return self._admitted(await self._stream.receive())

    async def __anext__(self) -> Received:
        return self._admitted(await self._stream.__anext__())

    def __aiter__(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()

    def _admitted(self, received: Received) -> Received:
        try:
            self._allowance.take_message()
        except TooMuch as error:
            self._line.end(str(error))
            raise StopAsyncIteration from None
        message = received.message if isinstance(received, SessionMessage) else None
        if isinstance(message, JSONRPCResponse) and isinstance(tools := message.result.get("tools"), list):
            message.result["tools"] = [it for it in map(self._tool, tools[:MOST_TOOLS]) if it is not None]
            if more := len(tools) - MOST_TOOLS:
                self._line.left_out += [f"{more:,} tools beyond the first {MOST_TOOLS}"] * (more > 0)
        return received

    def _tool(self, tool: object) -> dict[str, Any] | None:
        """Return a tool of a list with what is used of it; None for one that can't be used."""
        name = tool.get("name") if isinstance(tool, dict) else None
        if not isinstance(tool, dict) or not isinstance(name, str) or not name.strip() or len(name) > _MOST_NAME:
            self._line.left_out.append("a tool without a usable name")
            return None
        schema, words, hints = tool.get("inputSchema"), tool.get("description"), tool.get("annotations")
        execution = tool.get("execution")
        is_task = isinstance(execution, dict) and execution.get("taskSupport") == "required"
        problem = "it runs only as a task" if is_task else ""
        if not isinstance(schema, dict):
            problem, schema = "it doesn't say which arguments it takes", {}
        try:
            check_size(schema)
        except SchemaError as error:
            problem = str(error)
        if problem:
            self._line.left_out.append(f"{shortened(name, _MOST_NAME)}: {problem}")
            return None
        known = hints if isinstance(hints, dict) else {}
        return {
            "name": name,
            "description": words[:2_000] if isinstance(words, str) else "",
            "inputSchema": schema | {"type": "object"},
            "annotations": {
                "readOnlyHint": known.get("readOnlyHint") is True,
                "openWorldHint": known.get("openWorldHint") is not False,  # the protocol's default
            },
        }
