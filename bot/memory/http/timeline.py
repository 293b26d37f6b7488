"""What was learned and changed, and from what."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Self

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from bot.doors.http.access import Reading
from bot.doors.http.asking import PAGE, ItsId, Limit, Services, check_reading
from bot.doors.http.models import EXAMPLE_TIME, ValueResponse, shown
from bot.doors.http.problems import documented
from bot.memory.http.memories import existing
from bot.memory.http.models import EXAMPLE_ID
from bot.memory.store import timeline
from bot.memory.store.timeline import EntryKind, Learned, Place, learned
from bot.memory.values import MemoryCategory, MemoryVersion, memory_link
from bot.turns.values.origins import Origin

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR: Final = r"^([0-9]{1,17}-[A-Za-z0-9]{8}-[0-9]{1,10})?$"

router = APIRouter(prefix="/api", tags=["memory"])


class TimelineEntryResponse(ValueResponse):
    """What happened to a memory: it was learned, got another text, or was deleted."""

    model_config = shown(
        {
            "at": EXAMPLE_TIME,
            "kind": "changed",
            "memory_id": EXAMPLE_ID,
            "category": "person",
            "subject": "Alec",
            "content": "Alec is the user's former boss",
            "before": "Alec is the user's boss",
            "version": 2,
            "origin": "conversation",
            "through": "",
        }
    )

    at: datetime
    kind: EntryKind
    memory_id: str
    category: MemoryCategory
    subject: str | None
    content: str
    before: str | None = Field(description="The text that it replaced, if it did")
    version: int
    origin: Origin
    through: str = Field(description="The program that the version came through, if it did; empty for a deletion")


class TimelineResponse(BaseModel):
    """A page of the timeline, the newest entry first."""

    entries: list[TimelineEntryResponse]
    next: str | None = Field(description="The cursor of the next page, if there is one")


class VersionSourceResponse(BaseModel):
    """What a version was learned from."""

    number: int
    at: datetime = Field(description="When the version was stored")
    origin: Origin
    through: str = Field(description="The program that it came through, if it did")
    said: list[str] = Field(description="The messages that it was learned from, unless they are erased")
    conversation: int | None = Field(description="The number of their conversation")
    link: str | None = Field(description="Shows the memory in Telegram, as a reply to the message")

    @classmethod
    def of(cls, version: MemoryVersion, its: Learned, bot_name: str) -> Self:
        """Return a version's source as it is answered, with a link to the chat with a bot."""
        taught = its.taught.get(version.number)
        return cls(
            number=version.number,
            at=version.created_at,
            origin=version.origin,
            through=version.through,
            said=[*taught.said_before, *taught.said] if taught else [],
            conversation=taught.conversation if taught else its.found.get(version.number),
            link=memory_link(bot_name, its.memory.id) if bot_name and taught and taught.message_id else None,
        )


class SourceResponse(BaseModel):
    """What each version of a memory was learned from, the oldest first."""

    versions: list[VersionSourceResponse]


@router.get("/timeline/", responses=documented())
async def get_timeline(
    caller: Reading,
    services: Services,
    kind: EntryKind | None = None,
    cursor: Annotated[str, Query(pattern=_CURSOR, description="`next` of the page before")] = "",
    limit: Limit = PAGE,
) -> TimelineResponse:
    """List what was learned, changed and deleted, a page at a time."""
    after = _place(cursor) if cursor else None
    async with services.transaction(single=True) as tx:
        await check_reading(tx, services, caller)
        found = await timeline.page(tx, caller.owner, kind=kind, after=after, most=limit + 1)
    following = _cursor(found[limit - 1].place) if len(found) > limit else None
    return TimelineResponse(entries=[TimelineEntryResponse.of(it) for it in found[:limit]], next=following)


@router.get("/memory/{its_id}/source", responses=documented(404))
async def get_memory_source(its_id: ItsId, caller: Reading, services: Services) -> SourceResponse:
    """Return the messages that each version of a memory was learned from."""
    async with services.transaction() as tx:
        await check_reading(tx, services, caller)
        its = await learned(tx, caller.owner, await existing(tx, caller, its_id))
    name = services.bot_name()
    return SourceResponse(versions=[VersionSourceResponse.of(it, its, name) for it in its.versions])


def _cursor(place: Place) -> str:
    return f"{(place.at - _EPOCH) // timedelta(microseconds=1)}-{place.memory_id}-{place.step}"


def _place(cursor: str) -> Place:
    at, memory_id, step = cursor.split("-")
    return Place(_EPOCH + timedelta(microseconds=int(at)), memory_id, int(step))
