"""What Keepsake is made of is opened and closed here, and nowhere else."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from bot.chat.preflight import NextRequest
from bot.database import bot_lock, erasure, history
from bot.database.backup.schema import examined
from bot.database.embedded import EmbeddedServer, hold
from bot.database.engine import Database
from bot.database.history import Extent
from bot.database.migrate import upgrade
from bot.database.search.words import indexed
from bot.errors import DatabaseUnavailable, StartError
from bot.memory.embedding import embedded
from bot.model.choice import Models, models
from bot.settings import PRACTICE_TOKEN, PRACTICE_USER, Settings
from bot.telegram.polling import bot_id
from bot.values import Owner
from bot.wiring import TelegramAccount, polling, preflight, turn_services

STOP_GRACE_SECONDS: Final = 10.0
_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_RETRY_SECONDS: Final = 1.0
_LONGEST_WAIT_SECONDS: Final = 30.0

log = structlog.get_logger()


class StopSignals:
    """SIGINT, SIGTERM and SIGHUP: the first two are ours, any further one has the system's effect.

    The first one ends `first`; where nobody waits for it, it cancels the task, as the second one does.
    """

    def __init__(self, task: "asyncio.Task[None] | None") -> None:
        self._task = task
        self._first: asyncio.Future[None] | None = None
        self.count = 0

    def listen(self) -> None:
        """Take the signals from now on."""
        for number in _STOP_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self._came)

    async def first(self) -> None:
        """Return when the process is told to stop."""
        self._first = asyncio.get_running_loop().create_future()
        await self._first

    def _came(self) -> None:
        self.count += 1
        if self._first and not self._first.done():
            self._first.set_result(None)
        elif self._task:
            self._task.cancel()
        if self.count > 1:
            for number in _STOP_SIGNALS:
                asyncio.get_running_loop().remove_signal_handler(number)
                signal.signal(number, signal.SIG_DFL)


async def run(settings: Settings) -> None:
    """Run the bot until the process is told to stop (SIGINT, SIGTERM or SIGHUP). Raises StartError.

    Told once, it gives the turns that run 10 s; told again, it ends at once.
    """
    signals = StopSignals(asyncio.current_task())
    signals.listen()
    async with AsyncExitStack() as stack:
        data_dir = settings.data_dir or default_data_dir()
        practises = settings.telegram_bot_token is None
        if practises or settings.database_url is None:
            stack.enter_context(hold(data_dir))
        url = await stack.enter_async_context(database_url(settings, owner=True))
        database = await stack.enter_async_context(opened(url))
        telegram, address = partial(_live, settings), None
        if practises:
            from bot.practising import Practice  # noqa: PLC0415 - a live bot needs nothing of it

            practice = Practice(settings)
            telegram = partial(practice.telegram, data_dir, database)
            address = await stack.enter_async_context(practice.model())
        asked = await stack.enter_async_context(models(settings, address))
        await _serve(settings, url, database, asked, telegram, signals)


@asynccontextmanager
async def answering(
    settings: Settings, account: TelegramAccount, database: Database, asked: Models, *, after_death: bool = True
) -> AsyncIterator[None]:
    """Answer what is written to the account's bot while the block runs, beginning with what was left undone.

    That is what the last process died with, unless it is not `after_death`.
    When the block ends by itself, the turns that run have 10 s to end; when it is cancelled, none.
    """
    services = turn_services(settings, bot_id(account.token), database, asked)
    async with indexed(database, settings.search_language), embedded(database, services.meanings):
        telegram = polling(settings, account, services, asked)
        try:
            await telegram.start(after_death=after_death)
            yield
        except BaseException:  # cancelled, or it can't be started: at once
            await telegram.stop()
            raise
        await telegram.stop(grace=STOP_GRACE_SECONDS)


async def next_request(settings: Settings, user_id: int | None) -> NextRequest:
    """Return what a user's next request would hold, whether the bot runs or not. Raises StartError."""
    owner = Owner(own_bot_id(settings), user_of(settings, user_id))
    async with up_to_date_database(settings) as database, models(settings) as asked:
        ahead = preflight(turn_services(settings, owner.bot_id, database, asked), asked)
        async with database.transaction() as tx:
            return await ahead.next_request(tx, owner)


async def erase(settings: Settings, user_id: int) -> Extent:
    """Erase all that is known of a user, while no bot runs; return how much that was. Raises StartError."""
    owner = Owner(own_bot_id(settings), user_id)
    async with upgraded_database(settings) as database, database.transaction() as tx:
        if not await bot_lock.keep_away(tx, owner.bot_id):
            raise StartError("Keepsake is running on this database: stop it first. Nothing was changed.")
        extent = await history.extent(tx, owner)
        await erasure.erase_everything(tx, owner, waiting=True)
    return extent


def own_bot_id(settings: Settings) -> int:
    """Return the id of the bot that would run."""
    return bot_id(settings.telegram_bot_token.get_secret_value() if settings.telegram_bot_token else PRACTICE_TOKEN)


