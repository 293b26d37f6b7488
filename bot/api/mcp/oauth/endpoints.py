"""The endpoints of OAuth that programs use, which are the SDK's."""

import asyncio
from typing import Final

from pydantic import AnyHttpUrl
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.api.access import refuse_too_often
from bot.api.mcp.oauth.requests import CONSENT
from bot.api.problems import problem
from bot.api.services import ApiServices
from bot.values.access import Scope as Allows

AUTHORIZE: Final = "/authorize"
_MOST_ADDRESSES: Final = 4
"""For how many addresses the endpoints are kept: without API_PUBLIC_URL the port is as the client says."""
_RESOURCE: Final = "/.well-known/oauth-protected-resource"
_PATHS: Final = (
    AUTHORIZE,
    "/token",
    "/register",
    "/.well-known/oauth-authorization-server",
    f"{_RESOURCE}/mcp",
)


def oauth_routes(services: ApiServices) -> list[Route]:
    """Return the routes of the endpoints."""
    door = OAuthDoor(services)
    return [Route(path, door) for path in _PATHS]


def resource_metadata(request: Request, services: ApiServices) -> str:
    """Return where a client reads how to log in (RFC 9728)."""
    return f"{_base(request, services)}{_RESOURCE}/mcp"


def issuer_of(request: Request, services: ApiServices) -> str:
    """Return what the answers of logins name as their origin (RFC 9207)."""
    return str(AnyHttpUrl(_base(request, services)))


class OAuthDoor:
    """An ASGI app for the endpoints, which begin with their first request: the SDK takes 30 MB."""

    def __init__(self, services: ApiServices) -> None:
        self._services = services
        self._apps: dict[str, ASGIApp | None] = {}
        self._beginning = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request at the address that it came to. Raises Refused (429)."""
        request = Request(scope)
        if request.method == "POST" or request.url.path == AUTHORIZE:
            refuse_too_often(request, self._services)
        base = _base(request, self._services)
        async with self._beginning:
            if base not in self._apps:
                begun = await asyncio.to_thread(_endpoints, self._services, base)
                self._apps = {**dict([*self._apps.items()][-_MOST_ADDRESSES + 1 :]), base: begun}
            app = self._apps[base]
        if app is None:
            await problem(404, "Logging in takes HTTPS (API_PUBLIC_URL), or this machine's own address.")(
                scope, receive, send
            )
        else:
            await app(scope, receive, _without_detours(send) if request.url.path == AUTHORIZE else send)


def _without_detours(send: Send) -> Send:
    """Return what sends a redirection only to the owner: anybody can register an address for errors to go to.

    See RFC 9700, section 4.11.2.
    """
    is_refused = False

    async def sending(message: Message) -> None:
        nonlocal is_refused
        if message["type"] == "http.response.start":
            to = MutableHeaders(scope=message).get("location", CONSENT)
            if is_refused := not to.startswith(CONSENT):
                headers = [(b"content-type", b"text/plain")]
                message = {**message, "status": 400, "headers": headers}
        elif is_refused:
            message = {**message, "body": b"This assistant's request is not valid."}
        await send(message)

    return sending


def _base(request: Request, services: ApiServices) -> str:
    return (services.public_url or str(request.base_url)).rstrip("/")


def _endpoints(services: ApiServices, base: str) -> ASGIApp | None:
    """Return the SDK's endpoints at an address, or None if that is not safe enough."""
    from mcp.server.auth import routes  # noqa: PLC0415 - only once it is used
    from mcp.server.auth.handlers.metadata import MetadataHandler  # noqa: PLC0415 - as above
    from mcp.server.auth.settings import ClientRegistrationOptions, RevocationOptions  # noqa: PLC0415 - as above

    from bot.api.mcp.oauth.provider import Provider  # noqa: PLC0415 - as above

    issuer, scopes = AnyHttpUrl(base), [str(it) for it in Allows]
    registering = ClientRegistrationOptions(enabled=True, valid_scopes=scopes, default_scopes=scopes)
    try:
        its = routes.create_auth_routes(Provider(services, services.oauth), issuer, None, registering)
    except ValueError:
        return None
    metadata = routes.build_metadata(issuer, None, registering, RevocationOptions())
    metadata.token_endpoint_auth_methods_supported = ["none"]
    metadata.authorization_response_iss_parameter_supported = True
    about = routes.cors_middleware(MetadataHandler(metadata).handle, ["GET", "OPTIONS"])
    of_mcp = routes.create_protected_resource_routes(AnyHttpUrl(f"{base}/mcp"), [issuer], scopes, "Keepsake")
    return Router([Route("/.well-known/oauth-authorization-server", about), *its, *of_mcp])
