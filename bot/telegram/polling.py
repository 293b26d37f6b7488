"""A bot's work with Telegram: its updates, polled by python-telegram-bot's updater, and what begins without one."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from telegram.error import BadRequest, Conflict, InvalidToken, TelegramError
from telegram.ext import Updater

from bot.kit.background import background
from bot.kit.backoff import Backoff
from bot.kit.errors import DatabaseUnavailable, StartError
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.telegram.access import Access
from bot.telegram.chats import Chats
from bot.telegram.errors import wanted_pause
from bot.telegram.handlers import Handlers
from bot.telegram.help import Use, menu, translate_menu
from bot.telegram.inbox import Inbox, ReceivedUpdate
from bot.telegram.pairing import pairing_link
from bot.telegram.polling_bot import PollingBot
from bot.turns.dead_letters import undone
from bot.turns.services import TurnServices
from bot.turns.store import turns as stored_turns
from bot.turns.store.outbox import Outbox

_KINDS: Final = ("message", "edited_message", "callback_query", "message_reaction", "my_chat_member")
"""The updates that are handled (Bot API, Update)."""
_POLL_SECONDS: Final = 30
_STOP_SECONDS: Final = 5.0
_AT_ONCE_SECONDS: Final = 2.0
_LOOK_SECONDS: Final = 5.0
"""How often the outbox is looked at for messages of other processes."""

log = structlog.get_logger()


def bot_id(token: str) -> int:
    """Return the id of a token's bot: the digits before the colon."""
    return int(token.partition(":")[0])


