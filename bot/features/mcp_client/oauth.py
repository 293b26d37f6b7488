"""OAuth for a server: a login that is stored, used and refreshed, and a new one. Imports the SDK."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import OAuthContext
from mcp.shared import auth as sdk
from pydantic import AnyUrl, BaseModel, ValidationError

from bot.features.mcp_client.listed import Logins
from bot.kit.errors import ToolServerFailed
from bot.kit.language import Sentence, mark
from bot.kit.program import command

RETURN_ADDRESS: Final = "http://localhost:3334/callback"
"""Where the browser ends up after a login, with the code in its address bar. Nothing listens there."""


class _Stored(BaseModel):
    """A stored login. The servers that issued it are kept, too: a refresh goes there."""

    tokens: sdk.OAuthToken | None = None
    expires_at: float | None = None
    client: sdk.OAuthClientInformationFull | None = None
    issuer: sdk.OAuthMetadata | None = None
    resource: sdk.ProtectedResourceMetadata | None = None


class _Storage:
    """A server's login as the SDK stores it."""

    def __init__(self, logins: Logins, server: str) -> None:
        self._logins = logins
        self._server = server
        self.stored = _Stored()
        self.context: OAuthContext | None = None
        with suppress(OSError, ValidationError):  # then it is as without a login
            self.stored = _Stored.model_validate_json(logins.file(server).read_bytes())

    async def get_tokens(self) -> sdk.OAuthToken | None:
        return self.stored.tokens

    async def set_tokens(self, tokens: sdk.OAuthToken) -> None:
        """Store tokens, and the servers that issued them."""
        self.stored.tokens = tokens
        self.stored.expires_at = time.time() + tokens.expires_in if tokens.expires_in is not None else None
        if self.context:
            self.stored.issuer = self.context.oauth_metadata
            self.stored.resource = self.context.protected_resource_metadata
        self._logins.store(self._server, self.stored.model_dump_json(exclude_none=True))

    async def get_client_info(self) -> sdk.OAuthClientInformationFull | None:
        return self.stored.client

    async def set_client_info(self, client_info: sdk.OAuthClientInformationFull) -> None:
        """Keep what the server knows us by, until there are tokens to store it with."""
        self.stored.client = client_info


class _Provider(OAuthClientProvider):
    """The SDK's flow. It goes on with a stored login as if it had not been interrupted, so that it can refresh it."""

    def __init__(
        self,
        url: str,
        storage: _Storage,
        visit: Callable[[str], Awaitable[None]],
        returned: Callable[[], Awaitable[sdk.AuthorizationCodeResult]],
    ) -> None:
        about = sdk.OAuthClientMetadata(
            client_name="Keepsake",
            redirect_uris=[AnyUrl(RETURN_ADDRESS)],
            grant_types=["authorization_code", "refresh_token"],
            token_endpoint_auth_method="none",  # noqa: S106 - the name of a method
        )
        super().__init__(url, about, storage, visit, returned)
        self._login = storage
        storage.context = self.context

    async def _initialize(self) -> None:
        await super()._initialize()
        stored, context = self._login.stored, self.context
        context.token_expiry_time = stored.expires_at
        context.oauth_metadata = stored.issuer
        context.protected_resource_metadata = stored.resource
        if stored.resource and stored.resource.authorization_servers:
            context.auth_server_url = str(stored.resource.authorization_servers[0])


def secrets_in(auth: httpx2.Auth | None) -> list[str]:
    """Return the secrets of a login, as they are now."""
    if not isinstance(auth, _Provider):
        return []
    tokens, client = auth.context.current_tokens, auth.context.client_info
    secrets = [tokens.access_token, tokens.refresh_token] if tokens else []
    return list(filter(None, [*secrets, client.client_secret if client else None]))


def stored_login(url: str, logins: Logins, server: str) -> httpx2.Auth:
    """Return what adds a stored login to requests, refreshed where it is out of date."""

    async def visit(_: str) -> None:
        raise ToolServerFailed(
            Sentence.of(mark("its login is out of date: run `{command}`"), command=command(f"mcp login {server}"))
        )

    async def returned() -> sdk.AuthorizationCodeResult:
        raise NotImplementedError  # after `visit`

    return _Provider(url, _Storage(logins, server), visit, returned)


def new_login(url: str, logins: Logins, server: str, ask: Callable[[str], Awaitable[str]]) -> httpx2.Auth:
    """Return what logs in at a server's first request, and stores that; `ask` returns where the person ends up."""
    storage = _Storage(logins, server)
    storage.stored = _Stored()
    ends_at = ""

    async def visit(address: str) -> None:
        nonlocal ends_at
        ends_at = await ask(address)

    async def returned() -> sdk.AuthorizationCodeResult:
        given = {name: values[0] for name, values in parse_qs(urlsplit(ends_at.strip()).query).items()}
        if "code" not in given:
            raise ToolServerFailed(given.get("error_description") or "there is no code in that address")
        return sdk.AuthorizationCodeResult(code=given["code"], state=given.get("state"), iss=given.get("iss"))

    return _Provider(url, storage, visit, returned)
