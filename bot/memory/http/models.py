"""What requests and answers about memories hold."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from bot.doors.http.models import EXAMPLE_TIME, ValueResponse, shown
from bot.memory.values import (
    CONTENT_MAX,
    CONTENT_MIN,
    SUBJECT_MAX,
    Memory,
    MemoryCategory,
    MemoryContent,
    MemorySubject,
)
from bot.turns.values.origins import Origin

EXAMPLE_ID: Final = "i9j0k1l2"
_EXAMPLE: Final[dict[str, Any]] = {
    "id": EXAMPLE_ID,
    "category": "person",
    "subject": "Alec",
    "content": "Alec is the user's boss",
    "version": 1,
    "created_at": EXAMPLE_TIME,
    "updated_at": EXAMPLE_TIME,
    "pinned": False,
    "deleted_at": None,
}
_VERSION: Final[dict[str, Any]] = {
    "number": 1,
    "content": "Alec is the user's boss",
    "created_at": EXAMPLE_TIME,
    "origin": "api",
    "through": "Calendar",
}

Subject = Annotated[MemorySubject | None, Field(description=f"Who or what it is about, up to {SUBJECT_MAX} characters")]
Content = Annotated[MemoryContent, Field(description=f"The text, from {CONTENT_MIN} to {CONTENT_MAX} characters")]


class CreateMemoryRequest(BaseModel):
    """A memory to store."""

    model_config = shown({"content": "Alec is the user's boss", "category": "person", "subject": "Alec"})

    content: Content
    category: MemoryCategory
    subject: Subject = None
    is_new: Annotated[bool, Field(description="Store it although similar memories exist, which a 409 has named")] = (
        False
    )


class UpdateMemoryRequest(BaseModel):
    """A new text for a memory, and perhaps a new subject."""

    model_config = shown({"content": "Alec is the user's former boss"})

    content: Content
    subject: Subject = None


class MemoryResponse(ValueResponse):
    """A memory in its current version."""

    model_config = shown(_EXAMPLE)

    id: str
    category: MemoryCategory
    subject: str | None
    content: str
    version: int
    created_at: datetime
    updated_at: datetime
    pinned: bool
    deleted_at: datetime | None


class ChangedMemoryResponse(MemoryResponse):
    """A memory after a change, and the receipt: the line that Telegram shows for it, empty if nothing has changed."""

    model_config = shown({**_EXAMPLE, "receipt": "💾 Remembered: Alec is your boss"})

    receipt: str


class VersionResponse(ValueResponse):
    """One wording of a memory."""

    number: int
    content: str
    created_at: datetime
    origin: Origin
    through: str = Field(description="The program that it came through, if it did")


class MemoryWithVersionsResponse(MemoryResponse):
    """A memory with all its wordings, the oldest first."""

    model_config = shown({**_EXAMPLE, "versions": [_VERSION]})

    versions: list[VersionResponse]


class MemoryListResponse(BaseModel):
    """A page of memories, and how many there are in all."""

    memories: list[MemoryResponse]
    total: int
    next: str | None = Field(description="The cursor of the next page, if there is one")


class FoundMemoriesResponse(BaseModel):
    """The memories that match words and meaning best, the best first."""

    memories: list[MemoryResponse]


def listed(memories: Sequence[Memory]) -> list[MemoryResponse]:
    """Return memories as they are answered."""
    return [MemoryResponse.of(it) for it in memories]
