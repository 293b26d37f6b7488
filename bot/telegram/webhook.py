"""Updates by webhook: Telegram posts each one, and is told that it arrived once it is stored."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import structlog
from telegram.error import BadRequest, TelegramError

from bot.backoff import Backoff
from bot.errors import StartError
from bot.telegram.inbox import Inbox, id_of
from bot.telegram.polling_bot import PollingBot
from bot.telegram.refusals import wanted_pause
from bot.telegram.request import parsed

_CONNECTIONS: Final = 1
"""Connections that Telegram may open at a time: with one, updates come in order (Bot API, setWebhook)."""
_MOST_WAITING: Final = 100
"""Most updates that wait to be stored; Telegram keeps the others."""
_ANSWER_SECONDS: Final = 5.0
"""Seconds in which a post is answered."""
_LOOK_SECONDS: Final = 60.0
_UNRESOLVED: Final = "resolve host"
"""Part of Telegram's refusal of a URL whose host it can't find, which may pass."""

log = structlog.get_logger()


class Webhook:
    """Receives the updates that Telegram posts to a URL, with a secret, and passes them through the inbox.

    Updates are stored one after the other, in the order in which they come.
    """

    def __init__(
        self,
        bot: PollingBot,
        inbox: Inbox,
        url: str,
        secret: str,
        *,
        answer_seconds: float = _ANSWER_SECONDS,
        look_seconds: float = _LOOK_SECONDS,
    ) -> None:
        self._bot = bot
        self._inbox = inbox
        self._url = url
        self._secret = secret
        self._answer_seconds = answer_seconds
        self._look_seconds = look_seconds
        self._opened = asyncio.Event()
        self._is_closed = False
        self._in_order = asyncio.Lock()
        self._storing: dict[int, asyncio.Task[None]] = {}

    async def open(self, kinds: Sequence[str]) -> None:
        """Handle what is posted from now on, and register the URL for updates of these kinds (Bot API, setWebhook).

        What Telegram keeps is delivered. Waits while Telegram can't be reached. Raises StartError if it refuses the
        URL.
        """
        self._opened.set()
        backoff = Backoff(2.0, 60.0)
        while True:
            try:
                await self._register(kinds)
            except TelegramError as error:
                if isinstance(error, BadRequest) and _UNRESOLVED not in error.message:
                    raise StartError(
                        f"WEBHOOK_URL was refused by {self._bot.api_url}: {error.message}. Correct it, or leave it "
                        "empty to poll."
                    ) from None
                wait = backoff.next(wanted_pause(error))
                log.warning("waiting to register the webhook", error=type(error).__name__, again_in=wait)
                await asyncio.sleep(wait)
            else:
                return

    async def watch(self, kinds: Sequence[str]) -> None:
        """Register the URL again whenever another program has removed it, and log why Telegram can't deliver.

        Runs until it is cancelled.
        """
        await self._opened.wait()
        reported: object = None
        while True:
            await asyncio.sleep(self._look_seconds)
            try:
                info = await self._bot.get_webhook_info()
                if info.url != self._url:
                    log.warning("another program took this bot's updates over; stop it, the webhook is set again")
                    await self._register(kinds)
                elif info.pending_update_count and info.last_error_date and info.last_error_date != reported:
                    reported, waiting = info.last_error_date, info.pending_update_count
                    log.warning("Telegram can't deliver updates", reason=info.last_error_message, waiting=waiting)
            except TelegramError as error:
                log.warning("waiting for Telegram", error=type(error).__name__)

    async def take(self, body: bytes) -> bool:
        """Store a posted update, and return whether it is stored; if not, Telegram has to send it again.

        A repeated update is stored once. While the database can't be reached, or before `open`, updates wait in the
        order in which they came. Raises ValueError if the body is no JSON.
        """
        raw, update_id = parsed(body), None
        update_id = id_of(raw)
        if update_id is None or not isinstance(raw, dict):
            log.error("a posted update without an id is left out")
            return True
        if self._is_closed:
            return False
        storing = self._storing.get(update_id)
        if storing is None:
            if len(self._storing) >= _MOST_WAITING:
                return False
            storing = self._storing[update_id] = asyncio.create_task(self._store(raw))
            storing.add_done_callback(lambda task: self._ended(update_id, task))
        await asyncio.wait([storing], timeout=self._answer_seconds)
        return storing.done() and not storing.cancelled() and storing.exception() is None

    async def close(self) -> None:
        """Take no more updates, and wait until those that came are stored; the URL stays registered.

        If the wait is cancelled, Telegram sends again what is not stored.
        """
        self._is_closed = True
        if not self._opened.is_set():
            self._cancel()
        try:
            if self._storing:
                await asyncio.wait(self._storing.values())
        finally:
            self._cancel()

    def _cancel(self) -> None:
        for task in self._storing.values():
            task.cancel()

    async def _register(self, kinds: Sequence[str]) -> None:
        await self._bot.set_webhook(
            self._url,
            allowed_updates=kinds,
            max_connections=_CONNECTIONS,
            secret_token=self._secret,
            drop_pending_updates=False,
        )

    async def _store(self, raw: dict[str, Any]) -> None:
        """Store an update after those that came before, and begin to handle it."""
        async with self._in_order:
            await self._opened.wait()
            for update in await self._inbox.receive([raw], self._bot):
                await self._inbox.put(update)

    def _ended(self, update_id: int, storing: asyncio.Task[None]) -> None:
        del self._storing[update_id]
        if not storing.cancelled() and (error := storing.exception()):
            log.error("an update can't be received", update_id=update_id, exc_info=error)
