"""A proxy to another model server, which streams the answers through."""

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from practice.serving import NoAnswer, drop, while_connected

_OF_ONE_CONNECTION = {"accept-encoding", "connection", "content-length", "host", "keep-alive", "transfer-encoding"}
"""Headers that are not passed on. Without the first, answers come uncompressed, so that they can be observed."""

log = logging.getLogger(__name__)


class Relay:
    """Serves under `/v1` what the server at `upstream` serves, such as "http://localhost:11434/v1".

    If the upstream server can't be reached or breaks off, the connection to the client is dropped.
    """

    def __init__(self, upstream: str) -> None:
        # The client has timeouts of its own.
        limits = httpx.Limits(max_connections=None)
        is_away = not _on_this_machine(upstream)
        self._client = httpx.AsyncClient(timeout=None, limits=limits, trust_env=is_away)  # noqa: S113 - models take long
        self._upstream = upstream.rstrip("/")
        self.app = Starlette(
            routes=[Route("/v1/{path:path}", self._pass_on, methods=["GET", "POST"])],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with self._client:
            yield

    async def _pass_on(self, request: Request) -> Response:
        asked = self._client.build_request(
            request.method,
            f"{self._upstream}/{request.path_params['path']}",
            params=request.query_params,
            headers={**_passed_on(request.headers.items()), "accept-encoding": "identity"},
            content=await request.body(),
        )
        try:
            answer = await while_connected(request, self._client.send(asked, stream=True))
        except httpx.HTTPError as error:
            log.warning("can't reach %s: %s: %s", self._upstream, type(error).__name__, error)
            return NoAnswer()
        return _Answer(answer, request)


class _Answer(StreamingResponse):
    """The upstream answer, chunk by chunk; always closed, even if its first chunk was never read."""

    def __init__(self, answer: httpx.Response, request: Request) -> None:
        super().__init__(_pieces(answer, request), answer.status_code, _passed_on(answer.headers.items()))
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._answer.aclose()


async def _pieces(answer: httpx.Response, request: Request) -> AsyncIterator[bytes]:
    try:
        async for piece in answer.aiter_raw():
            yield piece
    except httpx.HTTPError as error:
        drop(request.scope)
        raise ClientDisconnect from error


def _passed_on(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name: value for name, value in headers if name.lower() not in _OF_ONE_CONNECTION}


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
