"""Pages are fetched within limits of size and time, and only from addresses that were checked, wherever they lead."""

import asyncio
import socket
import ssl
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

import httpcore
import httpx

from bot.features.web.addresses import WebAddress, check_port, is_listed, read_address
from bot.kit.errors import AddressRefused, PageUnread

IPAddress: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the IP addresses of a name. Raises OSError."""
_SocketOption: TypeAlias = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]

_NOT_PUBLIC_4: Final = tuple(
    ip_network(each)
    for each in (
        "168.63.129.16/32",  # Azure's metadata, at an address that is public elsewhere
        "192.0.0.0/24",  # protocols; Oracle's metadata
        "192.88.99.0/24",  # 6to4 relays
        "224.0.0.0/4",  # multicast
    )
)
"""Addresses that Python takes to be global, at least in some of its versions, and where nobody serves pages."""
_PUBLIC_6: Final = IPv6Network("2000::/3")
"""All that is assigned to the public (https://www.iana.org/assignments/ipv6-address-space).

So these are not: loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 addresses.
"""
_NOT_PUBLIC_6: Final = tuple(
    ip_network(each)
    for each in (
        "2001::/23",  # protocols, among them Teredo
        "2001:db8::/32",  # for documentation
        "2002::/16",  # 6to4, which holds any IPv4 address
        "3fff::/20",  # for documentation
    )
)
"""https://www.iana.org/assignments/iana-ipv6-special-registry"""
INSIDE: Final = (
    "This address is inside a private network, so it isn't opened. Whoever hosts me can allow it to owners in "
    "WEB_ALLOWED_HOSTS."
)
certificates: Callable[[], ssl.SSLContext] = cache(httpx.create_ssl_context)
"""The trusted certificates: loaded once, and only when a page is fetched."""
MOST_BYTES: Final = 8_000_000
"""Most bytes of a page, unpacked."""
MOST_REDIRECTS: Final = 5
_HEADERS: Final = (
    ("User-Agent", "Mozilla/5.0 (compatible; Keepsake/0.1; personal assistant)"),
    ("Accept", "text/html, application/xhtml+xml, application/pdf, text/*, application/json, */*;q=0.1"),
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "close"),
)
_NOT_READ: Final = {
    "image": "This is a picture, not a page.",
    "audio": "This is a recording, not a page.",
    "video": "This is a video, not a page.",
    "font": "This is a font, not a page.",
}
_STATUS: Final = {
    401: "This page is only for those who log in.",
    402: "This page has to be paid for.",
    403: "The server refuses this page to programs.",
    404: "There is no page at this address.",
    410: "There is no page at this address any more.",
    429: "The server gets too many requests. Try again later.",
    451: "The server may not show this page.",
}
_ZLIB_OR_GZIP: Final = 47
_GZIP: Final = b"\x1f\x8b"
_RAW: Final = -15
"""Window bits (https://docs.python.org/3/library/zlib.html#zlib.decompressobj)."""


def is_public(address: IPAddress) -> bool:
    """Tell whether anybody on the internet may be meant by an address."""
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in network for network in _NOT_PUBLIC_6)


def is_near(address: IPAddress, own: IPAddress) -> bool:
    """Tell whether an address is this machine's `own`, or in its network: public ones are common there with IPv6."""
    if isinstance(address, IPv6Address) and isinstance(own, IPv6Address):
        return address in IPv6Network((own, 64), strict=False)  # RFC 4291, 2.5.4
    return address == own


