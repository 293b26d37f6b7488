"""Addresses that must not be opened, by what they try."""

from collections.abc import Mapping
from typing import Final

DIRECT: Final[Mapping[str, str]] = {
    "loopback": "http://127.0.0.1/",
    "loopback, another of its addresses": "http://127.255.255.254/",
    "loopback over TLS": "https://127.0.0.1/",
    "loopback in IPv6": "http://[::1]/",
    "unspecified": "http://0.0.0.0/",
    "private 10": "http://10.0.0.1/",
    "private 172.16": "http://172.16.0.1/",
    "private 192.168": "http://192.168.1.1/",
    "provider's network": "http://100.64.0.1/",
    "link-local": "http://169.254.1.1/",
    "reserved": "http://240.0.0.1/",
    "metadata of most clouds": "http://169.254.169.254/latest/meta-data/",
    "metadata of Alibaba": "http://100.100.100.200/latest/meta-data/",
    "metadata of Azure": "http://168.63.129.16/metadata/instance",
    "metadata in IPv6": "http://[fd00:ec2::254]/latest/meta-data/",
    "unique local": "http://[fc00::1]/",
    "link-local in IPv6": "http://[fe80::1]/",
    "multicast in IPv6": "http://[ff02::1]/",
    "IPv4-mapped": "http://[::ffff:127.0.0.1]/",
    "IPv4-mapped in hex": "http://[::ffff:a9fe:a9fe]/",
    "NAT64": "http://[64:ff9b::7f00:1]/",
    "6to4": "http://[2002:7f00:1::]/",
    "Teredo": "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "decimal": "http://2130706433/",
    "hexadecimal": "http://0x7f000001/",
    "octal": "http://0177.0.0.1/",
    "short": "http://127.1/",
    "in circles": "http://①②⑦.⓪.⓪.①/",
    "escaped": "http://127%2e0%2e0%2e1/",
    "with a dot at its end": "http://127.0.0.1./",
    "with a user name": "http://example.com@127.0.0.1/",
    "with a backslash": "http://example.com\\@127.0.0.1/",
    "with a line break": "http://exam\nple.com/",
    "with a null": "http://127.0.0.1\0.example.com/",
    "with text after the bracket": "http://[::1]example.com/",
    "with no host": "http:///etc/passwd",
    "port 0": "http://example.com:0/",
    "port of Redis": "http://example.com:6379/",
    "file": "file:///etc/passwd",
    "gopher": "gopher://127.0.0.1:6379/_INFO",
}
"""Written as they are."""

NAMED: Final[Mapping[str, tuple[str, list[str]]]] = {
    "localhost": ("http://localhost/", ["127.0.0.1"]),
    "name of a home": ("http://router.home/", ["192.168.0.1"]),
    "public name for loopback": ("http://127-0-0-1.evil.example/", ["127.0.0.1"]),
    "public name for a mapped address": ("http://mapped.evil.example/", ["::ffff:10.0.0.1"]),
    "one public and one private address": ("http://both.evil.example/", ["93.184.216.34", "10.0.0.1"]),
    "name with a dot at its end": ("http://localhost./", ["127.0.0.1"]),
}
"""Names, with the addresses that their DNS server gives."""

REDIRECTS: Final[Mapping[str, str]] = {
    "to loopback": "http://127.0.0.1/",
    "to the metadata": "http://169.254.169.254/latest/meta-data/iam/",
    "to an address without scheme": "//127.0.0.1/",
    "to a name of a home": "http://router.home/",
    "to a file": "file:///etc/passwd",
    "to a port of mail": "http://example.com:25/",
    "to an address with a user name": "http://example.com@127.0.0.1/",
}
"""Where a public page leads, at once or after four others."""
