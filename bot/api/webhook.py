"""The webhook: Telegram posts updates here (Bot API, setWebhook)."""

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.api.access import MOST_BYTES

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name


def webhook(path: str, secret: str, take: Callable[[bytes], Awaitable[bool]]) -> ASGIApp:
    """Return an ASGI app that takes updates at a path.

    Nothing is read of a request without the secret. `take` stores an update, and tells whether it is stored: if not,
    the answer is 503, and Telegram sends the update again. It raises ValueError for what is no JSON.
    """

    async def post(request: Request) -> Response:
        if not compare_digest(request.headers.get(SECRET_HEADER, "").encode(), secret.encode()):
            return Response(status_code=403)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return Response(status_code=415)
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        try:
            return Response(status_code=200 if await take(body) else 503)
        except ValueError:
            return Response(status_code=400)

    return Starlette(routes=[Route(path, post, methods=["POST"])])


def beside(app: ASGIApp, hook: ASGIApp, path: str) -> ASGIApp:
    """Return an app that passes what is for the path of a webhook to it, and everything else to another app."""

    async def either(scope: Scope, receive: Receive, send: Send) -> None:
        is_for_hook = scope["type"] == "http" and scope["path"] == path
        await (hook if is_for_hook else app)(scope, receive, send)

    return either


async def _body(request: Request) -> bytes | None:
    """Return a request's body, or None if it is too large or never complete."""
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > MOST_BYTES:
        return None
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                return None
    except ClientDisconnect:
        return None
    return bytes(body)
