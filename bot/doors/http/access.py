"""Who gets in: tokens and sessions, their languages, how often they may ask, and what browsers may not do."""

import re
from collections.abc import Collection
from contextlib import suppress
from math import ceil
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.types import Scope as AsgiScope

from bot.doors.http.limits import Rate
from bot.doors.http.problems import Refused, problem
from bot.doors.http.services import ApiServices
from bot.doors.store import access_tokens
from bot.doors.values import AccessToken, Bearer, Scope
from bot.kit.errors import DatabaseUnavailable
from bot.kit.language import DEFAULT, known, speak
from bot.kit.program import command
from bot.kit.zones import set_zone

BEARER: Final = HTTPBearer(auto_error=False, description=f"A token from `{command('token add')}` or /api in Telegram")
SESSION: Final = "keepsake_session"
COOKIE: Final = APIKeyCookie(name=SESSION, auto_error=False, description="The session of the page, from its login")
_WHO: Final = {"WWW-Authenticate": "Bearer"}
MOST_BYTES: Final = 1_000_000
"""Largest body of a request, but for imports."""
IMPORT: Final = "/api/import"
MOST_IMPORT_BYTES: Final = 5_000_000
"""Largest file to import; the command line takes more, since it is a process of its own."""

Caller = AccessToken
"""Who asks: the owner for whom a token acts, its name, and what it allows."""

_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
_PAGES: Final = {"/", "/login", "/authorize", "/docs"}
_HOST: Final = re.compile(r"(?P<name>\[[^\]]*\]|[^:]*)(?::(?P<port>[1-9][0-9]{0,4}))?")
_MOST_PORT: Final = 65_535


async def let_in(request: Request, bearer: HTTPAuthorizationCredentials | None, session: str | None = None) -> Caller:
    """Return who asks, by a token or by the session of the page.

    With a session, only the page itself may change something. Raises Refused (401, 403, 429).
    """
    services: ApiServices = request.app.state.services
    if bearer is None and session and request.method not in _SAFE:
        check_own_page(request)
    found = await _found(services, bearer.credentials) if bearer else None
    if bearer is None and session:
        found = await session_of(request)
    if found is None:
        if bearer or session:
            count(services, Rate.WRONG, address_of(request))
        forget = {"Set-Cookie": f"{SESSION}=; Max-Age=0; Path=/"} if session and not bearer else {}
        raise Refused(401, "This needs a token: Authorization: Bearer keepsake_…", {**_WHO, **forget})
    count(services, Rate.TOKEN, f"{found.owner.user_id}:{found.name}")
    return found


async def reader(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)],
    session: Annotated[str | None, Depends(COOKIE)] = None,
) -> Caller:
    """Return who asks; the page is answered in its owner's language, programs in English.

    An assistant was let in at /mcp alone. Raises Refused (401, 403, 429).
    """
    caller = await let_in(request, bearer, session)
    if caller.bearer is Bearer.ASSISTANT:
        raise Refused(403, "This is an assistant's token, with which it reaches /mcp alone.")
    services: ApiServices = request.app.state.services
    set_zone(services.languages.zone(caller.owner))
    if caller.is_page:
        speak(services.languages.of(caller.owner))
        request.state.is_page = True
    return caller


async def writer(caller: Annotated[Caller, Depends(reader)]) -> Caller:
    """Return who asks, and may change something. Raises Refused (401, 403, 429)."""
    if caller.scope is not Scope.WRITE:
        raise Refused(403, "This token may only read.")
    return caller


Reading = Annotated[Caller, Depends(reader)]
Writing = Annotated[Caller, Depends(writer)]


async def session_of(request: Request) -> Caller | None:
    """Return who is logged in at the page in the browser that makes a request, or None."""
    services: ApiServices = request.app.state.services
    found = await _found(services, request.cookies.get(SESSION, ""))
    return found if found and found.bearer is Bearer.PAGE else None


async def is_still_let_in(services: ApiServices, caller: Caller) -> bool:
    """Tell whether a caller's token or session still holds, and count that as its use. Raises DatabaseUnavailable."""
    async with services.transaction() as tx:
        if not await access_tokens.is_valid(tx, caller):
            return False
        await access_tokens.note_use(tx, caller)
        return True


