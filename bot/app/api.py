"""The wiring of the API and of the MCP server."""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
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
    from bot.api.services import ApiServices

log = structlog.get_logger()


@asynccontextmanager
async def api_open(
    settings: Settings, services: TurnServices, changed: Callable[[Owner], None], bot_name: Callable[[], str]
) -> AsyncIterator[None]:
    """Serve the API while the block runs, if it has a port; it calls `changed` after a change of an owner's data.

    On another address than this machine's own it is opened only once there is a token. Raises StartError if the port
    is taken.
    """
    host, port = settings.api_host, settings.api_port
    if port is None:
        yield
        return
    if not settings.api_is_local:
        async with services.database.transaction() as tx:
            has_token = await access_tokens.has_any(tx, settings.bot_id)
        if not has_token:
            log.warning("API not opened: create a token first", command=command("token add NAME"), host=host)
            yield
            return
    from bot.api.app import api  # noqa: PLC0415 - only those who open the API need it
    from bot.api.server import serving  # noqa: PLC0415 - as above

    doors = api_services(
        settings,
        services.database,
        services.memories,
        services.embeddings,
        services.languages,
        services.people,
        changed,
    )
    doors = replace(doors, next_prompt=partial(next_prompt, services=services))
    if not settings.practises:
        doors = replace(doors, bot_name=bot_name)
    async with serving(api(doors), host, port):
        log.info("API open", host=host, port=port)
        yield


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
