"""Assistants that log in over OAuth: their owner lets them in, how far they may go, and that nobody else gets in."""

import base64
import hashlib
import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl
from sqlalchemy import text, update

from bot.doors.http.access import SESSION
from bot.doors.store import access_tokens, oauth
from bot.doors.store.tables import AgentOAuthClient, AgentOAuthGrant
from bot.doors.values import Scope
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.store.ids import digest
from tests.doors.mcp_server.assistants import done

BACK: Final = "http://localhost:3334/callback"
VERIFIER: Final = "a" * 64
CHALLENGE: Final = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
TEA: Final = {"content": "The user likes tea", "category": "preference"}


@pytest.fixture
async def browser(database: Database, owner: Owner, url: str) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser, logged in."""
    async with database.transaction() as tx:
        session = await access_tokens.begin_session(tx, owner)
    async with httpx.AsyncClient(base_url=url, cookies={SESSION: session}, headers={"Origin": url}) as browser:
        yield browser


async def asked_for(browser: httpx.AsyncClient, where: str) -> httpx.Response:
    """Open an address that an assistant sends its user to, as a browser does, and return the page that asks."""
    opened = await browser.get(where, follow_redirects=True)
    assert "document.forms[0].submit()" in opened.text
    (request_id,) = re.findall(r'name="request" value="([^"]+)"', opened.text)
    return await browser.post("/oauth/consent", data={"request": request_id})


async def decided(browser: httpx.AsyncClient, where: str, decision: str) -> dict[str, str]:
    """Open an address that an assistant sends its user to, decide, and return the answer that it gets."""
    asks = await asked_for(browser, where)
    assert "default-src 'none'" in asks.headers["Content-Security-Policy"]
    (request_id,) = re.findall(r'name="request" value="([^"]+)"', asks.text)
    answer = await browser.post("/oauth/consent", data={"request": request_id, "decision": decision})
    (to,) = re.findall(r'href="([^"]+)"', answer.text)
    assert html.unescape(to).startswith(BACK)
    return {name: value for name, (value,) in parse_qs(urlsplit(html.unescape(to)).query).items()}


@dataclass
class Kept:
    """What an assistant keeps of its login."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None
    visited: list[str] = field(default_factory=list)

    async def get_tokens(self) -> OAuthToken | None:
        """Return its tokens."""
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep tokens."""
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return its registration."""
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep its registration."""
        self.client = client_info


@asynccontextmanager
async def assistant(url: str, browser: httpx.AsyncClient, kept: Kept, decision: str) -> AsyncIterator[Client]:
    """Connect the official client, which logs in where it has to."""

    async def visit(where: str) -> None:
        kept.visited.append(where)

    async def returned() -> AuthorizationCodeResult:
        answer = await decided(browser, kept.visited[-1], decision)
        return AuthorizationCodeResult(code=answer.get("code", ""), state=answer.get("state"), iss=answer.get("iss"))

    about = OAuthClientMetadata(
        client_name="Claude", redirect_uris=[AnyUrl(BACK)], grant_types=["authorization_code", "refresh_token"]
    )
    auth = OAuthClientProvider(f"{url}/mcp", about, kept, visit, returned)
    async with (
        httpx2.AsyncClient(auth=auth, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        yield client


async def names(database: Database, owner: Owner) -> list[str]:
    """Return the names of the owner's tokens."""
    async with database.transaction() as tx:
        return [it.name for it in await access_tokens.of_owner(tx, owner)]


async def test_an_assistant_logs_in_and_goes_on_with_its_refresh_token(
    database: Database, owner: Owner, url: str, browser: httpx.AsyncClient
) -> None:
    kept = Kept()
    async with assistant(url, browser, kept, "write") as client:
        await done(client, "add_memory", **TEA)
    assert "Claude" in await names(database, owner)
    assert kept.tokens
    first = kept.tokens.access_token
    async with database.transaction() as tx:
        await tx.connection.execute(text("UPDATE agent_access_tokens SET expires_at = now() WHERE name = 'Claude'"))
    refreshed = await exchanged(url, kept.client, grant_type="refresh_token", refresh_token=kept.tokens.refresh_token)
    kept.tokens = OAuthToken.model_validate(refreshed.json())
    assert kept.tokens.access_token != first
    async with assistant(url, browser, kept, "no") as client:
        assert "likes tea" in await done(client, "search_memory", query="tea")
    assert len(kept.visited) == 1


async def registered(url: str, **more: Any) -> httpx.Response:
    """Register a client."""
    about = {"client_name": "Claude", "redirect_uris": [BACK], **more}
    async with httpx.AsyncClient(base_url=url) as http:
        return await http.post("/register", json=about)


async def exchanged(url: str, client: OAuthClientInformationFull | None, **asked: str | None) -> httpx.Response:
    """Ask for tokens."""
    assert client
    async with httpx.AsyncClient(base_url=url) as http:
        return await http.post("/token", data={"client_id": client.client_id, **asked})


