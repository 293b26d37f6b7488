"""Which IP addresses are public. Pure."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network
from typing import Final, TypeAlias

IPAddress: TypeAlias = IPv4Address | IPv6Address

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
