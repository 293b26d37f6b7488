"""The bot's process: it answers until it is stopped, and waits while the database is away or another copy runs."""

import asyncio
import ctypes
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, nullcontext, suppress
from typing import Final

import structlog

from bot.app.answering import STOP_GRACE_SECONDS, answering
from bot.app.api import api_listening
from bot.app.chat import logged
from bot.doors.http.listening import store_port
from bot.kit.background import ShowLeft, background, unseen
from bot.kit.backoff import Backoff
from bot.kit.errors import DatabaseUnavailable
from bot.kit.settings import Settings
from bot.model.choice import Models, models, warn_if_unreachable
from bot.store import bot_lock
from bot.store.embedded import hold
from bot.store.engine import Database
from bot.store.migrate import upgrade
from bot.turns.opening import database_url, opened

_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_LARGE_BYTES: Final = 65_536
_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

log = structlog.get_logger()


class StopSignals:
    """Handles SIGINT, SIGTERM and SIGHUP.

    The first one ends `wait`, or cancels the task if nothing waits. The second one cancels the task. Any further one
    has the system's own effect.
    """

    def __init__(self, task: "asyncio.Task[None] | None") -> None:
        self._task = task
        self._first: asyncio.Future[None] | None = None
        self.count = 0

    def install(self) -> None:
        """Install the signal handlers."""
        for number in _STOP_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self._handle)

    async def wait(self) -> None:
        """Wait until the process is stopped."""
        self._first = asyncio.get_running_loop().create_future()
        await self._first

    def _handle(self) -> None:
        self.count += 1
        if self._first and not self._first.done():
            self._first.set_result(None)
        elif self._task:
            self._task.cancel()
        if self.count > 1:
            for number in _STOP_SIGNALS:
                asyncio.get_running_loop().remove_signal_handler(number)
                signal.signal(number, signal.SIG_DFL)


async def run(settings: Settings, announce: Callable[[str], None] = logged, show_left: ShowLeft = unseen) -> None:
    """Run the bot until a signal (SIGINT, SIGTERM or SIGHUP). Raises StartError.

    After the first one, running turns have 10 s to end. The second one ends the process at once. `announce` gets the
    link that makes a person the owner, while there is none, and `show_left` how many stored texts are left to index and
    to embed.
    """
    # Free buffers of a large size, such as a request's body, go back to the system at once, which saves 5 MB after
    # hundreds of turns. Only glibc can do this (https://man7.org/linux/man-pages/man3/mallopt.3.html).
    with suppress(AttributeError):
        for option in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
            ctypes.CDLL(None).mallopt(option, _LARGE_BYTES)
    signals = StopSignals(asyncio.current_task())
    signals.install()
    async with AsyncExitStack() as stack:
        needs_folder = settings.practises or settings.database_url is None
        # Without a folder there is no address to store: another copy on this database waits, and needs none.
        in_use: AbstractContextManager[Callable[[str], None]] = nullcontext(lambda _: None)
        store_address = stack.enter_context(hold(settings.data_folder) if needs_folder else in_use)
        url = await stack.enter_async_context(database_url(settings, owner=True))
        database = await stack.enter_async_context(opened(url))
        telegram = address = None
        if settings.practises:
            from bot.cli.practising import Practice  # noqa: PLC0415 - a live bot needs nothing of it

            practice = Practice(settings)
            telegram = practice.telegram
            address = await stack.enter_async_context(practice.model())
        chosen = await stack.enter_async_context(models(settings, address))
        await stack.enter_async_context(background(warn_if_unreachable(settings)))
        await _serve(settings, url, database, chosen, telegram, signals, announce, show_left, store_address)


async def _serve(
    settings: Settings,
    url: str,
    database: Database,
    chosen: Models,
    telegram: Callable[[Database], AbstractAsyncContextManager[Settings]] | None,
    signals: StopSignals,
    announce: Callable[[str], None],
    show_left: ShowLeft,
    store_address: Callable[[str], None],
) -> None:
    """Answer until the process is stopped, and wait while the database is away or another copy of the bot runs."""
    backoff, begun = Backoff(), False
    while True:
        try:
            async with bot_lock.held(url, settings.bot_id) if settings.database_url else nullcontext():
                await asyncio.to_thread(upgrade, url)
                async with (
                    telegram(database) if telegram else nullcontext(settings) as there,
                    api_listening(there, database) as (reached, listener),
                ):
                    if listener:
                        store_port(reached)
                    store_address(reached.telegram_api_url if telegram else reached.page_url or "")
                    after_death, begun = not begun, True
                    async with answering(
                        reached,
                        database,
                        chosen,
                        after_death=after_death,
                        announce=announce,
                        show_left=show_left,
                        listener=listener,
                    ):
                        log.info("running", model=chosen.answering.name)
                        backoff.reset()
                        await signals.wait()
                        log.info("stopping; running turns may finish first", seconds=STOP_GRACE_SECONDS)
        except DatabaseUnavailable as error:
            if signals.count:
                return
            again_in = backoff.next()
            log.warning("waiting for the database", reason=str(error), again_in=again_in)
            await asyncio.sleep(again_in)
        else:
            return