def authorizing(client: OAuthClientInformationFull, **more: str) -> str:
    """Return where an assistant sends its user to."""
    asked = {"response_type": "code", "client_id": client.client_id, "redirect_uri": BACK, "state": "s"}
    asked |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256", **more}
    return str(httpx.URL("/authorize", params=asked))


@pytest.fixture
async def client(url: str) -> OAuthClientInformationFull:
    """A registered client."""
    return OAuthClientInformationFull.model_validate((await registered(url)).json())


async def test_a_code_is_exchanged_once_by_its_client_with_its_verifier(
    url: str, browser: httpx.AsyncClient, client: OAuthClientInformationFull, database: Database, owner: Owner
) -> None:
    code = (await decided(browser, authorizing(client), "write"))["code"]
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert (await exchanged(url, client, **asked, code_verifier="b" * 64)).json()["error"] == "invalid_grant"
    other = OAuthClientInformationFull.model_validate((await registered(url)).json())
    assert (await exchanged(url, other, **asked, code_verifier=VERIFIER)).json()["error"] == "invalid_grant"
    tokens = (await exchanged(url, client, **asked, code_verifier=VERIFIER)).json()
    assert tokens["expires_in"] == 3600
    assert "Claude" in await names(database, owner)
    assert (await exchanged(url, client, **asked, code_verifier=VERIFIER)).json()["error"] == "invalid_grant"
    assert "Claude" not in await names(database, owner)  # the code was stolen, perhaps before it was exchanged


async def refreshed(url: str, client: OAuthClientInformationFull, refresh: str) -> httpx.Response:
    """Ask for new tokens in place of others."""
    return await exchanged(url, client, grant_type="refresh_token", refresh_token=refresh)


@pytest.mark.parametrize(("times", "thief"), [(1, "itself"), (3, "itself"), (3, "another")])
async def test_a_former_refresh_token_ends_its_whole_family(
    url: str,
    browser: httpx.AsyncClient,
    client: OAuthClientInformationFull,
    database: Database,
    owner: Owner,
    times: int,
    thief: str,
) -> None:
    code = (await decided(browser, authorizing(client), "write"))["code"]
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    first = tokens = (await exchanged(url, client, **asked)).json()
    for _ in range(times):
        tokens = (await refreshed(url, client, tokens["refresh_token"])).json()
    other = OAuthClientInformationFull.model_validate((await registered(url)).json())
    its = client if thief == "itself" else other
    unknown = await refreshed(url, its, tokens["refresh_token"][::-1])
    assert (unknown.status_code, "Claude" in await names(database, owner)) == (400, True)
    assert (await refreshed(url, its, first["refresh_token"])).status_code == 400
    assert "Claude" not in await names(database, owner)
    assert (await refreshed(url, client, tokens["refresh_token"])).status_code == 400
    async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {tokens['access_token']}"}) as http:
        assert (await http.post("/mcp")).status_code == 401


async def test_a_refresh_token_from_before_there_were_families_begins_one(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        await oauth.register(tx, owner.bot_id, "it", {})
        await oauth.grant(tx, owner, "it", "Claude", Scope.WRITE)
        kept = {"digest": digest("old"), "former": digest("older")}
        await tx.connection.execute(update(AgentOAuthGrant).values(kept))
        grant = await oauth.refreshed_by(tx, "it", "old")
        assert grant
        newer = (await oauth.refresh(tx, grant, "old")).refresh
        assert await oauth.refreshed_by(tx, "it", newer)
        assert not await oauth.refreshed_by(tx, "it", "old")
    assert await names(database, owner) == []


async def test_nobody_but_the_owner_lets_one_in(
    url: str, browser: httpx.AsyncClient, client: OAuthClientInformationFull
) -> None:
    declined = await decided(browser, authorizing(client), "no")
    assert declined == {"error": "access_denied", "state": "s", "iss": f"{url}/"}
    async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, follow_redirects=True) as stranger:
        asks = await asked_for(stranger, authorizing(client))
        assert (asks.status_code, "Log in first" in asks.text) == (401, True)
        (request_id,) = re.findall(r'name="request" value="([^"]+)"', asks.text)
        wanted = {"request": request_id, "decision": "write"}
        answer = await stranger.post("/oauth/consent", data=wanted)
        assert answer.status_code == 401
        assert "/memory open" in answer.text
    forged = await browser.post("/oauth/consent", data=wanted, headers={"Origin": "https://evil.example"})
    assert forged.status_code == 403
    assert (await browser.post("/oauth/consent", data={**wanted, "request": "none"})).status_code == 404


