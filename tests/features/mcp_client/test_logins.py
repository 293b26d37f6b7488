"""A login by OAuth is stored, used and refreshed; the bot itself never follows where a refusal leads it."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bot.features.mcp_client.listed import Listed, Local, Logins, Remote
from bot.features.mcp_client.servers import checked, log_in
from bot.kit.errors import ToolServerFailed
from bot.kit.language import rendered
from practice.serving import serve
from tests.features.mcp_client.hosting import running
from tests.features.mcp_client.test_http_servers import Hostile
from tests.process import run


class Guarded:
    """A server that wants a login, and the server that gives it."""

    def __init__(self) -> None:
        self.url = ""
        self.behind = Hostile("works")
        self.valid: set[str] = set()
        self.asked: list[str] = []
        self.issued = 0
        self.expires_in = 3600
        well_known = "/.well-known/oauth-protected-resource"
        self.app = Starlette(
            routes=[
                Route("/mcp", self.answer, methods=["GET", "POST", "DELETE"]),
                Route(well_known, self.resource),
                Route(f"{well_known}/mcp", self.resource),
                Route("/.well-known/oauth-authorization-server", self.about),
                Route("/register", self.register, methods=["POST"]),
                Route("/authorize", self.authorize),
                Route("/token", self.token, methods=["POST"]),
            ]
        )

    async def answer(self, request: Request) -> Response:
        """Answer those who are logged in."""
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self.valid:
            address = f'Bearer resource_metadata="{self.url}/.well-known/oauth-protected-resource"'
            return Response(status_code=401, headers={"www-authenticate": address})
        return await self.behind.answer(request)

    async def resource(self, request: Request) -> Response:
        """Name the server that gives logins."""
        self.asked.append(request.url.path)
        return JSONResponse({"resource": f"{self.url}/mcp", "authorization_servers": [self.url]})

    async def about(self, _: Request) -> Response:
        """Name its addresses."""
        return JSONResponse(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "registration_endpoint": f"{self.url}/register",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    async def register(self, request: Request) -> Response:
        """Take a client."""
        return JSONResponse({**await request.json(), "client_id": "keepsake"}, status_code=201)

    async def authorize(self, request: Request) -> Response:
        """Send the browser back with a code."""
        given = request.query_params
        return RedirectResponse(f"{given['redirect_uri']}?code=the-code&state={given['state']}", status_code=302)

    async def token(self, request: Request) -> Response:
        """Issue tokens for a code or a refresh token."""
        form = await request.form()
        if form.get("code") != "the-code" and form.get("refresh_token") != "refresh":
            return JSONResponse({"error": "invalid_grant"}, status_code=400)
        self.issued += 1
        self.valid = {f"token-{self.issued}"}
        tokens: dict[str, Any] = {"access_token": f"token-{self.issued}", "token_type": "bearer"}
        return JSONResponse({**tokens, "expires_in": self.expires_in, "refresh_token": "refresh"})


async def visit(address: str) -> str:
    """Visit an address as a browser does, and return the one that it ends up at."""
    async with httpx.AsyncClient() as browser:
        return (await browser.get(address)).headers["location"] + "\n"


async def test_a_login_is_stored_for_us_alone_used_and_refreshed(tmp_path: Path) -> None:
    server, logins = Guarded(), Logins(tmp_path)
    async with serve(server.app) as server.url:
        entry = {"url": f"{server.url}/mcp"}
        listed = Listed(name="it", place=Remote(url=entry["url"]))
        server.expires_in = 1
        assert await log_in(listed, logins, visit) == 1
        assert stat.S_IMODE(logins.file("it").stat().st_mode) == 0o600
        server.expires_in = 3600
        await asyncio.sleep(1)
        for _ in range(2):
            async with running({"it": entry}, tmp_path) as servers:
                assert await servers.call("it", "call", {}) == "x"
        assert server.issued == 2


async def test_the_tokens_of_a_login_are_hidden_in_what_a_server_says(tmp_path: Path) -> None:
    server = Guarded()
    server.behind.how = "repeats"
    async with serve(server.app) as server.url:
        entry = {"url": f"{server.url}/mcp"}
        await log_in(Listed(name="it", place=Remote(url=entry["url"])), Logins(tmp_path), visit)
        async with running({"it": entry}, tmp_path) as servers:
            with pytest.raises(ToolServerFailed, match=r"it refuses that, and says: I take no Bearer \[secret\]\."):
                await servers.call("it", "call", {})


async def test_without_a_login_or_one_that_was_taken_back_a_refusal_is_a_sentence_and_leads_nowhere(
    tmp_path: Path,
) -> None:
    server, logins = Guarded(), Logins(tmp_path)
    refused = "it refused me (HTTP 401): a header or login is missing, wrong or out of date"
    async with serve(server.app) as server.url:
        listed = Listed(name="it", place=Remote(url=f"{server.url}/mcp"))
        assert rendered((await checked(listed, logins)).problem) == refused
        assert server.asked == []
        await log_in(listed, logins, visit)
        server.valid, asked = set(), len(server.asked)
        assert rendered((await checked(listed, logins)).problem) == refused
        assert len(server.asked) == asked


async def test_what_a_person_pastes_is_checked(tmp_path: Path) -> None:
    server, logins = Guarded(), Logins(tmp_path)

    async def paste_nothing(_: str) -> str:
        return "\n"

    async def paste_foreign(_: str) -> str:
        return "http://localhost:3334/callback?code=the-code&state=of-another\n"

    async with serve(server.app) as server.url:
        listed = Listed(name="it", place=Remote(url=f"{server.url}/mcp"))
        with pytest.raises(ToolServerFailed, match="there is no code in that address"):
            await log_in(listed, logins, paste_nothing)
        with pytest.raises(ToolServerFailed, match="its login failed"):
            await log_in(listed, logins, paste_foreign)
    with pytest.raises(ToolServerFailed, match="it is a command"):
        await log_in(Listed(name="it", place=Local(command="x")), logins, visit)
    assert not logins.file("it").exists()


async def test_the_command_says_what_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "mcp.json").write_text('{"mcpServers": {"it": {"command": "x"}}}')
    code, written = await run("mcp", "login", "it", cwd=tmp_path, DATA_DIR=str(tmp_path))
    assert (code, written.strip()) == (2, "The login to it failed: it is a command, and needs no login.")
