"""A local Bot API server with a chat page; real HTTP, as strict as Telegram's."""

import json
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from practice.faults import Dropped, Fault, strike
from practice.serving import NoAnswer, while_connected
from practice.telegram.api_error import ApiError
from practice.telegram.chat_page import Notice, page_routes
from practice.telegram.insight import Insight
from practice.telegram.messenger import Messenger
from practice.telegram.methods import Methods
from practice.telegram.parameters import Parameters, parameters_of

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


DOWNLOAD = "download"
"""Name of the download of a file for faults."""
_CALLS_KEPT = 5_000


@dataclass(slots=True)
class Call:
    """A call by the bot, its parameters as strings (nested ones as JSON); `at` is its start in monotonic seconds."""

    method: str
    parameters: Mapping[str, str]
    at: float
    outcome: str = ""
    """"ok", "dropped", "abandoned" or the error's description; empty until the call is answered."""

    def json(self, name: str) -> object:
        """Return the value of a nested parameter, or None."""
        return json.loads(self.parameters.get(name, "null"))


class BotApi(Messenger):
    """The Bot API of one bot at `/bot<token>/<method>`, and at `/` a page to chat with it as user 1.

    `app` is the ASGI app; serve it in the event loop in which everything else is called. Its lifespan opens and
    closes the file in the `state` folder. `notice` returns the text above the chat on the page, `insight` is the panel
    beside it. `downloads` holds the paths of the files that the bot has downloaded.
    """

    def __init__(
        self,
        token: str,
        state: Path | None = None,
        *,
        notice: Notice = lambda _: "",
        name: str = "Practice bot",
        username: str = "practice_bot",
        insight: Insight | None = None,
    ) -> None:
        super().__init__(
            {"id": int(token.partition(":")[0]), "is_bot": True, "first_name": name, "username": username}, state
        )
        self._token = token
        self._methods = Methods(self)
        self._calls: deque[Call] = deque(maxlen=_CALLS_KEPT)
        self.downloads: list[str] = []
        if insight:
            insight.requests.on_change = self.announce
        self.app = Starlette(
            routes=[
                Route("/bot{token}/{method}", self._endpoint, methods=["GET", "POST"]),
                Route("/file/bot{token}/{path:path}", self._download),
                *page_routes(self, notice, insight),
            ],
            middleware=[Middleware(Guard)],
            exception_handlers={HTTPException: _not_found, ApiError: _refused, Dropped: _dropped},
            lifespan=self._lifespan,
        )

    @property
    def calls(self) -> list[Call]:
        """The bot's last 5,000 calls, oldest first."""
        return list(self._calls)

    def fail(
        self,
        method: str,
        *,
        error_code: int = 500,
        description: str = "",
        retry_after: int | None = None,
        every: int = 1,
        times: int | None = None,
        after_effect: bool = False,
    ) -> None:
        """Answer calls of `method` ("*" for any) with an error, by default with Telegram's description of its code."""
        if error_code == HTTPStatus.TOO_MANY_REQUESTS:
            retry_after = 1 if retry_after is None else retry_after
            description = description or f"Too Many Requests: retry after {retry_after}"
        error = ApiError(error_code, description or HTTPStatus(error_code).phrase, retry_after)
        self.add_fault(Fault(method=method, error=error, every=every, times=times, after_effect=after_effect))

    def delay(self, method: str, seconds: float, *, every: int = 1, times: int | None = None) -> None:
        """Delay the effect of calls of `method`."""
        self.add_fault(Fault(method=method, seconds=seconds, every=every, times=times))

    def swallow(self, method: str, *, every: int = 1, times: int | None = None) -> None:
        """Let calls of `method` take effect without ever answering them."""
        self.add_fault(Fault(method=method, seconds=float("inf"), every=every, times=times, after_effect=True))

    def drop(self, method: str, *, every: int = 1, times: int | None = None, after_effect: bool = False) -> None:
        """Drop the connection of calls of `method`, before or after they take effect."""
        self.add_fault(Fault(method=method, error=Dropped(), every=every, times=times, after_effect=after_effect))

    def add_fault(self, fault: Fault) -> None:
        """Add a fault."""
        self.faults.add(fault)

    def heal(self) -> None:
        """Remove all faults."""
        self.faults.clear()

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        try:
            self.open()
            yield
        finally:
            self.close()

    async def _endpoint(self, request: Request) -> Response:
        method = request.path_params["method"]
        self._authorize(request.path_params["token"])
        call = self._call(method, await parameters_of(request))
        result = await (while_connected(request, call) if method.lower() == "getupdates" else call)
        return JSONResponse({"ok": True, "result": result})

    async def _download(self, request: Request) -> Response:
        """Serve a file at the path that getFile returns (Bot API, File)."""
        self._authorize(request.path_params["token"])
        file = self.files.by_path(request.path_params["path"])
        if file is None:
            raise HTTPException(404)
        faults = self.faults.due(DOWNLOAD)
        await strike(faults, after_effect=False)
        self.downloads.append(file.path)
        self.announce()
        await strike(faults, after_effect=True)
        return Response(file.content, media_type="application/octet-stream")

    def _authorize(self, token: str) -> None:
        if token != self._token:
            raise ApiError(401, "Unauthorized")

    async def _call(self, method: str, parameters: Parameters) -> object:
        """Carry out a call and record it."""
        self._calls.append(call := Call(method, parameters.values, time.monotonic()))
        self.announce()
        outcome = "abandoned"
        try:
            faults = self.faults.due(method)
            await strike(faults, after_effect=False)
            result = await self._methods.call(method, parameters)
            await strike(faults, after_effect=True)
            outcome = "ok"
        except ApiError as refusal:
            outcome = refusal.description
            raise
        except Dropped:
            outcome = "dropped"
            raise
        finally:
            call.outcome = outcome
            self.announce()
        return result


async def _refused(_: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, ApiError) else ApiError(500, "Internal Server Error")
    return JSONResponse(refusal.answer(), status_code=refusal.error_code)


async def _dropped(_request: Request, _error: Exception) -> Response:
    return NoAnswer()


async def _not_found(_: Request, error: Exception) -> Response:
    code = error.status_code if isinstance(error, HTTPException) else HTTPStatus.NOT_FOUND
    return JSONResponse(ApiError(code, HTTPStatus(code).phrase).answer(), status_code=code)
