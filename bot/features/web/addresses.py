"""Addresses of web pages, read strictly: what is checked is what is connected to. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from bot.kit.errors import AddressRefused

LONGEST: Final = 2_000
"""Most characters of an address."""
_PORTS: Final = {"http": 80, "https": 443}
_OPEN_PORTS: Final = frozenset({80, 443, 8080, 8443})
_LONGEST_HOST: Final = 253
"""Most characters of a name (RFC 1035, 2.3.4)."""
_NEVER: Final = re.compile(r"[\x00-\x20\x7f\\]")
"""What parsers of addresses disagree on: some leave it out, some take it for a slash."""
_WITHOUT_SCHEME: Final = re.compile(r"[\w-]+(\.[\w-]+)*\.[^\W\d_]{2,}(:\d+)?([/?#].*)?")
_NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
_NUMBER: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)")
"""A name's last part that makes it an IPv4 address (https://url.spec.whatwg.org/#ends-in-a-number-checker)."""
_AUTHORITY: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(:[0-9]*)?", re.IGNORECASE)
_UNRESERVED: Final = "/?:@!$&'()*+,;=%-._~"


@dataclass(frozen=True, slots=True)
class WebAddress:
    """The address of a page; its host is an ASCII name or an IP address, without brackets."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The host as it stands in an address, and the port unless it is the scheme's."""
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{_in_brackets(self.host)}{port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def read_address(text: str, base: WebAddress | None = None) -> WebAddress:
    """Read an address, perhaps relative to the `base` that leads to it. Raises AddressRefused."""
    text = text.strip()
    if len(text) > LONGEST:
        raise AddressRefused(f"This address is longer than {LONGEST:,} characters.")
    if _NEVER.search(text):
        raise AddressRefused("This address holds a character that no address has, such as a space or a backslash.")
    if not base and _WITHOUT_SCHEME.fullmatch(text):
        text = f"https://{text}"
    try:
        parts = urlsplit(urljoin(str(base), text) if base else text)
        port = parts.port
    except ValueError:
        raise AddressRefused("This is no valid address.") from None
    if parts.scheme not in _PORTS:
        raise AddressRefused("This is no web address: it has to begin with http:// or https://.")
    if "@" in parts.netloc:
        raise AddressRefused("Addresses with a user name or a password in them aren't opened.")
    if port == 0 or not _AUTHORITY.fullmatch(parts.netloc):
        raise AddressRefused("This is no valid address.")
    return WebAddress(parts.scheme, _host(parts), port or _PORTS[parts.scheme], _target(parts))


def is_listed(host: str, port: int, hosts: Collection[str]) -> bool:
    """Tell whether a host is among those that the owner allows, by itself or with its port."""
    host = _in_brackets(host)
    return host in hosts or f"{host}:{port}" in hosts


def check_port(address: WebAddress, hosts: Collection[str]) -> None:
    """Raise AddressRefused for a port at which no public page is expected, unless it is allowed."""
    if address.port not in _OPEN_PORTS and not is_listed(address.host, address.port, hosts):
        raise AddressRefused(
            f"Port {address.port} isn't opened. Whoever hosts me can allow this address to owners in WEB_ALLOWED_HOSTS."
        )


def _host(parts: SplitResult) -> str:
    """Return an address's host in the one form that there is of it. Raises AddressRefused."""
    try:
        host = parts.hostname or ""
        if parts.netloc.startswith("["):
            return str(IPv6Address(host))
        if not host.isascii():
            import idna  # noqa: PLC0415 - 2 MB of tables for few addresses

            host = idna.encode(host, uts46=True, std3_rules=True).decode().lower()
        host = host.removesuffix(".")
        if _NAME.fullmatch(host) and len(host) <= _LONGEST_HOST:
            is_ipv4 = _NUMBER.fullmatch(host.rpartition(".")[2])
            return str(IPv4Address(host)) if is_ipv4 else host  # refuses others, such as 0x7f.1 and 2130706433
    except ValueError:
        pass
    raise AddressRefused("This address's host is no valid name.")


def _target(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return quote(f"{parts.path or '/'}{query}", safe=_UNRESERVED)


def _in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host
