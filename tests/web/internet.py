"""An internet of the test's own: names that a DNS server answers, and public addresses that lead to local servers."""

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

import httpcore

from bot.web.dialing import Resolve

A, AAAA = 1, 28
PUBLIC = "93.184.216.34"
OTHER = "198.41.0.4"
PUBLIC_6 = "2606:2800:220:1:248:1893:25c8:1946"


class Internet(httpcore.AsyncNetworkBackend):
    """Leads from public addresses to ports of this machine; notes each connection that is asked for."""

    def __init__(self, places: Mapping[tuple[str, int], int] | None = None) -> None:
        self.places = dict(places or {})
        self.dialled: list[tuple[str, int]] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,  # noqa: ARG002 - as above
        socket_options: Iterable[object] | None = None,  # noqa: ARG002 - as above
    ) -> httpcore.AsyncNetworkStream:
        """Connect to what stands at an address."""
        self.dialled.append((host, port))
        if (host, port) not in self.places:
            raise httpcore.ConnectError("nothing is there")
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.places[host, port], timeout)


class NameServer(asyncio.DatagramProtocol):
    """A DNS server (RFC 1035): each name has a list of answers, one a question; the last one stays."""

    def __init__(self, answers: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._answers = {name: list(lists) for name, lists in answers.items()}
        self.asked: list[str] = []
        self.transport: asyncio.DatagramTransport | None = None

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Answer a question."""
        name, end = _name(data, 12)
        (kind,) = struct.unpack_from("!H", data, end)
        self.asked.append(name)
        found = [ip_address(each) for each in self._addresses(name, kind)]
        records = b"".join(
            b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 0, len(address.packed)) + address.packed for address in found
        )
        head = data[:2] + struct.pack("!HHHHH", 0x8180 if found else 0x8183, 1, len(found), 0, 0)
        assert self.transport
        self.transport.sendto(head + data[12 : end + 4] + records, addr)

    def _addresses(self, name: str, kind: int) -> list[str]:
        lists = self._answers.get(name, [[]])
        found = lists.pop(0) if len(lists) > 1 and kind == A else lists[0]
        return [each for each in found if (":" in each) == (kind == AAAA)]


@asynccontextmanager
async def name_server(answers: Mapping[str, Sequence[Sequence[str]]]) -> AsyncIterator[tuple[NameServer, Resolve]]:
    """Serve names while the block runs; the value has what asks for them."""
    loop = asyncio.get_running_loop()
    transport, server = await loop.create_datagram_endpoint(lambda: NameServer(answers), ("127.0.0.1", 0))
    server.transport = transport
    port = transport.get_extra_info("sockname")[1]

    async def resolve(host: str, _: int) -> list[str]:
        try:
            return [str(ip_address(host))]
        except ValueError:
            return [*await _ask(host, AAAA, port), *await _ask(host, A, port)]

    try:
        yield server, resolve
    finally:
        transport.close()


@asynccontextmanager
async def served(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    secure: ssl.SSLContext | None = None,
) -> AsyncIterator[int]:
    """Answer each request byte by byte while the block runs; the value is the port."""
    answering = set()

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answering.add(asyncio.current_task())
        with suppress(ConnectionError, asyncio.CancelledError):
            await reader.readuntil(b"\r\n\r\n")
            await answer(reader, writer)
        writer.close()

    async with await asyncio.start_server(answered, "127.0.0.1", 0, ssl=secure) as server:
        yield server.sockets[0].getsockname()[1]
    for task in filter(None, answering):
        task.cancel()
    await asyncio.gather(*filter(None, answering), return_exceptions=True)


async def _ask(host: str, kind: int, port: int) -> list[str]:
    """Ask for the addresses of a name over UDP. Raises OSError if there is none of it."""
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0)
        asking.connect(("127.0.0.1", port))
        labels = b"".join(bytes([len(label)]) + label.encode() for label in host.split("."))
        await loop.sock_sendall(
            asking, struct.pack("!6H", 7, 0x100, 1, 0, 0, 0) + labels + struct.pack("!xHH", kind, 1)
        )
        answer = await loop.sock_recv(asking, 4096)
    (count,) = struct.unpack_from("!H", answer, 6)
    _, at = _name(answer, 12)
    at += 4
    found = []
    for _ in range(count):
        _, at = _name(answer, at)
        _, _, _, size = struct.unpack_from("!HHIH", answer, at)
        found.append(str(ip_address(answer[at + 10 : at + 10 + size])))
        at += 10 + size
    return found


def _name(data: bytes, at: int) -> tuple[str, int]:
    labels = []
    while size := data[at]:
        if size >= 0xC0:
            return "", at + 2
        labels.append(data[at + 1 : at + 1 + size].decode())
        at += 1 + size
    return ".".join(labels), at + 1
