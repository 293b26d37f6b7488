"""Where a stored text comes from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

PAGE: Final = "page"
"""What a change came through that the owner made on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The turn in which a version was learned."""

    conversation_id: UUID
    turn_id: UUID


class Origin(StrEnum):
    """How a version came about: said, found in a review, written with `/memory`, imported, undone, or by a program."""

    CONVERSATION = "conversation"
    REVIEW = "review"
    COMMAND = "command"
    IMPORT = "import"
    UNDO = "undo"
    API = "api"


def are_others(origin: Origin, through: str) -> bool:
    """Tell whether the words of a version may be anybody's: those of the page are its owner's."""
    return origin is Origin.IMPORT or (origin is Origin.API and through != PAGE)


FROM_OUTSIDE: Final = frozenset({Origin.COMMAND, Origin.API, Origin.IMPORT})
"""Origins of changes that running conversations don't know of by themselves."""
