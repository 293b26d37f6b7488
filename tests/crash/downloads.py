"""The files that a bot downloads, as moments of a run."""

import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

FILE: Final = "file"
"""What a download is called among the calls of Telegram's methods."""

Hook: TypeAlias = Callable[[], Awaitable[bool]]


class Downloads:
    """Telegram's app, with a hook before each download and one after it, which tell whether the bot is killed."""

    def __init__(self, app: ASGIApp, before: Hook, after: Hook) -> None:
        self._app, self._before, self._after = app, before, after
        self.times: list[tuple[str, float]] = []
        """The path of each download, and when it began (monotonic seconds)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if not str(scope.get("path", "")).startswith("/file/"):
            await self._app(scope, receive, send)
            return
        self.times.append((str(scope["path"]), time.monotonic()))
        if not await self._before():
            await self._app(scope, receive, send)
            await self._after()
