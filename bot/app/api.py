"""The wiring of the API, the webhook and the MCP server."""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog

from bot.chat.languages import Languages
from bot.chat.preflight import next_prompt
from bot.chat.services import TurnServices
from bot.database import access_tokens
from bot.database.changes import Changes
from bot.database.engine import Database, Transaction
from bot.database.outbox import Outbox
from bot.memory.embedding import Embeddings
from bot.memory.operations import Memories
from bot.program import command
from bot.settings import Settings
from bot.telegram.memory import programs
from bot.values.owner import Owner
from bot.values.programs import ProgramChange

if TYPE_CHECKING:
    from bot.api.server import App
    from bot.api.services import ApiServices
    from bot.telegram.polling import TelegramPolling

log = structlog.get_logger()


@asynccontextmanager
async def doors_open(settings: Settings, services: TurnServices, telegram: "TelegramPolling") -> AsyncIterator[None]:
    """Serve the API and the webhook while the block runs, as far as they are set; on one port if it is the same.

    On another address than this machine's own the API is opened only once there is a token; the webhook has a secret.
    Raises StartError if a port is taken.
    """
    host, port, hook_port = settings.api_host, settings.api_port, settings.webhook_listens_at
    api = await _api(settings, services, telegram)
    hook = _webhook(settings, telegram)
    async with AsyncExitStack() as stack:
        if api and hook and port == hook_port:
            from bot.api.webhook import beside  # noqa: PLC0415 - only those who open both need it

            api, hook = beside(api, hook, settings.webhook_path), None
        for door, app, at in (("API", api, port), ("webhook", hook, hook_port)):
            if app and at:
                from bot.api.server import serving  # noqa: PLC0415 - only those who open one need it

                await stack.enter_async_context(serving(app, host, at, door=door))
                log.info("door open", door=door, host=host, port=at)
        yield


async def _api(settings: Settings, services: TurnServices, telegram: "TelegramPolling") -> "App | None":
    """Return the API, or None if it is to stay closed."""
    if settings.api_port is None:
        return None
    if not settings.api_is_local:
        async with services.database.transaction() as tx:
            has_token = await access_tokens.has_any(tx, settings.bot_id)
        if not has_token:
            log.warning(
                "API not opened: create a token first", command=command("token add NAME"), host=settings.api_host
            )
            return None
    from bot.api.app import api  # noqa: PLC0415 - only those who open the API need it

    doors = api_services(
        settings,
        services.database,
        services.memories,
        services.embeddings,
        services.languages,
        services.people,
        telegram.wake,
    )
    doors = replace(doors, next_prompt=partial(next_prompt, services=services))
    if not settings.practises:
        doors = replace(doors, bot_name=lambda: telegram.bot_name)
    return api(doors)


def _webhook(settings: Settings, telegram: "TelegramPolling") -> "App | None":
    """Return what takes posted updates, or None if they are polled."""
    if settings.webhook_url is None:
        return None
    from bot.api.webhook import webhook  # noqa: PLC0415 - only those who set a webhook need it

    return webhook(settings.webhook_path, settings.webhook_secret, telegram.take)


def api_services(
    settings: Settings,
    database: Database,
    memories: Memories,
    embeddings: Embeddings,
    languages: Languages,
    user_ids: Collection[int],
    changed: Callable[[Owner], None] = lambda _: None,
) -> "ApiServices":
    """Return what the doors for programs share."""
    from bot.api.init_data import key_of  # noqa: PLC0415 - as below
    from bot.api.services import ApiServices  # noqa: PLC0415 - only those who open one need it

    public = urlsplit(settings.api_public_url).hostname if settings.api_public_url else None
    return ApiServices(
        database=database,
        changes=Changes(database),
        bot_id=settings.bot_id,
        user_ids=user_ids,
        hosts={"127.0.0.1", "localhost", "::1", settings.api_host, *([public] if public else [])},
        memories=memories,
        embeddings=embeddings,
        timezone=settings.timezone,
        public_url=settings.api_public_url,
        mini_app_key=key_of(settings.token) if settings.mini_app_url and not settings.practises else None,
        prices=settings.prices,
        memory_tokens=settings.memory_tokens,
        post=partial(_post, languages, Outbox(settings.bot_id)),
        languages=languages,
        changed=changed,
    )


async def _post(
    languages: Languages, outbox: Outbox, tx: Transaction, owner: Owner, change: ProgramChange, through: str
) -> None:
    """Tell an owner of a change in their language, in the caller's transaction."""
    with languages.spoken(owner):
        await programs.post(outbox, tx, owner, change, through)
