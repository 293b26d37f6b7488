"""Tells the page what has changed, so that it reads that anew."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from bot.api.access import Caller, Reading
from bot.api.asking import Services
from bot.api.limits import MOST_STREAMS
from bot.api.problems import Refused, documented
from bot.api.services import ApiServices
from bot.api.streams import changes

router = APIRouter(tags=["session"])

_TOGETHER_SECONDS: Final = 0.2
"""How long changes that follow one another are gathered into one event."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The second has nginx pass each event on at once: https://nginx.org/en/docs/http/ngx_http_proxy_module.html."""
_EXAMPLE: Final = 'event: changed\ndata: {"kinds": ["memories"]}\n\n'
_STREAM: Final[dict[str, Any]] = {
    "description": "A stream of `changed` events, and of comments where nothing changes",
    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": _EXAMPLE}},
}


@router.get("/api/events", response_class=StreamingResponse, responses={**documented(), 200: _STREAM})
async def follow_changes(services: Services, caller: Reading) -> StreamingResponse:
    """Tell at once of what has changed, whoever changes it: memories, notes, reminders, conversations, language.

    The stream ends with the token or session. It holds no text of anything.
    """
    if not services.limits.has_stream_left(caller.owner):
        raise Refused(429, f"At most {MOST_STREAMS} streams can be open.", {"Retry-After": "5"})
    told = _told(services, caller)
    return StreamingResponse(told, media_type="text/event-stream", headers=_HEADERS)


async def _told(services: ApiServices, caller: Caller) -> AsyncIterator[str]:
    if not services.limits.has_stream_left(caller.owner):  # others that were asked for at the same time
        return
    with services.limits.stream(caller.owner):
        async with services.changes.of(caller.owner) as watch:
            yield ": listening\n\n"
            async for topics in changes(services, caller, watch):
                if not topics:
                    yield ": nothing\n\n"
                    continue
                yield f"event: changed\ndata: {json.dumps({'kinds': sorted(topics)})}\n\n"
                await asyncio.sleep(_TOGETHER_SECONDS)
