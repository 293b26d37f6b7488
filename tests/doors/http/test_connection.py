"""Clients that keep the server waiting are cut off, in whatever they are slow; streams and steady clients stay."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.doors.http.listening import listening
from bot.doors.http.server import LEAST_BYTES, serving

PATIENCE = 1
LARGE = 10_000_000
"""Bytes that no buffer of the system holds."""
POST = b"POST /length HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % (8 * LEAST_BYTES)
GET = b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Doors:
    """An app that reads a body, sends large answers, and streams until it is to end."""

    def __init__(self) -> None:
        self.ends, self.cut_off = asyncio.Event(), asyncio.Event()
        names = ("length", "large", "endless", "events")
        self.app = Starlette(routes=[Route(f"/{it}", getattr(self, it), methods=["GET", "POST"]) for it in names])

    async def length(self, request: Request) -> Response:
        """Return how long a body is."""
        return PlainTextResponse(f"{len(await request.body())} bytes")

    async def large(self, _: Request) -> Response:
        """Return an answer that takes a while to be read."""
        return PlainTextResponse("x" * LARGE)

    async def endless(self, _: Request) -> Response:
        """Return an answer without an end, and note when it is cut off."""

        async def pieces() -> AsyncIterator[bytes]:
            try:
                while True:
                    yield bytes(100_000)
                    await asyncio.sleep(0)  # else nothing could cut it off
            finally:
                self.cut_off.set()

        return StreamingResponse(pieces())

    async def events(self, _: Request) -> Response:
        """Return an event now, and another one at the end."""

        async def told() -> AsyncIterator[str]:
            yield ": listening\n\n"
            await self.ends.wait()
            yield ": the end\n\n"

        return StreamingResponse(told(), media_type="text/event-stream")


async def is_cut_off(port: int, whole: bytes, dripping: bytes = b"") -> None:
    """Send something whole, and something else byte by byte, until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(whole)
    with suppress(ConnectionError):
        for byte in dripping:
            writer.write(bytes([byte]))
            with suppress(TimeoutError):
                if not await asyncio.wait_for(reader.read(1000), 0.05):
                    break
        else:
            await reader.read()
    writer.close()


async def reads_steadily(port: int) -> int:
    """Read the large answer in pieces, which takes longer than the server's patience; return its length."""
    asking = socket.socket()
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asking.settimeout(0)
    await asyncio.get_running_loop().sock_connect(asking, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=asking)
    writer.write(GET % b"large")
    await reader.readuntil(b"\r\n\r\n")
    for _ in range(50):
        await reader.readexactly(LARGE // 50)
        await asyncio.sleep(0.06)
    writer.close()
    return LARGE


async def sends_steadily(port: int) -> None:
    """Send a body in pieces, which takes longer than the server's patience, and read the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(POST)
    for _ in range(8):
        writer.write(bytes(LEAST_BYTES))
        await asyncio.sleep(0.4)
    await reader.readuntil(b"%d bytes" % (8 * LEAST_BYTES))
    writer.close()


async def test_who_keeps_the_server_waiting_is_cut_off_and_others_are_not() -> None:
    doors, listener = Doors(), listening("127.0.0.1", [0])
    port, slowly = listener.getsockname()[1], b"a" * 1000
    async with asyncio.timeout(30), serving(doors.app, listener, PATIENCE):
        stream, asking = await asyncio.open_connection("127.0.0.1", port)
        asking.write(GET % b"events")
        await stream.readuntil(b": listening")
        _unread, never_reads = await asyncio.open_connection("127.0.0.1", port)
        never_reads.write(GET % b"endless")
        await asyncio.gather(
            is_cut_off(port, b""),
            is_cut_off(port, b"GET /", slowly),
            is_cut_off(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", slowly),
            is_cut_off(port, POST, slowly),
            is_cut_off(port, GET % b"nothing"),
            is_cut_off(port, GET % b"nothing", b"GET /" + slowly),
            reads_steadily(port),
            sends_steadily(port),
            doors.cut_off.wait(),
        )
        doors.ends.set()
        await stream.readuntil(b": the end")
        never_reads.close()
        asking.close()
