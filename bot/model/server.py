"""HTTP to an OpenAI-compatible server."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import cache
from ssl import SSLContext
from typing import Final
from urllib.parse import urlsplit

import httpx

from bot.backoff import Backoff
from bot.model.failures import FAILURES, ReportedError, is_passing, reported_in
from bot.model.stream import Heard
from bot.settings import OPENAI_URL, on_this_machine

RETRIES: Final = 2
_CONNECTIONS: Final = httpx.Limits(max_connections=1_000, max_keepalive_connections=100)
_JSON: Final = {"Content-Type": "application/json"}

being_sent: ContextVar[Heard | None] = ContextVar("being_sent", default=None)
"""What comes of the request that is being made."""


class ModelServer:
    """A server, OpenAI's own unless named; one that wants no key is given a word in its place.

    The environment has no say, but for the proxy on the way to a server elsewhere.
    """

    def __init__(self, api_key: str, base_url: str | None, *, timeout: float) -> None:
        url = base_url or OPENAI_URL
        self._http = httpx.AsyncClient(
            base_url=url,
            headers={"Authorization": f"Bearer {api_key or 'none'}", "User-Agent": "Keepsake"},
            timeout=timeout,
            limits=_CONNECTIONS,
            follow_redirects=True,
            trust_env=not on_this_machine(url),
            verify=_certificates() if urlsplit(url).scheme == "https" else False,
            event_hooks={"request": [_trace]},
        )

    @asynccontextmanager
    async def streaming(self, path: str, body: bytes) -> AsyncIterator[AsyncIterator[bytes]]:
        """Post a body of JSON, and yield what streams back. Raises one of FAILURES."""
        async with self._http.stream("POST", path, content=body, headers=_JSON) as response:
            if response.is_error:
                await response.aread()
                raise _refusal(response)
            yield response.aiter_bytes()

    async def ask(
        self, path: str, body: Mapping[str, object] | None = None, *, retries: int = RETRIES
    ) -> httpx.Response:
        """Return the answer to a question, which is asked again while the server is away or busy.

        Raises one of FAILURES.
        """
        backoff = Backoff(0.5, 8.0)
        while True:
            try:
                response = await self._http.request("POST" if body else "GET", path, json=body)
                if response.is_error:
                    raise _refusal(response)
            except FAILURES as error:
                if not retries or not is_passing(error):
                    raise
                retries -= 1
                await asyncio.sleep(backoff.next())
            else:
                return response

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


def _refusal(response: httpx.Response) -> ReportedError:
    error = reported_in(response.text or f"status {response.status_code}")
    error.status = response.status_code
    error.retry_after = response.headers.get("retry-after", "")
    return error


@cache
def _certificates() -> SSLContext:
    """Load the trusted certificates, once for all clients: each context would take 20 ms and 1 MB."""
    return httpx.create_ssl_context()


async def _trace(request: httpx.Request) -> None:
    """Note when the whole request was sent (https://www.encode.io/httpcore/extensions/#trace)."""
    heard = being_sent.get()

    async def note(event: str, _: object) -> None:
        if heard and event.endswith("send_request_body.complete"):
            heard.sent = True

    request.extensions = {**request.extensions, "trace": note}