async def test_codes_are_not_sent_where_others_can_read_them(
    url: str, client: OAuthClientInformationFull, database: Database
) -> None:
    for uri in (
        *("http://evil.example/", "http://localhost.evil.example/", "http://127.0.0.1@evil.example/", "http://[::2]/"),
        *("javascript:alert(1)", "data:text/html,x", "ftp://evil.example/cb", "cursor://anysphere/cb", "shortcuts://x"),
        *("ms-settings:x", "view-source:https://evil.example/", "JavaScript:alert(1)", "x-callback://evil/"),
        *("https://claude.ai@evil.example/", "https://claude.ai/#fragment", "https://claude.ai/#", "com.example:/#x"),
    ):
        refused = await registered(url, redirect_uris=[uri])
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_redirect_uri"), uri
    for uri in ("https://claude.ai/", "http://localhost:1/", "http://127.0.0.1/", "http://[::1]:1/", "com.example:/"):
        assert (await registered(url, redirect_uris=[uri])).status_code == 201, uri
    async with database.transaction() as tx:  # as one that was registered under another rule
        document = {**client.model_dump(mode="json"), "redirect_uris": ["shortcuts://x"]}
        await tx.connection.execute(update(AgentOAuthClient).values(document=document))
    async with httpx.AsyncClient(base_url=url) as http:
        asked = await http.get(authorizing(client, redirect_uri="shortcuts://x"))
    assert (asked.status_code, asked.headers.get("location")) == (400, None)


async def test_what_a_client_says_of_itself_is_shown_as_text_and_holds_no_secret(
    url: str, browser: httpx.AsyncClient
) -> None:
    document = (
        await registered(url, client_name="<b>Evil</b>", token_endpoint_auth_method="client_secret_post")
    ).json()
    assert document["token_endpoint_auth_method"] == "none"
    assert "client_secret" not in document
    asks = await asked_for(browser, authorizing(OAuthClientInformationFull.model_validate(document)))
    assert "&lt;b&gt;Evil" in asks.text
    other = authorizing(OAuthClientInformationFull.model_validate(document), redirect_uri="http://localhost:9/x")
    assert (await browser.get(other)).status_code == 400


async def test_strangers_ask_only_so_often(url: str) -> None:
    about = {"client_name": "Claude", "redirect_uris": [BACK]}
    async with httpx.AsyncClient(base_url=url) as http:  # one for all: faster than they may ask again
        answers = [await http.post("/register", json=about) for _ in range(40)]
    assert {it.status_code for it in answers} == {201, 429}
    refused = [it for it in answers if it.status_code == 429]
    assert all(int(it.headers["Retry-After"]) > 0 for it in refused)


async def test_the_owner_sees_who_gets_the_answer(url: str, browser: httpx.AsyncClient) -> None:
    named = "Cla\0ude\u202e\n and a very long name that goes on and on and on, until nobody reads it"
    for uri, receiver in (
        ("https://claude.ai/api/mcp/auth_callback", "claude.ai"),
        ("http://127.0.0.1:33418/", "127.0.0.1:33418"),
        ("com.example.app://claude.ai/cb", "an app on this device (com.example.app)"),
    ):
        document = (await registered(url, redirect_uris=[uri], client_name=named)).json()
        asked = authorizing(OAuthClientInformationFull.model_validate(document), redirect_uri=uri)
        asks = await asked_for(browser, asked)
        assert f"Your answer goes to <b><bdi>{receiver}</bdi></b>" in asks.text
        assert "<h1>Let <bdi>Cla ude and a very long name" in asks.text


async def test_one_that_asks_to_read_is_offered_no_more_and_reaches_mcp_alone(
    url: str, browser: httpx.AsyncClient, client: OAuthClientInformationFull
) -> None:
    asks = await asked_for(browser, authorizing(client, scope="read"))
    assert "Read only" in asks.text
    assert "Read and change" not in asks.text
    declined = await decided(browser, authorizing(client, scope="read"), "write")
    assert declined["error"] == "access_denied"
    code = (await decided(browser, authorizing(client, scope="read"), "read"))["code"]
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    token = (await exchanged(url, client, **asked)).json()["access_token"]
    async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
        assert (await http.get("/api/memory/")).status_code == 403
        assert (await http.get("/api/export")).status_code == 403


async def test_nothing_but_the_owner_sends_a_browser_elsewhere(
    browser: httpx.AsyncClient, client: OAuthClientInformationFull
) -> None:
    answer = await browser.get(authorizing(client, scope="all"))
    assert (answer.status_code, answer.headers.get("location")) == (400, None)


async def test_registering_does_not_fill_the_database(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        for number in range(oauth.MOST_UNGRANTED + 2):
            await oauth.register(tx, owner.bot_id, f"client {number}", {})
        count = await tx.connection.scalar(text("SELECT count(*) FROM agent_oauth_clients"))
        assert count == oauth.MOST_UNGRANTED
        assert await oauth.client(tx, owner.bot_id, "client 0") is None