@dataclass(eq=False)
class TelegramPolling:
    """Takes up what the last process left, passes one bot's updates on to the handlers, and does what needs none."""

    bot: PollingBot
    services: TurnServices
    chats: Chats
    handlers: Handlers
    inbox: Inbox
    outbox: Outbox
    access: Access
    unprompted: Callable[[], list[Coroutine[Any, Any, None]]]
    announce: Callable[[str], None]
    uses: Sequence[Use]
    _in_background: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _is_signed_in: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.bot.deliver_to(self.inbox.receive)
        self._arrived = asyncio.Queue[Any]()
        self._updater = Updater(self.bot, self._arrived)

    async def start(self, *, after_death: bool) -> None:
        """Resume unfinished work, which counts as a failed attempt `after_death`, then get updates.

        Waits while Telegram or the database can't be reached. Raises StartError if Telegram refuses the token, or
        answers as another bot.
        """
        await self._sign_in()
        self._is_signed_in = True
        await self.services.languages.load(self.bot.id)
        await self.services.preferences.load(self.bot.id)
        await self.services.people.load()
        if code := await self.services.people.invite_owner():
            self.announce(pairing_link(self.bot.username, code))
        await self._take_up(after_death=after_death)
        work = background(
            self._handle_arrived(),
            self._deliver_for_others(),
            *self.unprompted(),
            translate_menu(self.bot, self.services.languages, self.uses),
        )
        await self._in_background.enter_async_context(work)
        await self._updater.start_polling(
            timeout=_POLL_SECONDS, bootstrap_retries=-1, allowed_updates=_KINDS, error_callback=_log_error
        )

    async def stop(self, grace: float = 0) -> None:
        """Take no more updates, let running work end for `grace` seconds, and leave the rest to the next start."""
        seconds = _AT_ONCE_SECONDS
        await _within(seconds, self._in_background.aclose)
        try:
            if grace:
                await self._stop_updates(_STOP_SECONDS)
                stopping = asyncio.current_task()
                if stopping and stopping.cancelling():  # python-telegram-bot swallows the cancellation while it stops
                    raise asyncio.CancelledError
                await _within(grace, self.handlers.finish)
                await _within(_STOP_SECONDS, self._reset_attempts)
                seconds = _STOP_SECONDS
        finally:
            await asyncio.gather(self._stop_updates(seconds), _within(seconds, self.handlers.close))
            await self._updater.shutdown()

    async def _stop_updates(self, seconds: float) -> None:
        if self._updater.running:
            await _within(seconds, self._updater.stop)

    async def _handle_arrived(self) -> None:
        """Handle the updates that were fetched and stored, until cancelled; the next start takes up the others."""
        while True:
            update: ReceivedUpdate = await self._arrived.get()
            if update.new:
                self.handlers.handle(update)

    async def _deliver_for_others(self) -> None:
        """Deliver what other processes put into the outbox, such as `python -m bot mcp`, until cancelled.

        What they changed about the people takes effect, too.
        """
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.services.people.load()
            await self._send_what_waits()

    async def _take_up(self, *, after_death: bool) -> None:
        """Take up what the last process left unfinished; `after_death` counts a failed attempt at it."""
        found = await self.services.database.retry(
            lambda tx: undone(
                tx,
                self.services,
                self.bot.id,
                lambda owner, place: self.chats.get(owner.user_id, place).channel,
                self.access.allows_raw,
                after_death=after_death,
            ),
            single=False,
        )
        await self._send_what_waits()
        for turn in found.turns:
            if turn.user_id in self.services.people:
                self.chats.get(turn.user_id, turn.place).worker.look()
        for update in await self.inbox.take_up(found.updates):
            self.handlers.handle(update)
        for place in found.posts:
            if place.chat_id in self.services.people:  # a private chat has its user's id
                self.chats.get(place.chat_id, place).worker.look()
        for owner, place in found.private:
            self.chats.get(owner.user_id, place).worker.watch_private()
        for owner, place in found.lacking_summary:
            if owner.user_id in self.services.people:
                self.chats.get(owner.user_id, place).worker.compact()

    async def _send_what_waits(self) -> None:
        """Deliver the outbox, after the pauses that Telegram asked for."""
        places, pauses = await self.services.database.retry(self.outbox.waiting_places)
        for chat_id, until in pauses.items():
            self.chats.pause(chat_id, until)
        for place in places:
            if place.chat_id in self.services.people:  # a private chat has its user's id
                self.chats.get(place.chat_id, place).channel.wake()

    @property
    def bot_name(self) -> str:
        """The bot's name at Telegram; empty until we are signed in."""
        return self.bot.username if self._is_signed_in else ""

    def wake(self, owner: Owner) -> None:
        """Deliver what waits for an owner; before we are signed in, `start` does."""
        if self._is_signed_in:
            self.chats.get(owner.user_id, private_chat(owner)).channel.wake()

    async def _reset_attempts(self) -> None:
        """Reset the attempts at unfinished work, since the process ends in order."""
        with suppress(DatabaseUnavailable):
            async with self.services.database.transaction() as tx:
                await stored_turns.reset_attempts(tx, self.bot.id)
                await self.services.updates.reset_attempts(tx)

    async def _sign_in(self) -> None:
        backoff = Backoff(2.0, 60.0)
        while True:
            try:
                await self._updater.initialize()
                await self.bot.set_my_commands(menu(self.uses))
            except (InvalidToken, BadRequest):
                raise StartError(
                    f"TELEGRAM_BOT_TOKEN was refused by {self.bot.api_url}. Copy the token from @BotFather again, and "
                    "check TELEGRAM_API_URL if it is set."
                ) from None
            except TelegramError as error:
                wait = backoff.next(wanted_pause(error))
                log.warning("waiting for Telegram", address=self.bot.api_url, error=type(error).__name__, again_in=wait)
                await asyncio.sleep(wait)
            else:
                if self.bot.id != bot_id(self.bot.token):
                    raise StartError(
                        f"TELEGRAM_BOT_TOKEN belongs to the bot {bot_id(self.bot.token)}, but {self.bot.api_url} "
                        f"answers as the bot {self.bot.id}. Check TELEGRAM_API_URL."
                    )
                log.info("signed in", bot=self.bot.name)
                return


async def _within(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Wait for work with a time limit, since Telegram or the database may be unavailable."""
    try:
        async with asyncio.timeout(seconds):
            await work()
    except TimeoutError:
        log.warning("stopped without waiting any longer", seconds=seconds)


def _log_error(error: TelegramError) -> None:
    """Log that polling failed; it continues by itself."""
    if isinstance(error, Conflict) and "webhook" in error.message.lower():
        log.warning("another program has set a webhook with the same bot token; stop it, and restart me")
    elif isinstance(error, Conflict):
        log.warning("another program polls with the same bot token; stop it")
    else:
        log.warning("waiting for Telegram", error=type(error).__name__)
