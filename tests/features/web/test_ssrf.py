"""No address leads into the owner's network: not as it is written, by its name, by a redirect, or a moment later."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.features.web.addresses import read_address
from bot.features.web.fetching import Fetched, Fetcher, Resolve, resolved
from bot.kit.errors import AddressRefused, PageUnread
from practice.serving import serve
from tests.features.web.internet import OTHER, PUBLIC, PUBLIC_6, Internet, Names

DIRECT = {
    "loopback": "http://127.0.0.1/",
    "loopback in IPv6": "http://[::1]/",
    "unspecified": "http://0.0.0.0/",
    "private 10": "http://10.0.0.1/",
    "private 172.16": "http://172.16.0.1/",
    "private 192.168": "http://192.168.1.1/",
    "provider's network": "http://100.64.0.1/",
    "link-local": "http://169.254.1.1/",
    "reserved": "http://240.0.0.1/",
    "metadata of most clouds": "http://169.254.169.254/latest/meta-data/",
    "metadata of Azure": "http://168.63.129.16/metadata/instance",
    "unique local": "http://[fc00::1]/",
    "link-local in IPv6": "http://[fe80::1]/",
    "multicast in IPv6": "http://[ff02::1]/",
    "IPv4-mapped": "http://[::ffff:127.0.0.1]/",
    "NAT64": "http://[64:ff9b::7f00:1]/",
    "6to4": "http://[2002:7f00:1::]/",
    "Teredo": "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "decimal": "http://2130706433/",
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
}
"""Written as they are."""

NAMED = {
    "localhost": ("http://localhost/", ["127.0.0.1"]),
    "name of a home": ("http://router.home/", ["192.168.0.1"]),
    "public name for loopback": ("http://127-0-0-1.evil.example/", ["127.0.0.1"]),
    "public name for a mapped address": ("http://mapped.evil.example/", ["::ffff:10.0.0.1"]),
    "one public and one private address": ("http://both.evil.example/", ["93.184.216.34", "10.0.0.1"]),
    "name with a dot at its end": ("http://localhost./", ["127.0.0.1"]),
}
"""Names, with the addresses that their DNS server gives."""

REDIRECTS = {
    "to loopback": "http://127.0.0.1/",
    "to the metadata": "http://169.254.169.254/latest/meta-data/iam/",
    "to an address without scheme": "//127.0.0.1/",
    "to a name of a home": "http://router.home/",
    "to a file": "file:///etc/passwd",
    "to a port of mail": "http://example.com:25/",
    "to an address with a user name": "http://example.com@127.0.0.1/",
}
"""Where a public page leads, at once or after four others."""


async def fetched(internet: Internet, resolve: Resolve, address: str, *allowed: str) -> Fetched:
    """Fetch a page of a test's internet."""
    return await Fetcher(allowed, resolve=resolve, network=internet).fetch(read_address(address))


@pytest.mark.parametrize("address", DIRECT.values(), ids=DIRECT.keys())
async def test_an_address_inside_is_refused_without_a_connection(address: str) -> None:
    internet = Internet()
    with pytest.raises(AddressRefused):
        await fetched(internet, Names({"example.com": [[PUBLIC]]}), address)
    with pytest.raises((AddressRefused, PageUnread)):
        await fetched(internet, resolved, address)
    assert internet.dialled == []


@pytest.mark.parametrize(("address", "addresses"), NAMED.values(), ids=NAMED.keys())
async def test_a_name_that_leads_inside_is_refused_without_a_connection(address: str, addresses: list[str]) -> None:
    internet = Internet()
    with pytest.raises(AddressRefused):
        await fetched(internet, Names({read_address(address).host: [addresses]}), address)
    assert internet.dialled == []


