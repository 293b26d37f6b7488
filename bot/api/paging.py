"""Pages of lists whose things have numbers."""

from typing import Annotated, Final

from fastapi import Query
from pydantic import Field

PAGE: Final = 50
MOST: Final = 200
"""Most things of a page."""
_FARTHEST: Final = 1_000_000

Skip = Annotated[int, Query(ge=0, le=_FARTHEST, description="`next` of the page before")]
Limit = Annotated[int, Query(ge=1, le=MOST)]
Next = Annotated[int | None, Field(description="`skip` of the next page, if there is one")]


def following(skip: int, limit: int, found: int) -> int | None:
    """Return where the next page begins, of which the first thing was looked for, too."""
    return skip + limit if found > limit and skip + limit <= _FARTHEST else None
