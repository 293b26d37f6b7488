"""The bot as python-telegram-bot knows it; it stores the updates it fetches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final

import structlog
from telegram import File
from telegram.error import BadRequest, InvalidToken, NetworkError, TimedOut
from telegram.ext import ExtBot
from telegram.request import HTTPXRequest

_READ_SECONDS: Final = 10.0
_ANSWERS_FIRST_SECONDS: Final = 0.02
"""Pause before updates are asked for again, in which what has just come gets on its way to the model."""
_FLOOD: Final = 20
"""Updates at once after which there is no such pause."""

log = structlog.get_logger()


class PollingBot(ExtBot[None]):
    """A bot whose updates are stored when they are fetched, and parsed one by one. Call `deliver_to` before polling.

    python-telegram-bot's own bot fails for a whole batch with an unreadable update, and fetches it again forever.
    """

    _receive: Callable[[Sequence[Any]], Awaitable[Sequence[object]]]

    def __init__(self, token: str, api_url: str, request: HTTPXRequest, polling: HTTPXRequest) -> None:
        super().__init__(
            token,
            base_url=f"{api_url}/bot",
            base_file_url=f"{api_url}/file/bot",
            request=request,
            get_updates_request=polling,
        )
        self._api_url = api_url
        self._came = 0  # updates in the last batch

    @property
    def api_url(self) -> str:
        """The Bot API server's address."""
        return self._api_url

    def deliver_to(self, receive: Callable[[Sequence[Any]], Awaitable[Sequence[object]]]) -> None:
        """Deliver fetched batches of updates to what stores them, and returns them as they are passed on."""
        self._receive = receive

    async def get_updates(
        self,
        offset: int | None = None,
        limit: int | None = None,
        timeout: int | timedelta | None = None,  # noqa: ASYNC109 - Telegram's long polling, not ours
        allowed_updates: Sequence[str] | None = None,
        **options: Any,
    ) -> tuple[Any, ...]:
        """Return stored updates (Bot API, getUpdates).

        A 401 or 404, as from a server that restarts, would end python-telegram-bot's polling.
        """
        if 0 < self._came < _FLOOD:
            await asyncio.sleep(_ANSWERS_FIRST_SECONDS)
        waits = timeout.total_seconds() if isinstance(timeout, timedelta) else float(timeout or 0)
        try:
            batch = await self._post(
                "getUpdates",
                {"offset": offset, "limit": limit, "timeout": timeout, "allowed_updates": allowed_updates},
                **{"read_timeout": waits + _READ_SECONDS, **options},
            )
        except InvalidToken as error:
            raise NetworkError("not signed in") from error  # the token was accepted before, so polling continues
        except TimedOut:
            log.warning("waiting for Telegram", error="TimedOut")  # python-telegram-bot asks again without a word
            raise
        updates = await self._receive(batch) if isinstance(batch, list) else ()
        self._came = len(updates)
        if not updates and batch != []:
            raise NetworkError("no updates")  # for a pause before the next request
        return tuple(updates)

    async def get_file(self, file_id: Any, **options: Any) -> File:
        """Return where a file is. Raises BadRequest unless that is an address.

        python-telegram-bot would read whatever file of this machine a server names.
        """
        file = await super().get_file(file_id, **options)
        if not (file.file_path or "").startswith(("http://", "https://")):
            log.warning("the Bot API server hands out no files: run it without --local")
            raise BadRequest("file is not at an address")
        return file

    async def delete_webhook(self, *arguments: Any, **options: Any) -> bool:
        """Delete the webhook, so that updates can be fetched (Bot API, deleteWebhook); a 401 or 404 is retried."""
        try:
            return await super().delete_webhook(*arguments, **options)
        except InvalidToken as error:
            raise NetworkError("not signed in") from error
