"""Read-only HTTP for the practice page: `GET /memories`, `GET /lists` and `GET /about`.

`/memories` lists every memory, deleted ones included, with all versions, in the words that their owner reads. `/lists`
has reminders, notes and what was done. `/about` describes how commands are used and how to read a request. The README
of the package `practice` documents them. While the database is away, the first two answer 503 with a sentence.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.app.features import FEATURES, uses
from bot.doors.http.access import accepted
from bot.feature import Overview
from bot.kit.errors import DatabaseUnavailable
from bot.kit.language import date_time, mark, speak, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.memory.acts import line
from bot.memory.second_person import second_person
from bot.memory.store.memories import everything
from bot.memory.values import Memory, MemoryVersion
from bot.store.engine import Database
from bot.telegram.help import lines_of
from bot.turns.message_text import OWN_MARK
from bot.turns.prompt import PRIVATE_INSTRUCTIONS, REVIEW_REQUEST, SUMMARY_REQUEST
from bot.turns.store import acts
from bot.turns.store import conversations as stored_conversations
from bot.turns.values.acts import Act, ActState

_PURPOSES: Final = {
    REVIEW_REQUEST: mark("Review of an ended conversation: is anything worth remembering?"),
    SUMMARY_REQUEST: mark("Summary of what no longer fits into the prompt"),
}
_STATES: Final = {
    ActState.WAITING: mark("waiting"),
    ActState.ALLOWED: mark("allowed"),
    ActState.RUNNING: mark("running"),
    ActState.DONE: mark("done"),
    ActState.FAILED: mark("failed"),
    ActState.UNKNOWN: mark("unknown"),
    ActState.DECLINED: mark("declined"),
    ActState.EXPIRED: mark("expired"),
    ActState.UNDONE: mark("undone"),
}


def inspection(database: Database, owner: Owner, zone: ZoneInfo | None) -> Starlette:
    """Return the ASGI app that describes an owner's memories, how commands are used, and how to read a request.

    Its sentences are in the language that a request accepts. It answers only requests to this machine's own address,
    since other host names come from foreign web pages.
    """
    zone_name = zone.key if zone else datetime.now().astimezone().isoformat()[-len("+00:00") :]

    async def memories(_: Request) -> Response:
        async with database.transaction() as tx:
            return JSONResponse([_memory(*it) for it in await everything(tx, owner)])

    async def lists(request: Request) -> Response:
        speak(_language(request))
        async with database.transaction() as tx:
            several = [await feature.overview(tx, owner, zone) for feature in FEATURES if feature.overview]
            done = await acts.newest(tx, owner, most=100)
        several.append(Overview(t("Activity"), t("Nothing yet."), [_act(it, zone) for it in done]))
        return JSONResponse([it._asdict() for it in several])

    async def about(request: Request) -> Response:
        try:
            async with database.transaction() as tx:
                is_private = await stored_conversations.has_private(tx, owner)
        except DatabaseUnavailable:
            is_private = True  # assumed until the database can tell
        speak(_language(request))
        return JSONResponse(
            {
                "usages": lines_of(uses()),
                "timezone": zone_name,
                "purposes": {said: t(purpose) for said, purpose in _PURPOSES.items()},
                "own_mark": OWN_MARK,
                "private_prompt": PRIVATE_INSTRUCTIONS,
                "is_private": is_private,
            }
        )

    return Starlette(
        routes=[Route("/memories", memories), Route("/lists", lists), Route("/about", about)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1"])],
        exception_handlers={DatabaseUnavailable: _unavailable},
    )


def _language(request: Request) -> str:
    return accepted(request.headers.get("Accept-Language", ""))


def _act(act: Act, zone: ZoneInfo | None) -> dict[str, str]:
    at = date_time(act.created_at.astimezone(zone))
    facts = t("{time}, {state}", time=at, state=t(_STATES[act.state]))
    words = line(act)
    return {"title": one_line(words), "facts": facts, "text": words, "command": ""}


async def _unavailable(_: Request, error: Exception) -> Response:
    return PlainTextResponse(str(error), status_code=503)


def _memory(memory: Memory, versions: Sequence[MemoryVersion]) -> dict[str, object]:
    return {
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "content": second_person(memory.content),
        "pinned": memory.pinned,
        "deleted_at": memory.deleted_at and memory.deleted_at.isoformat(),
        "versions": [
            {"number": it.number, "content": second_person(it.content), "created_at": it.created_at.isoformat()}
            for it in versions
        ],
    }
