"""An internet of the test's own: names with answers, and public addresses that lead to local servers."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

import httpcore

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
        local_address: str | None = None,  # noqa: ARG002 - httpcore's signature
        socket_options: Iterable[object] | None = None,  # noqa: ARG002 - httpcore's signature
    ) -> httpcore.AsyncNetworkStream:
        """Connect to what stands at an address."""
        self.dialled.append((host, port))
        if (host, port) not in self.places:
            raise httpcore.ConnectError("nothing is there")
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.places[host, port], timeout)


class Names:
    """Resolves names: each has a list of answers, one a question; the last one stays."""

    def __init__(self, answers: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._answers = {name: list(lists) for name, lists in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, _: int) -> Sequence[str]:
        """Return the addresses of a host."""
        self.asked.append(host)
        with suppress(ValueError):
            return [str(ip_address(host))]
        lists = self._answers.get(host, [[]])
        return lists.pop(0) if len(lists) > 1 else lists[0]


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
