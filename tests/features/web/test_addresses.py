"""Addresses are read in one way only."""

from ipaddress import ip_address
from pathlib import Path

import pytest

from bot.features.web.addresses import is_listed, read_address
from bot.features.web.fetching import is_near, is_public
from bot.kit.errors import AddressRefused
from bot.kit.settings import Settings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" HTTP://Example.COM:80/a?b=c#d ", "http://example.com/a?b=c"),
        ("example.com/a", "https://example.com/a"),
        ("example.com:8080", "https://example.com:8080/"),
        ("https://example.com./", "https://example.com/"),
        ("https://bücher.example/käse?für=1", "https://xn--bcher-kva.example/k%C3%A4se?f%C3%BCr=1"),
        ("https://example.com/a%20b", "https://example.com/a%20b"),
        ("http://93.184.216.34:8080/", "http://93.184.216.34:8080/"),
        ("http://[2606:2800:220:0:0:0:0:1]/", "http://[2606:2800:220::1]/"),
    ],
)
def test_an_address_has_one_form(text: str, expected: str) -> None:
    address = read_address(text)
    assert str(address) == expected
    assert read_address(str(address)) == address


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("/b", "https://example.com/b"),
        ("c?d", "https://example.com/a/c?d"),
        ("//other.example", "https://other.example/"),
    ],
)
def test_an_address_may_be_relative_to_another(location: str, expected: str) -> None:
    assert str(read_address(location, read_address("https://example.com/a/b"))) == expected


@pytest.mark.parametrize("text", ["", "hello", "https://a..b/", f"https://a.example/{'x' * 2000}"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(AddressRefused):
        read_address(text)


@pytest.mark.parametrize(
    ("address", "expected"),
    [("1.1.1.1", "public"), ("2606:4700::1111", "public"), ("198.17.255.255", "public"), ("::1", "inside")],
)
def test_public_addresses_are_those_of_the_internet(address: str, expected: str) -> None:
    assert is_public(ip_address(address)) is (expected == "public")


def test_a_machine_of_the_same_network_is_near() -> None:
    own = ip_address("2606:4700:1:2::5")
    assert is_near(ip_address("2606:4700:1:2:3:4:5:6"), own)
    assert not is_near(ip_address("2606:4700:1:3::5"), own)
    assert is_near(ip_address("93.184.216.34"), ip_address("93.184.216.34"))
    assert not is_near(ip_address("93.184.216.35"), ip_address("93.184.216.34"))


def test_allowed_hosts_have_one_form_as_well(tmp_path: Path) -> None:
    given = "NAS.home, 192.168.1.10:8080 ,[FD00:0::1], fd00::2,[fd00::3]:8443,"
    (tmp_path / ".env").write_text(f"WEB_ALLOWED_HOSTS={given}")
    allowed = Settings.load(tmp_path / ".env").web_allowed_hosts
    assert allowed == {"nas.home", "192.168.1.10:8080", "[fd00::1]", "[fd00::2]", "[fd00::3]:8443"}
    for address, expected in (
        ("http://nas.home:5000/", True),
        ("http://192.168.1.10:8080/", True),
        ("http://192.168.1.10/", False),
        ("http://[fd00:0:0::1]/", True),
        ("http://[fd00::2]:99/", True),
        ("http://[fd00::3]/", False),
        ("http://other.nas.home/", False),
    ):
        found = read_address(address)
        assert is_listed(found.host, found.port, allowed) is expected
