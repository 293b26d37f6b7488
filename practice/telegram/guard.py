"""Access control: only local programs and the chat page itself may use the practice server."""

import re

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from practice.telegram.api_error import ApiError

_LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?", re.IGNORECASE)


class Guard:
    """ASGI middleware that answers 403 to requests that a foreign web page can make a browser send.

    These are requests with a Host other than this machine (DNS rebinding), any browser request to the Bot API, and
    requests to the page with a foreign Origin or, where they change something, a body other than JSON (cross-site
    requests).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request or pass it on."""
        if scope["type"] == "http" and (reason := _objection(scope)):
            answer = JSONResponse(ApiError(403, f"Forbidden: {reason}").answer(), status_code=403)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _objection(scope: Scope) -> str:
    """Return why a request is refused, or an empty string."""
    headers = Headers(scope=scope)
    host, origin = headers.get("host", ""), headers.get("origin")
    if not _LOOPBACK.fullmatch(host):
        return "this server answers this machine only"
    if scope["path"].startswith(("/bot", "/file/bot")):
        return "the Bot API is not for browsers" if origin is not None or "sec-fetch-site" in headers else ""
    if origin is not None and origin != f"http://{host}":
        return "foreign origin"
    is_json = headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
    return "" if scope["method"] in {"GET", "HEAD"} or is_json else "JSON expected"