def count(services: ApiServices, rate: Rate, source: str) -> None:
    """Count a request. Raises Refused (429) if its source makes too many."""
    if wait := services.limits.pause(rate, source):
        raise Refused(429, "That is too often.", {"Retry-After": str(ceil(wait))})


def address_of(request: Request) -> str:
    """Return the address that a request comes from; empty if it is not known."""
    return request.client.host if request.client else ""


def check_own_page(request: Request) -> None:
    """Raise Refused (403) unless our own page makes a request: else any site could, with the browser's cookie.

    The guard lets no other Origin through than ours.
    """
    if request.headers.get("sec-fetch-site") != "same-origin" and "origin" not in request.headers:
        raise Refused(403, "Only Keepsake's own page may do this with a session.")


class Guard:
    """Middleware that refuses what no honest client sends.

    That is another Host (DNS rebinding), a request that a page of another site has made other than to open ours, and a
    body that is too large. Host and Origin are compared as they were sent: what a parser makes of them may be ours.
    """

    def __init__(self, app: ASGIApp, services: ApiServices) -> None:
        self._app = app
        self._names = frozenset(f"[{it}]" if ":" in it else it for it in services.hosts)
        self._public_origin = services.public_origin

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, headers = Request(scope, receive), Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        most = MOST_IMPORT_BYTES if request.url.path == IMPORT else MOST_BYTES
        if len(hosts) != 1 or not _is_one_of(hosts[0], self._names):
            await problem(421, "Keepsake isn't reached at this address (API_PUBLIC_URL).")(scope, receive, send)
        elif origins not in ([], [f"http://{hosts[0]}"], [self._public_origin]) or _is_from_elsewhere(request):
            await problem(403, "A page of another site has asked for this.")(scope, receive, send)
        elif (declared := headers.get("content-length", "0")).isdecimal() and int(declared) > most:
            await problem(413, f"At most {most:,} bytes fit into a request.")(scope, receive, send)
        else:
            await self._app(scope, _bounded(receive, most), _not_kept(send))


def _is_one_of(host: str, names: Collection[str]) -> bool:
    """Tell whether a Host header is one of some names, with a port or without."""
    found = _HOST.fullmatch(host)
    return found is not None and found["name"] in names and int(found["port"] or 0) <= _MOST_PORT


def _is_from_elsewhere(request: Request) -> bool:
    """Tell whether a page of another site makes a request.

    One that follows a link to a page does not count, nor Telegram's web client that opens it as a Mini App.
    """
    is_opening = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
    opens_page = is_opening and request.url.path in _PAGES
    return request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"} and not opens_page


def _bounded(receive: Receive, most: int) -> Receive:
    """Return what receives a body of a bounded length, whatever its headers say."""
    received = 0

    async def bounded() -> dict[str, object]:
        nonlocal received
        message = dict(await receive())
        received += len(message.get("body", b""))
        if received > most:
            raise Refused(413, f"At most {most:,} bytes fit into a request.")
        return message

    return bounded


def _not_kept(send: Send) -> Send:
    """Return what sends an answer that browsers and proxies don't keep, unless it says how long they may."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


async def _found(services: ApiServices, token: str) -> Caller | None:
    if not token:
        return None
    async with services.transaction(single=True) as tx:
        found = await access_tokens.find(tx, token)
        if found is None or not services.lets_in(found.owner):
            return None
        await access_tokens.note_use(tx, found)
        return found


async def language_of(request: Request) -> str:
    """Return the language of who asks for a page; the browser's while the database is away."""
    services: ApiServices = request.app.state.services
    with suppress(DatabaseUnavailable):
        if present := await session_of(request):
            return services.languages.of(present.owner)
    return accepted(request.headers.get("Accept-Language", ""))


async def speaking(request: Request) -> None:
    """Answer who asks for a page in their language."""
    speak(await language_of(request))


def accepted(header: str) -> str:
    """Return the first language of an Accept-Language header that Keepsake speaks (RFC 9110, section 12.5.4)."""
    ranges = [it.partition(";") for it in header.split(",")]
    by_quality = sorted(ranges, key=lambda it: -_quality(it[2]))
    return next((code for tag, _, _of in by_quality if (code := known(tag.strip()))), DEFAULT)


def _quality(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0