@pytest.mark.parametrize(("location", "hops"), [*((it, 1) for it in REDIRECTS.values()), (REDIRECTS["to loopback"], 5)])
async def test_a_redirect_that_leads_inside_is_refused_without_a_connection(location: str, hops: int) -> None:
    async def leads(request: Request) -> Response:
        left = int(request.path_params["left"]) - 1
        return Response(status_code=302, headers={"Location": f"/{left}" if left else location})

    names = {"example.com": [[PUBLIC]], "router.home": [["192.168.0.1"]]}
    resolve = Names(names)
    async with serve(Starlette(routes=[Route("/{left}", leads)])) as url:
        internet = Internet({(PUBLIC, 80): port_of(url)})
        with pytest.raises(AddressRefused):
            await fetched(internet, resolve, f"http://example.com/{hops}")
    assert internet.dialled == [(PUBLIC, 80)] * hops


async def test_a_name_that_changes_its_address_is_connected_to_as_it_was_checked() -> None:
    resolve = Names({"evil.example": [[PUBLIC], ["127.0.0.1"]]})
    async with serve(page("public")) as url:
        internet = Internet({(PUBLIC, 80): port_of(url), ("127.0.0.1", 80): port_of(url)})
        assert (await fetched(internet, resolve, "http://evil.example/")).content == b"public"
        assert resolve.asked == ["evil.example"]
        with pytest.raises(AddressRefused):
            await fetched(internet, resolve, "http://evil.example/")
        assert internet.dialled == [(PUBLIC, 80)]


async def test_a_name_that_changes_its_address_in_a_redirect_is_checked_again() -> None:
    async def again(_: Request) -> Response:
        return Response(status_code=307, headers={"Location": "/"})

    app = Starlette(routes=[Route("/", again)])
    resolve = Names({"evil.example": [[PUBLIC], ["10.0.0.1"]]})
    async with serve(app) as url:
        internet = Internet({(PUBLIC, 80): port_of(url)})
        with pytest.raises(AddressRefused):
            await fetched(internet, resolve, "http://evil.example/")
        assert internet.dialled == [(PUBLIC, 80)]


async def test_an_allowed_host_may_be_inside() -> None:
    resolve = Names({"nas.home": [["192.168.0.9"]]})
    async with serve(page("mine")) as url:
        internet = Internet({("192.168.0.9", 5000): port_of(url), ("192.168.0.9", 80): port_of(url)})
        assert (await fetched(internet, resolve, "http://nas.home:5000/", "nas.home")).content == b"mine"
        assert (await fetched(internet, resolve, "http://nas.home:5000/", "nas.home:5000")).content == b"mine"
        for address, allowed in (("http://nas.home/", "nas.home:5000"), ("http://192.168.0.9/", "nas.home")):
            with pytest.raises(AddressRefused):
                await fetched(internet, resolve, address, allowed)


async def test_no_redirect_of_a_public_page_leads_to_an_allowed_host() -> None:
    leads = Starlette(
        routes=[Route("/", lambda _: Response(status_code=302, headers={"Location": "http://nas.home/"}))]
    )
    names = {"nas.home": [["192.168.0.9"]], "evil.example": [[PUBLIC]]}
    resolve = Names(names)
    async with serve(leads) as url:
        internet = Internet({(PUBLIC, 80): port_of(url)})
        with pytest.raises(AddressRefused, match="leads to another one"):
            await fetched(internet, resolve, "http://evil.example/", "nas.home")
        assert internet.dialled == [(PUBLIC, 80)]


async def test_a_public_address_is_opened_by_ipv6_or_ipv4() -> None:
    resolve = Names({"example.com": [[PUBLIC_6, OTHER, PUBLIC]]})
    async with serve(page("public")) as url:
        internet = Internet({(PUBLIC, 80): port_of(url)})
        assert (await fetched(internet, resolve, "http://example.com/")).content == b"public"
        assert internet.dialled == [(PUBLIC_6, 80), (OTHER, 80), (PUBLIC, 80)]


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    resolve = Names({"example.com": [[PUBLIC]]})
    async with serve(page("public")) as url:
        internet = Internet({(PUBLIC, 80): port_of(url)})
        assert (await fetched(internet, resolve, "http://example.com/")).content == b"public"
        assert internet.dialled == [(PUBLIC, 80)]


def page(text: str) -> Starlette:
    """Return a server of one page."""
    return Starlette(routes=[Route("/", lambda _: PlainTextResponse(text))])


def port_of(url: str) -> int:
    """Return the port of a local server."""
    return int(url.rpartition(":")[2])
