"""Conversations and what was said in them, to be read and searched."""

from datetime import datetime
from typing import Annotated, Final, Literal, Self
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from bot.doors.http.access import Reading
from bot.doors.http.asking import PAGE, Limit, Next, Services, Skip, following
from bot.doors.http.models import EXAMPLE_TIME, ValueResponse, shown
from bot.doors.http.models import Query as Words
from bot.doors.http.problems import Refused, documented
from bot.features.history.store.passages import Passage
from bot.features.history.store.search import Wanted, search
from bot.kit.language import t
from bot.turns.store import history

_FOUND: Final = 20
_MOST_FOUND: Final = 50
"""Most passages of a page."""
_DEEPEST: Final = 200
"""Most passages before a page: what comes later fits badly."""
_CHARACTERS: Final = 300
"""Most characters of an excerpt."""

router = APIRouter(prefix="/api/conversations", tags=["conversations"])


class ConversationResponse(ValueResponse):
    """A conversation; it is the current one until it has ended."""

    number: int
    started_at: datetime
    ended_at: datetime | None
    turns: int
    first_words: str


class ConversationListResponse(BaseModel):
    """A page of conversations, the newest first, and how many there are in all."""

    conversations: list[ConversationResponse]
    total: int
    next: Next


class TurnResponse(ValueResponse):
    """What the user said, and what was answered."""

    id: UUID
    state: str
    created_at: datetime
    said: list[str]
    answer: str


class TurnListResponse(BaseModel):
    """A page of a conversation's turns, the first one first."""

    turns: list[TurnResponse]
    next: Next


class PassageResponse(BaseModel):
    """An excerpt of a message, and what in it was looked for."""

    model_config = shown(
        {
            "conversation": 7,
            "turn_id": "019ab3c4-5d6e-7f80-9123-456789abcdef",
            "at": EXAMPLE_TIME,
            "by": "user",
            "excerpt": "Alec is my boss",
            "marks": [[11, 15]],
        }
    )

    conversation: int = Field(description="The number of its conversation")
    turn_id: UUID
    at: datetime
    by: Literal["user", "assistant"]
    excerpt: str = Field(description="On one line")
    marks: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(
        description="Where in the excerpt the words that were looked for begin and end, in code points"
    )

    @classmethod
    def of(cls, passage: Passage) -> Self:
        """Return a passage as it is answered."""
        return cls(
            conversation=passage.conversation,
            turn_id=passage.key[0],
            at=passage.said_at,
            by="user" if passage.by_user else "assistant",
            excerpt=passage.excerpt.text,
            marks=[list(it) for it in passage.excerpt.hits],
        )


class FoundPassagesResponse(BaseModel):
    """A page of what was found in conversations, the best first."""

    found: list[PassageResponse]
    next: int | None = Field(description="`cursor` of the next page, if there is one")


@router.get("/", responses=documented())
async def list_conversations(
    caller: Reading, services: Services, skip: Skip = 0, limit: Limit = PAGE
) -> ConversationListResponse:
    """List conversations, a page at a time. Private ones are in none."""
    async with services.transaction(single=True) as tx:
        found, total = await history.newest(tx, caller.owner, skip=skip, most=limit)
    shown, after = [ConversationResponse.of(it) for it in found], following(skip, limit, total - skip)
    return ConversationListResponse(conversations=shown, total=total, next=after)


@router.get("/{number}/turns/", responses=documented(404))
async def list_turns(
    number: Annotated[int, Path(ge=1, lt=2**31)],
    caller: Reading,
    services: Services,
    skip: Skip = 0,
    limit: Limit = PAGE,
) -> TurnListResponse:
    """List what was said in a conversation, a page at a time."""
    async with services.transaction(single=True) as tx:
        conversation = await history.one(tx, caller.owner, number)
        if conversation is None:
            raise Refused(404, t("There is no conversation with this number."))
        found = await history.turns(tx, conversation.id, skip=skip, most=limit + 1)
    shown = [TurnResponse.of(it) for it in found[:limit]]
    return TurnListResponse(turns=shown, next=following(skip, limit, len(found)))


@router.get("/search/", responses=documented())
async def search_conversations(
    caller: Reading,
    services: Services,
    query: Annotated[
        Words, Query(min_length=1, description='Words; "quotes" keep some together, -word leaves one out')
    ],
    cursor: Annotated[int, Query(ge=0, le=_DEEPEST, description="`next` of the page before")] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_FOUND)] = _FOUND,
) -> FoundPassagesResponse:
    """Find what was said, by words and, if there is an embedding model, by meaning. Private conversations are in none.

    Messages with all the words come first.
    """
    wanted = Wanted(words=query, embedding=await services.embedding_of(query))
    async with services.transaction(single=True) as tx:
        found = await search(tx, caller.owner, wanted, skip=cursor, limit=limit + 1, most=_CHARACTERS)
    after = cursor + limit
    is_more = len(found) > limit and after <= _DEEPEST
    return FoundPassagesResponse(
        found=[PassageResponse.of(it) for it in found[:limit]], next=after if is_more else None
    )
