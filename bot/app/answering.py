"""A bot that answers: its parts, and what runs beside its polling."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from socket import socket
from typing import Final

from bot.app.api import api_open
from bot.app.chat import logged, polling
from bot.app.core import kept, tool_set, turn_services
from bot.app.features import INDEXED
from bot.kit.background import ShowLeft, background, unseen
from bot.kit.settings import Settings
from bot.model.choice import Models, models
from bot.model.refused_parts import Refusals
from bot.store.engine import Database
from bot.turns import preflight
from bot.turns.files.sweeping import keep_swept
from bot.turns.opening import owner_of, up_to_date_database
from bot.turns.preflight import NextRequest
from bot.turns.store import refused_parts
from bot.turns.store import words as word_index

STOP_GRACE_SECONDS: Final = 10.0
"""Seconds for running turns to end when the process is stopped."""


@asynccontextmanager
async def answering(
    settings: Settings,
    database: Database,
    asked: Models,
    *,
    after_death: bool = True,
    announce: Callable[[str], None] = logged,
    show_left: ShowLeft = unseen,
    listener: socket | None = None,
) -> AsyncIterator[None]:
    """Answer the bot's messages while the block runs, beginning with unfinished work.

    `after_death` counts that as a failed attempt. When the block ends by itself, running turns have 10 s to end; when
    it is cancelled, none. `announce` gets the link that makes a person the owner, while there is none.
    `show_left` gets how many stored texts are left to index and to embed. The API is served on the `listener`, if there
    is one.
    """
    tools = tool_set(settings)
    keeping = kept(settings, tools)
    keeps = timedelta(days=settings.attachment_days) if settings.attachment_days else None
    services = turn_services(settings, settings.bot_id, database, asked, tools)
    async with database.transaction() as tx:
        await word_index.begin(tx, settings.search_language, INDEXED)
        asked.refusals.load(await refused_parts.all_known(tx))
    async with background(
        services.embeddings.keep_up(show_left),
        *keeping,
        keep_swept(database, services.files, settings.bot_id, keeps=keeps),
        _keep_refused(database, asked.refusals),
        word_index.index_stored(database, INDEXED, show_left),
    ):
        telegram = polling(settings, services, asked, tools, announce)
        try:
            async with api_open(settings, services, telegram, listener):
                await telegram.start(after_death=after_death)
                yield
        except BaseException:  # cancelled, or it can't be started: at once
            await telegram.stop()
            raise
        await telegram.stop(grace=STOP_GRACE_SECONDS)


async def _keep_refused(database: Database, refusals: Refusals) -> None:
    """Store what model servers refuse when it is learned, so that a restart asks for nothing twice."""
    while True:
        await refusals.news.wait()
        await database.retry(partial(refused_parts.keep, refused=refusals.take()))


async def next_request(settings: Settings, user_id: int | None) -> NextRequest:
    """Return what a user's next request would hold, whether the bot runs or not. Raises StartError."""
    async with up_to_date_database(settings) as database, models(settings) as asked:
        tools = tool_set(settings)
        for keeping in kept(settings, tools):
            keeping.close()  # what they are now is enough
        services = turn_services(settings, settings.bot_id, database, asked, tools)
        await services.preferences.load(settings.bot_id)
        await services.people.load()
        async with database.transaction() as tx:
            asked.refusals.load(await refused_parts.all_known(tx))
            owner = await owner_of(tx, settings, user_id)
            return await preflight.next_request(tx, owner, services)
