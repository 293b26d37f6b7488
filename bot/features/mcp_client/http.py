"""The line to a server that is reached by HTTP (the protocol's streamable HTTP transport, as the SDK has it)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import httpx2
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client

from bot.features.mcp_client.line import MESSAGE_BYTES, Allowance, Line, TooMuch, check_message
from bot.features.mcp_client.listed import Remote
from bot.kit.errors import ToolServerFailed
from bot.kit.language import Sentence, mark
from bot.kit.settings import on_this_machine

_CONNECT_SECONDS: Final = 10.0
_WRITE_SECONDS: Final = 30.0
_MORE_SECONDS: Final = 5.0
"""Seconds after a call's time limit at which its answer is given up."""
_LISTENS: Final = "subscriptions/listen"
_REFUSED: Final = mark("it refused me (HTTP {status}): a header or login is missing, wrong or out of date")
_FAILED: Final = mark("it answers with HTTP {status}")
_COMPRESSED: Final = mark("it compresses its answers, which I don't support")


@asynccontextmanager
async def http(
    server: Remote, line: Line, call_seconds: float, auth: httpx2.Auth | None = None, *, logs_in: bool = False
) -> AsyncIterator[TransportStreams]:
    """Yield the streams of a server's messages. Only one that `logs_in` follows where a refusal leads it."""
    watch = _Watch(line, call_seconds + _MORE_SECONDS, logs_in=logs_in)
    async with (
        httpx2.AsyncClient(
            headers={"Accept-Encoding": "identity", **server.headers},
            timeout=httpx2.Timeout(_WRITE_SECONDS, connect=_CONNECT_SECONDS, read=None),
            auth=auth,
            event_hooks={"request": [watch.sends], "response": [watch.receives]},
            trust_env=not on_this_machine(server.url),
        ) as client,
        streamable_http_client(server.url, http_client=client, max_sse_event_size=MESSAGE_BYTES) as streams,
    ):
        yield streams


class _Watch:
    """Bounds what a server answers, in size and time, and notes what its status codes tell."""

    def __init__(self, line: Line, seconds: float, *, logs_in: bool) -> None:
        self._line = line
        self._seconds = seconds
        self._logs_in = logs_in
        self._allowance = Allowance()

    async def sends(self, request: httpx2.Request) -> None:
        """Give a request its time limit. A stream that may stay silent for days has none."""
        if not _is_open_ended(request):
            limits = request.extensions.setdefault("timeout", {"connect": _CONNECT_SECONDS, "write": _WRITE_SECONDS})
            limits["read"] = self._seconds

    async def receives(self, response: httpx2.Response) -> None:
        """Bound an answer that is about to be read."""
        status, request = response.status_code, response.request
        if status in {httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN} and not self._logs_in:
            self._line.noted = refused = Sentence.of(_REFUSED, status=status)
            if "www-authenticate" in response.headers:
                raise ToolServerFailed(refused)  # before an address of the server's choice is fetched
        elif status == httpx2.codes.NOT_FOUND and "mcp-session-id" in request.headers:
            self._line.end(mark("it was restarted"))
        elif status >= httpx2.codes.INTERNAL_SERVER_ERROR:
            self._line.noted = Sentence.of(_FAILED, status=status)
        if response.headers.get("content-encoding", "identity") != "identity":
            self._line.noted = _COMPRESSED
            raise httpx2.RemoteProtocolError(_COMPRESSED, request=request)
        stream = response.stream
        if isinstance(stream, httpx2.AsyncByteStream):
            is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
            response.stream = _Bounded(
                stream,
                self._line,
                self._allowance,
                most_bytes=None if is_stream else MESSAGE_BYTES,
                seconds=None if _is_open_ended(request) else self._seconds,
            )


def _is_open_ended(request: httpx2.Request) -> bool:
    return request.method == "GET" or request.headers.get("mcp-method") == _LISTENS


class _Bounded(httpx2.AsyncByteStream):
    """The bytes of an answer, up to a size and for a time; an endless stream may only be slow."""

    def __init__(
        self,
        stream: httpx2.AsyncByteStream,
        line: Line,
        allowance: Allowance,
        *,
        most_bytes: int | None,
        seconds: float | None,
    ) -> None:
        self._stream = stream
        self._line = line
        self._allowance = allowance
        self._most_bytes = most_bytes
        self._until = asyncio.get_running_loop().time() + seconds if seconds is not None else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count, chunks = 0, aiter(self._stream)
        while True:
            try:
                async with asyncio.timeout_at(self._until):
                    chunk = await anext(chunks)
                count += len(chunk)
                self._allowance.take(chunk)
                if self._most_bytes is not None:
                    check_message(count)
            except StopAsyncIteration:
                return
            except TooMuch as error:
                self._line.noted = str(error)
                raise httpx2.StreamError(str(error)) from None
            except TimeoutError:
                raise httpx2.StreamError("it took too long") from None
            yield chunk

    async def aclose(self) -> None:
        """Close the connection's stream."""
        await self._stream.aclose()
