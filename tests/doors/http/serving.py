"""The API, served for a test, and tokens for it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.types import ASGIApp

from bot.app.core import tool_set, turn_services
from bot.app.features import export_sections, shared_families
from bot.app.routes import api
from bot.doors.http.access import SESSION
from bot.doors.http.limits import Limits
from bot.doors.http.services import ApiServices
from bot.doors.store import access_tokens
from bot.doors.values import Scope
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.memory.operations import Memories
from bot.model.choice import Models
from bot.store.changes import Changes
from bot.store.engine import Database
from bot.turns.embeddings import Embeddings
from bot.turns.preflight import next_prompt
from bot.turns.store import words as word_index
from practice.serving import serve
from tests.talking import talking_to


async def doors(
    database: Database, bot_id: int, user_ids: Collection[int], limits: Limits | None = None, **more: Any
) -> ASGIApp:
    """Return the API of a bot for some users; `more` are its other services."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    async with talking_to("http://nowhere") as nobody:  # asked by nobody here
        settings = Settings.model_validate({})
        turns = turn_services(settings, bot_id, database, Models(nobody, nobody), tool_set(settings))
    memories = Memories()
    services = ApiServices(
        **{"next_prompt": partial(next_prompt, services=turns), "languages": turns.languages, **more},
        database=database,
        changes=Changes(database),
        bot_id=bot_id,
        user_ids=user_ids,
        hosts={"127.0.0.1"},
        mode=memories.mode,
        embedding_of=Embeddings(database, None).of,
        timezone=None,
        families=shared_families(Settings.model_validate({"timezone": "UTC"})),
        export_sections=export_sections,
        limits=limits or Limits(),
    )
    return api(services, memories)


@asynccontextmanager
async def served(
    database: Database, bot_id: int, user_ids: Collection[int], limits: Limits | None = None, **more: Any
) -> AsyncIterator[str]:
    """Serve the API of a bot for some users; the value is its address."""
    async with serve(await doors(database, bot_id, user_ids, limits, **more)) as url:
        yield url


async def token(database: Database, owner: Owner, name: str = "tests", scope: Scope = Scope.WRITE) -> str:
    """Return a new token."""
    async with database.transaction() as tx:
        made = await access_tokens.add(tx, owner, name, scope)
    assert made
    return made


async def page_headers(database: Database, owner: Owner) -> dict[str, str]:
    """What the page sends in which an owner is logged in."""
    async with database.transaction() as tx:
        session = await access_tokens.begin_session(tx, owner)
    return {"Cookie": f"{SESSION}={session}", "Sec-Fetch-Site": "same-origin"}
