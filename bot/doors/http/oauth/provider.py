"""What the SDK's endpoints for OAuth do with Keepsake's tokens."""

from typing import Final
from urllib.parse import urlsplit

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    AuthorizeError,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    RegistrationError,
    TokenError,
)
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

from bot.doors.http.oauth_requests import CONSENT, Allowed, Requests
from bot.doors.http.services import ApiServices
from bot.doors.store import access_tokens, oauth
from bot.doors.store.oauth import VALID, Tokens
from bot.doors.values import Scope

_MOST_CHARACTERS: Final = 10_000
"""Longest registration, as JSON."""
_LOOPBACK: Final = {"localhost", "127.0.0.1", "::1"}
_RECEIVERS: Final = "Use HTTPS, a loopback address, or an app's own scheme with a period, such as com.example.app."


class Provider(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """Lets assistants in that their owner allows. Every client is a public one: PKCE protects its codes."""

    def __init__(self, services: ApiServices, requests: Requests) -> None:
        self._services = services
        self._requests = requests

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        """Return a registered client."""
        async with self._services.transaction() as tx:
            document = await oauth.client(tx, self._services.bot_id, client_id)
        return OAuthClientInformationFull.model_validate(document) if document else None

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        """Register a client without a secret, whatever it has asked for. Raises RegistrationError."""
        for uri in client_info.redirect_uris or []:
            if not _is_safe(str(uri)):
                raise RegistrationError("invalid_redirect_uri", _RECEIVERS)
        client_info.token_endpoint_auth_method = "none"  # noqa: S105 - that it has no secret
        client_info.client_secret = client_info.client_secret_expires_at = None
        document = client_info.model_dump(mode="json", exclude_none=True)
        if len(str(document)) > _MOST_CHARACTERS:
            raise RegistrationError("invalid_client_metadata", "The registration is too long.")
        async with self._services.transaction() as tx:
            await oauth.register(tx, self._services.bot_id, client_info.client_id, document)

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        """Return where the owner decides. Raises AuthorizeError.

        The client may have registered under another rule of what is safe.
        """
        if not _is_safe(str(params.redirect_uri)):
            raise AuthorizeError("invalid_request", _RECEIVERS)
        if params.resource and urlsplit(params.resource).hostname not in self._services.hosts:
            raise AuthorizeError("invalid_request", "This is another server's resource.")
        return f"{CONSENT}?request={self._requests.ask(client, params)}"

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        """Return what a code stands for. One that was exchanged before ends what it was exchanged for."""
        if spent := self._requests.spent.pop(authorization_code, None):
            await self._end(spent)
        allowed = self._requests.allowed(authorization_code)
        if allowed is None or allowed.asked.client.client_id != client.client_id:
            return None
        params = allowed.asked.params
        return AuthorizationCode(
            code=authorization_code,
            scopes=[allowed.scope.value],
            expires_at=allowed.until,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        """Return the first tokens. Raises TokenError if somebody else was faster."""
        allowed = self._requests.spend(authorization_code.code)
        if allowed is None:
            raise TokenError("invalid_grant", "authorization code does not exist")
        async with self._services.transaction() as tx:
            name, client_id = allowed.asked.name, client.client_id
            tokens, allowed.granted = await oauth.grant(tx, allowed.owner, client_id, name, allowed.scope)
        return _answer(tokens, allowed.scope)

    async def load_refresh_token(self, client: OAuthClientInformationFull, refresh_token: str) -> RefreshToken | None:
        """Return what a refresh token stands for. One that was used before ends its grant."""
        async with self._services.transaction() as tx:
            grant = await oauth.refreshed_by(tx, client.client_id, refresh_token)
        if grant is None or not self._services.lets_in(grant.owner):
            return None
        return RefreshToken(
            token=refresh_token,
            client_id=client.client_id,
            scopes=[grant.scope.value],
            expires_at=int(grant.expires_at.timestamp()),
        )

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        """Return new tokens in place of the former ones. Raises TokenError if somebody else was faster."""
        del scopes  # a grant has one
        async with self._services.transaction() as tx:
            grant = await oauth.refreshed_by(tx, client.client_id, refresh_token.token)
            tokens = await oauth.refresh(tx, grant, refresh_token.token) if grant else None
        if grant is None or tokens is None:
            raise TokenError("invalid_grant", "refresh token does not exist")
        return _answer(tokens, grant.scope)

    async def load_access_token(self, token: str) -> AccessToken | None:
        """Return nothing: the API reads its tokens itself."""

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        """Do nothing: the SDK revokes only with a client's secret. The owner does, by /api."""

    async def _end(self, allowed: Allowed) -> None:
        if allowed.granted:
            async with self._services.transaction() as tx:
                await access_tokens.revoke(tx, allowed.owner, allowed.granted)


def _answer(tokens: Tokens, scope: Scope) -> OAuthToken:
    return OAuthToken(
        access_token=tokens.access,
        expires_in=int(VALID.total_seconds()),
        scope=scope.value,
        refresh_token=tokens.refresh,
    )


def _is_safe(uri: str) -> bool:
    """Tell whether a code may be sent to an address (RFC 8252, section 7)."""
    parts = urlsplit(uri)
    if "#" in uri or parts.username is not None or parts.password is not None:
        return False
    if parts.scheme == "http":
        return parts.hostname in _LOOPBACK
    return bool(parts.hostname) if parts.scheme == "https" else "." in parts.scheme