async def resolved(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a name by the machine's resolver. Raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Dialer(httpcore.AsyncNetworkBackend):
    """The only way to the network of an HTTP client: to public addresses, or to hosts that the owner `allows`."""

    def __init__(
        self,
        allows: Callable[[str, int], bool],
        resolve: Resolve = resolved,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._allows = allows
        self._resolve = resolve
        self._network = network or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[_SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host. Raises AddressRefused, PageUnread, or httpcore's ConnectError."""
        addresses = await self._checked(host, port, timeout)
        for place, address in enumerate(addresses, 1):
            is_last = place == len(addresses)
            seconds = timeout if is_last or timeout is None else min(timeout, 3.0)  # IPv6 often leads nowhere
            try:
                return await self._network.connect_tcp(str(address), port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if is_last:
                    raise
        raise PageUnread("There is no such web server.")

    async def _checked(self, host: str, port: int, seconds: float | None) -> Collection[IPAddress]:
        """Return the first addresses of a host. Raises AddressRefused if any of them is not public."""
        try:
            async with asyncio.timeout(seconds):
                found = await self._resolve(host, port)
            addresses = [ip_address(each.partition("%")[0]) for each in found]
        except TimeoutError:
            raise
        except (OSError, UnicodeError, ValueError):
            raise PageUnread("There is no such web server.") from None
        if not self._allows(host, port) and not all(is_public(it) and not _is_near(it) for it in addresses):
            raise AddressRefused(INSIDE)
        return addresses[:3]


def _is_near(address: IPAddress) -> bool:
    """Tell whether a public address is this machine's, or in its network, by the way that packets would take."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6  # noqa: PLR2004 - the protocol's name
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), 9))  # sends nothing
            own = ip_address(probe.getsockname()[0].partition("%")[0])
    except OSError:
        return False  # there is no way to it
    return is_near(address, own)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a fetch, in seconds and bytes."""

    wait_seconds: float = 10
    """For a connection, and for each further piece."""
    all_seconds: float = 20
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was at an address, after redirects: its content, and what the server says that it is."""

    address: WebAddress
    content: bytes
    media_type: str
    charset: str
    is_cut: bool


class Fetcher:
    """Fetches public pages, and those of the hosts that the owner allows. It keeps nothing between two pages."""

    def __init__(
        self,
        allowed_hosts: Collection[str] = (),
        *,
        limits: Limits | None = None,
        resolve: Resolve = resolved,
        network: httpcore.AsyncNetworkBackend | None = None,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._allowed = frozenset(allowed_hosts)
        self._limits = limits or Limits()
        self._dialer = Dialer(lambda host, port: is_listed(host, port, self._allowed), resolve, network)
        self._trusted = trusted

    def is_inside(self, address: WebAddress) -> bool:
        """Tell whether an address is of a host that is allowed on purpose, where a visit alone may do something."""
        return is_listed(address.host, address.port, self._allowed)

    async def fetch(self, address: WebAddress) -> Fetched:
        """Fetch a page. Raises PageUnread, with a sentence that holds nothing of what the server sent."""
        try:
            async with asyncio.timeout(self._limits.all_seconds):
                return await self._fetch(address)
        except (TimeoutError, httpcore.TimeoutException):
            raise PageUnread("The server doesn't answer in time.") from None
        except httpcore.ConnectError as error:
            if any(isinstance(it, ssl.SSLError) for it in error.args):
                raise PageUnread("The server's certificate isn't valid.") from None
            raise PageUnread("The server can't be reached.") from None
        except (httpcore.NetworkError, httpcore.ProtocolError):
            raise PageUnread("The server's answer is broken.") from None

    async def _fetch(self, address: WebAddress) -> Fetched:
        for _ in range(MOST_REDIRECTS + 1):
            check_port(address, self._allowed)
            found = await self._asked(address)
            if isinstance(found, Fetched):
                return found
            if self.is_inside(found) and not self.is_inside(address):
                raise AddressRefused("This page leads to another one that is inside a private network.")
            address = found
        raise PageUnread("This address leads on and on, to more than five others.")

    async def _asked(self, address: WebAddress) -> Fetched | WebAddress:
        """Return what is at an address, or where it leads."""
        trusted = (self._trusted or certificates()) if address.scheme == "https" else None
        scheme, host, target = (part.encode() for part in (address.scheme, address.host, address.target))
        url = httpcore.URL(scheme=scheme, host=host, port=address.port, target=target)
        waits = dict.fromkeys(("connect", "read", "write", "pool"), self._limits.wait_seconds)
        headers = [("Host", address.authority), *_HEADERS]
        async with (
            httpcore.AsyncConnectionPool(trusted, network_backend=self._dialer, max_connections=1) as pool,
            pool.stream("GET", url, headers=headers, extensions={"timeout": waits}) as response,
        ):
            return await self._read(address, response)

    async def _read(self, address: WebAddress, response: httpcore.Response) -> Fetched | WebAddress:
        named = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in response.headers}
        if response.status in {301, 302, 303, 307, 308} and "location" in named:
            return read_address(named["location"].encode("latin-1").decode("utf-8", "replace"), address)
        if not 200 <= response.status < 300:  # noqa: PLR2004 - RFC 9110, 15.3
            raise PageUnread(
                _STATUS.get(response.status, f"The server answers with an error (HTTP {response.status}).")
            )
        media_type, charset = _kind(named)
        if problem := _NOT_READ.get(media_type.partition("/")[0]):
            raise PageUnread(problem)
        body, is_whole = Body(named.get("content-encoding", ""), self._limits.most_bytes), True
        async for piece in response.aiter_stream():
            if not (is_whole := body.add(piece)):
                break
        return Fetched(address, body.content, media_type, charset, is_cut=not is_whole)


def _kind(headers: Mapping[str, str]) -> tuple[str, str]:
    message = Message()
    message["Content-Type"] = headers.get("content-type", "")
    charset = message.get_param("charset", "")
    return message.get_content_type() if "content-type" in headers else "", charset if isinstance(charset, str) else ""


class Body:
    """Collects a body (RFC 9110, 8.4) up to a number of bytes. Raises PageUnread for an unknown packing."""

    def __init__(self, packing: str, most_bytes: int) -> None:
        self._packing = packing.strip().lower().removeprefix("x-")
        if self._packing not in {"", "identity", "gzip", "deflate"}:
            raise PageUnread("The server packs this page in a way that I can't read.")
        self._unpacker = None if self._packing in {"", "identity"} else zlib.decompressobj(_ZLIB_OR_GZIP)
        self._room = most_bytes
        self._pieces: list[bytes] = []

    @property
    def content(self) -> bytes:
        """What was collected."""
        return b"".join(self._pieces)

    def add(self, piece: bytes) -> bool:
        """Take a piece as it came; return False if the rest does not fit. Raises PageUnread if it is damaged."""
        if self._unpacker is None:
            return self._keep(piece)
        try:
            return self._unpack(self._unpacker, piece)
        except zlib.error:
            if self._pieces or self._packing != "deflate":
                raise PageUnread("This page is damaged.") from None
        try:  # some servers leave out the head that "deflate" should have
            return self._unpack(zlib.decompressobj(_RAW), piece)
        except zlib.error:
            raise PageUnread("This page is damaged.") from None

    def _unpack(self, unpacker: "zlib._Decompress", piece: bytes) -> bool:
        while piece:
            if not self._keep(unpacker.decompress(piece, self._room + 1)):
                return False
            piece = unpacker.unconsumed_tail
            if unpacker.eof:  # gzip allows several, one after the other; what else follows is left out
                piece = unpacker.unused_data if unpacker.unused_data.startswith(_GZIP) else b""
                unpacker = zlib.decompressobj(_ZLIB_OR_GZIP)
        self._unpacker = unpacker
        return True

    def _keep(self, piece: bytes) -> bool:
        self._pieces.append(piece[: self._room])
        fits = len(piece) <= self._room
        self._room -= min(len(piece), self._room)
        return fits
