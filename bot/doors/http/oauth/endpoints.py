"""The endpoints of OAuth: the SDK's, which programs use, and the page on which an owner lets an assistant in."""

import asyncio
import json
from html import escape
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from pydantic import AnyHttpUrl
from starlette.datastructures import MutableHeaders
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.doors.http.access import SESSION, address_of, check_own_page, count, reader, speaking
from bot.doors.http.asking import Services, form
from bot.doors.http.html import SUBMIT, form_of, html
from bot.doors.http.limits import Rate
from bot.doors.http.oauth_requests import CONSENT, Asked
from bot.doors.http.problems import Refused, problem
from bot.doors.http.services import ApiServices
from bot.doors.values import Scope as Allows
from bot.kit.language import mark, t
from bot.kit.program import called

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
_LABELS: Final = {Allows.WRITE: mark("Read and change"), Allows.READ: mark("Read only")}
_GONE: Final = mark("This request was already answered or has expired. Connect the assistant again.")
_LOG_IN: Final = mark(
    "Send {command} to your bot and open its link in this browser, or open the link that {program} prints. "
    "Then continue here."
)
_ACCESS: Final = mark(
    "It will see your memories, notes, reminders and past conversations. Telegram shows what it changes, "
    "with an Undo button. To end its access, send {command}."
)

router = APIRouter(include_in_schema=False, dependencies=[Depends(speaking)])


def oauth_routes(services: ApiServices) -> list[Route]:
    """Return the routes of the endpoints."""
    door = OAuthDoor(services)
    return [Route(path, door) for path in _PATHS]


def resource_metadata(request: Request, services: ApiServices) -> str:
    """Return where a client reads how to log in (RFC 9728)."""
    return f"{_base(request, services)}{_RESOURCE}/mcp"


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
            count(self._services, Rate.STRANGER, address_of(request))
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

    from bot.doors.http.oauth.provider import Provider  # noqa: PLC0415 - as above

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


@router.get(CONSENT)
async def ask(services: Services, request: str = "") -> HTMLResponse:
    """Return a page that asks again by itself: a browser that comes from another site sends no session at first."""
    if not services.oauth.asked(request):
        return _gone()
    return html(_going_on(request, t("Continue")), SUBMIT)


@router.post(CONSENT)
async def decide(request: Request, services: Services) -> HTMLResponse:
    """Ask the owner, and take the decision to the assistant. Raises Refused (403, 429)."""
    check_own_page(request)
    said = await form(request)
    request_id, decision = said.get("request", ""), said.get("decision", "")
    try:
        caller = await reader(request, None, request.cookies.get(SESSION))
    except Refused as refused:
        if refused.status_code != HTTPStatus.UNAUTHORIZED:
            raise
        how = t(_LOG_IN, command="<code>/memory open</code>", program=f"<code>{called()} open</code>")
        log_in = f"<h1>{t('Log in first')}</h1><p>{how}</p>"
        return html(log_in + _going_on(request_id, t("I am logged in")), status=401)
    if not (asked := services.oauth.asked(request_id)):
        return _gone()
    if not decision:
        return html(_question(asked, request_id))
    issuer = str(AnyHttpUrl(_base(request, services)))  # the origin of the answer (RFC 9207)
    if decision not in asked.scopes:
        services.oauth.decline(request_id)
        return _goes_on(asked, asked.answer(error="access_denied", iss=issuer))
    code = services.oauth.allow(request_id, caller.owner, Allows(decision))
    return _goes_on(asked, asked.answer(code=code, iss=issuer))


def _gone() -> HTMLResponse:
    return html(f"<p>{t(_GONE)}</p>", status=404)


def _going_on(request_id: str, label: str) -> str:
    return form_of(CONSENT, {"request": request_id}, f"<button>{label}</button>")


def _question(asked: Asked, request_id: str) -> str:
    labels = [*((it.value, t(_LABELS[it])) for it in asked.scopes), ("no", t("No"))]
    buttons = (f'<button name="decision" value="{value}">{label}</button>' for value, label in labels)
    title = t("Let {assistant} in?", assistant=_name(asked))
    receiver = t("Your answer goes to {receiver}.", receiver=f"<b><bdi>{escape(asked.receiver)}</bdi></b>")
    return (
        f"<h1>{title}</h1><p>{t(_ACCESS, command='<code>/api revoke</code>')}</p>"
        f"<p>{receiver} {t('The assistant chose its name itself.')}</p>"
        + form_of(CONSENT, {"request": request_id}, *buttons)
    )


def _name(asked: Asked) -> str:
    return f"<bdi>{escape(asked.name)}</bdi>"


def _goes_on(asked: Asked, to: str) -> HTMLResponse:
    """Return a page that goes to an address: browsers don't let a form do so that this policy is for."""
    link = f'<p><a href="{escape(to)}">{t("Go back to {assistant}", assistant=_name(asked))}</a></p>'
    return html(link, f"location.replace({json.dumps(to).replace('<', chr(92) + 'u003c')});")
