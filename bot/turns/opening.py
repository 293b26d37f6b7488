"""The database that the settings name, opened and closed, and the user that a command names."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Final

import structlog

from bot.kit.backoff import Backoff
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.kit.program import command
from bot.kit.settings import PRACTICE_USER, Settings
from bot.store.check import examined
from bot.store.embedded import EmbeddedServer, hold
from bot.store.engine import Database, Transaction
from bot.store.migrate import upgrade
from bot.turns.store import people

_WATCH_SECONDS: Final = 1.0
"""Seconds between looks at the embedded server."""

log = structlog.get_logger()


async def owner_of(tx: Transaction, settings: Settings, user_id: int | None) -> Owner:
    """Return the named user, or the only one. Raises StartError."""
    known = frozenset({PRACTICE_USER}) if settings.practises else await users(tx, settings)
    if user_id is None and len(known) == 1:
        user_id = min(known)
    if user_id is None or user_id not in known:
        listed = ", ".join(map(str, sorted(known))) or "none yet. The bot's log has the link that lets you in"
        wrong = "" if user_id is None else f"User {user_id} may not use the bot. "
        raise StartError(f"{wrong}Choose a user with --user <id>. Allowed ids: {listed}.")
    return Owner(settings.bot_id, user_id)


async def users(tx: Transaction, settings: Settings) -> frozenset[int]:
    """Return the ids of all who may use the bot in Telegram."""
    admitted = await people.of_bot(tx, settings.bot_id)
    return settings.telegram_allowed_user_ids.union(person.user_id for person in admitted)


@asynccontextmanager
async def database_url(settings: Settings, *, owner: bool = False) -> AsyncIterator[str]:
    """Yield the database's URL; without DATABASE_URL, that of the embedded server, which runs during the block."""
    if settings.database_url:
        yield settings.database_url.get_secret_value()
        return
    server = EmbeddedServer(settings.data_folder, owner=owner)
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
    """Yield the database. Raises StartError if its schema is not up to date."""
    async with database_url(settings) as url:
        if not (await examined(url)).is_up_to_date:
            raise StartError(f"The database is out of date. Start the bot once, or run `{command('migrate')}`.")
        async with opened(url) as database:
            yield database


@asynccontextmanager
async def owned(settings: Settings, user_id: int | None) -> AsyncIterator[tuple[Transaction, Owner]]:
    """Yield a transaction on the database, whether the bot runs or not, and the named user, or the only one."""
    async with up_to_date_database(settings) as database, database.transaction() as tx:
        yield tx, await owner_of(tx, settings, user_id)


@asynccontextmanager
async def upgraded_database(settings: Settings) -> AsyncIterator[Database]:
    """Yield the database, brought up to date. Raises StartError if a bot runs on the embedded server."""
    data_dir = settings.data_folder
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


async def _watch(server: EmbeddedServer) -> None:
    """Start the embedded server again whenever it dies, as when the system is out of memory."""
    backoff = Backoff()
    while True:
        await asyncio.sleep(_WATCH_SECONDS)
        try:
            if server.has_died:
                log.warning("embedded database stopped; starting it again")
                await asyncio.to_thread(server.start_again)
                log.info("embedded database runs again")
                backoff.reset()
        except (StartError, OSError) as error:
            again_in = backoff.next()
            log.error("embedded database can't be started", reason=str(error), again_in=again_in)  # noqa: TRY400 - its sentence says it
            await asyncio.sleep(again_in)
