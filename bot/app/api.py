"""The wiring of the API and the MCP server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from importlib import import_module
from socket import socket
from typing import TYPE_CHECKING

import structlog
from httpx import URL

from bot.app.features import ACTS, export_sections, shared_families
from bot.doors.http.listening import asked, listening
from bot.doors.store import access_tokens
from bot.kit.background import background
from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.program import command
from bot.kit.settings import Settings
from bot.kit.vectors import Embedding
from bot.memory.feature import operations
from bot.memory.telegram import programs
from bot.store.changes import Changes
from bot.store.engine import Database, Transaction
from bot.turns.preferences import Languages
from bot.turns.preflight import next_prompt
from bot.turns.services import TurnServices
from bot.turns.store.outbox import Outbox

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from bot.doors.http.services import ApiServices
    from bot.telegram.polling import TelegramPolling

log = structlog.get_logger()


@asynccontextmanager
async def api_listening(settings: Settings, database: Database) -> AsyncIterator[tuple[Settings, socket | None]]:
    """Yield a socket for the API, and the settings with its port; None while the API is to stay closed.

    On another address than this machine's own it is opened only once there is a token. Raises StartError if the port is
    taken.
    """
    if not settings.api_ports or not await _may_open(settings, database):
        yield settings, None
        return
    with closing(listening(settings.api_host, settings.api_ports)) as listener:
        yield settings.model_copy(update={"api_port": listener.getsockname()[1]}), listener


async def _may_open(settings: Settings, database: Database) -> bool:
    """Tell whether the API may be opened at its address."""
    if settings.api_is_local:
        return True
    async with database.transaction() as tx:
        has_token = await access_tokens.has_any(tx, settings.bot_id)
    if not has_token:
        log.warning("API not opened: create a token first", command=command("token add NAME"), host=settings.api_host)
    return has_token


@asynccontextmanager
async def api_open(
    settings: Settings, services: TurnServices, telegram: "TelegramPolling", listener: socket | None
) -> AsyncIterator[None]:
    """Serve the API during the block, if there is a socket for it."""
    if listener is None:
        yield
        return
    log.info("door open", door="API", host=settings.api_host, port=settings.api_port)
    async with background(_serve_once_asked(partial(_api, settings, services, telegram), listener)):
        yield


async def _serve_once_asked(api: Callable[[], "ASGIApp"], listener: socket) -> None:
    """Serve the API from the first connection on: until then, it takes no memory and no time at the start."""
    await asked(listener)
    try:
        await asyncio.to_thread(import_module, "bot.app.routes")
        from bot.doors.http.server import serving  # noqa: PLC0415 - only once it is asked for

        async with serving(api(), listener):
            await asyncio.Event().wait()
    except Exception:
        log.exception("the API can't be served")


def _api(settings: Settings, services: TurnServices, telegram: "TelegramPolling") -> "ASGIApp":
    """Return the API."""
    from bot.app.routes import api  # noqa: PLC0415 - only those who open the API need it

    doors = api_services(
        settings,
        services.database,
        operations(settings).mode,
        services.embeddings.of,
        services.languages,
        services.people,
        telegram.wake,
    )
    doors = replace(doors, next_prompt=partial(next_prompt, services=services))
    if not settings.practises:
        doors = replace(doors, bot_name=lambda: telegram.bot_name)
    return api(doors, operations(settings), settings.memory_tokens)


def api_services(
    settings: Settings,
    database: Database,
    mode: Callable[[Transaction, Owner], Awaitable[CaptureMode]],
    embedding_of: Callable[[str], Awaitable[Embedding | None]],
    languages: Languages,
    user_ids: Collection[int],
    changed: Callable[[Owner], None] = lambda _: None,
) -> "ApiServices":
    """Return what the doors for programs share."""
    from bot.doors.http.login import key_of  # noqa: PLC0415 - as below
    from bot.doors.http.services import ApiServices  # noqa: PLC0415 - only those who open one need it

    public = URL(settings.api_public_url).raw_host.decode() if settings.api_public_url else None
    return ApiServices(
        database=database,
        changes=Changes(database),
        bot_id=settings.bot_id,
        user_ids=user_ids,
        hosts={"127.0.0.1", "localhost", "::1", settings.api_host.lower(), *([public] if public else [])},
        mode=mode,
        embedding_of=embedding_of,
        timezone=settings.timezone,
        public_url=settings.api_public_url,
        mini_app_key=key_of(settings.token) if settings.mini_app_url and not settings.practises else None,
        prices=settings.prices,
        post=partial(programs.post, ACTS, Outbox(settings.bot_id)),
        languages=languages,
        families=shared_families(settings),
        export_sections=export_sections,
        changed=changed,
    )