def user_of(settings: Settings, user_id: int | None) -> int:
    """Return the user that is named, or the only one there is. Raises StartError."""
    known = settings.telegram_allowed_user_ids if settings.telegram_bot_token else frozenset({PRACTICE_USER})
    if user_id is None and len(known) == 1:
        return min(known)
    if user_id not in known:
        listed = ", ".join(map(str, sorted(known))) or "none yet: TELEGRAM_ALLOWED_USER_IDS is not set"
        wrong = "" if user_id is None else f"User {user_id} may not use the bot. "
        raise StartError(f"{wrong}Say whose: --user with the id of somebody who may use it ({listed}).")
    return user_id


@asynccontextmanager
async def database_url(settings: Settings, *, owner: bool = False) -> AsyncIterator[str]:
    """Yield the database's address; the embedded server runs meanwhile, if it is the one."""
    if settings.database_url:
        yield settings.database_url.get_secret_value()
        return
    server = EmbeddedServer(settings.data_dir or default_data_dir(), owner=owner)
    starting = asyncio.ensure_future(asyncio.to_thread(server.start))
    watching = asyncio.ensure_future(_watch(server)) if owner else None
    try:
        yield await asyncio.shield(starting)
    finally:
        if watching:
            watching.cancel()
        await asyncio.wait({starting})  # a start can't be interrupted, only undone
        await asyncio.to_thread(server.stop)


@asynccontextmanager
async def up_to_date_database(settings: Settings) -> AsyncIterator[Database]:
    """Yield the database. Raises StartError if its schema is another than ours."""
    async with database_url(settings) as url:
        if not (await examined(url)).is_up_to_date:
            raise StartError("The database is not up to date: start the bot once, or run `python -m bot migrate`.")
        async with opened(url) as database:
            yield database


@asynccontextmanager
async def upgraded_database(settings: Settings) -> AsyncIterator[Database]:
    """Yield the database, brought up to date. Raises StartError if a bot runs on the embedded server."""
    data_dir = settings.data_dir or default_data_dir()
    with hold(data_dir) if settings.database_url is None else nullcontext():
        async with database_url(settings) as url:
            await examined(url)
            await asyncio.to_thread(upgrade, url)
            async with opened(url) as database:
                yield database


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Yield a database, and close it."""
    database = Database(url)
    try:
        yield database
    finally:
        await database.close()


def default_data_dir() -> Path:
    """Return where everything is kept unless DATA_DIR says otherwise."""
    return Path("/var/lib/keepsake") if os.geteuid() == 0 else Path.home() / ".local/share/keepsake"


async def _serve(
    settings: Settings,
    url: str,
    database: Database,
    asked: Models,
    telegram: Callable[[], AbstractAsyncContextManager[TelegramAccount]],
    signals: StopSignals,
) -> None:
    """Answer until the process is told to stop, whenever the database is there and no other copy of the bot is."""
    wait, begun = _RETRY_SECONDS, False
    while True:
        try:
            async with _alone(settings, url):
                await asyncio.to_thread(upgrade, url)
                async with telegram() as account:
                    after_death, begun = not begun, True
                    async with answering(settings, account, database, asked, after_death=after_death):
                        log.info("running", model=asked.answering.name)
                        wait = _RETRY_SECONDS
                        await signals.first()
                        log.info("stopping; the turns that run may end first", seconds=STOP_GRACE_SECONDS)
        except DatabaseUnavailable as error:
            if signals.count:
                return
            log.warning("waiting for the database", reason=str(error), again_in=wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT_SECONDS)
        else:
            return


def _alone(settings: Settings, url: str) -> AbstractAsyncContextManager[None]:
    """Return what keeps a second bot with the same token away; beside the embedded server, the data folder does."""
    if settings.database_url is None:
        return nullcontext()
    return bot_lock.held(url, own_bot_id(settings))


async def _watch(server: EmbeddedServer) -> None:
    """Start the embedded server again whenever it dies, as when the system is out of memory."""
    while True:
        await asyncio.sleep(_RETRY_SECONDS)
        try:
            if server.has_died:
                log.warning("the embedded database died, and is started again")
                await asyncio.to_thread(server.start_again)
                log.info("the embedded database runs again")
        except (StartError, OSError) as error:
            log.error("the embedded database can't be started again", reason=str(error))  # noqa: TRY400 - its sentence says it
            await asyncio.sleep(_LONGEST_WAIT_SECONDS)


@asynccontextmanager
async def _live(settings: Settings) -> AsyncIterator[TelegramAccount]:
    """Yield the bot whose token is set."""
    if not settings.telegram_bot_token:
        raise ValueError("no token is set")
    if not settings.telegram_allowed_user_ids:
        log.warning("nobody may use this bot yet: write to it, and it tells you the line to add to .env")
    yield TelegramAccount(
        settings.telegram_bot_token.get_secret_value(), settings.telegram_api_url, settings.telegram_allowed_user_ids
    )
