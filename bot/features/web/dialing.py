"""Connections to public addresses only: a name is resolved once, checked, and connected to at just what was checked."""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

import httpcore
import httpx

from bot.kit.errors import AddressRefused, PageUnread

IPAddress: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the IP addresses of a name. Raises OSError."""
_SocketOption: TypeAlias = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]

_NOT_PUBLIC_4: Final = tuple(
    ip_network(each)
    for each in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider (CGNAT); Alibaba's metadata
        "127.0.0.0/8",  # this machine
        "168.63.129.16/32",  # Azure's metadata, at an address that is public elsewhere
        "169.254.0.0/16",  # link-local; the metadata of most clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols; Oracle's metadata
        "192.0.2.0/24",  # for documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # for measurements
        "198.51.100.0/24",  # for documentation
        "203.0.113.0/24",  # for documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved; broadcast
    )
)
"""https://www.iana.org/assignments/iana-ipv4-special-registry, and where clouds serve secrets to their machines."""
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
_NEIGHBOURS: Final = 64
"""Length of the prefix that machines of one network share (RFC 4291, 2.5.4)."""
_ATTEMPTS: Final = 3
"""Most addresses of a name that are tried."""
_SHORT_SECONDS: Final = 3.0
"""Seconds for each of them but the last one: many networks have IPv6 that leads nowhere."""
INSIDE: Final = (
    "This address is inside a private network, so it isn't opened. Whoever hosts me can allow it to owners in "
    "WEB_ALLOWED_HOSTS."
)


def is_public(address: IPAddress) -> bool:
    """Tell whether anybody on the internet may be meant by an address."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in network for network in _NOT_PUBLIC_6)


def is_near(address: IPAddress, own: IPAddress) -> bool:
    """Tell whether an address is this machine's `own`, or in its network: public ones are common there with IPv6."""
    if isinstance(address, IPv6Address) and isinstance(own, IPv6Address):
        return address in IPv6Network((own, _NEIGHBOURS), strict=False)
    return address == own


certificates: Callable[[], ssl.SSLContext] = cache(httpx.create_ssl_context)
"""The trusted certificates: loaded once, and only when a page is fetched."""


async def resolved(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a name by the machine's resolver. Raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Dialer(httpcore.AsyncNetworkBackend):
    """Opens connections for an HTTP client, whose only way to the network it is.

    Only the hosts that the owner `allows` may have addresses that are not public. TLS and the Host header go by the
    name: the client makes them.
    """

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
            seconds = timeout if is_last or timeout is None else min(timeout, _SHORT_SECONDS)
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
        return addresses[:_ATTEMPTS]


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
