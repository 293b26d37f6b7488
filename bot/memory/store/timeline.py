"""What became of an owner's memories, the newest event first, a page at a time. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.memory.values.memories import MemoryCategory
from bot.store.engine import Transaction
from bot.turns.values.origins import Origin


class EntryKind(StrEnum):
    """What happened to a memory."""

    LEARNED = "learned"
    CHANGED = "changed"
    DELETED = "deleted"


class Place(NamedTuple):
    """Where an entry stands in the timeline. A deletion comes after all versions of its time."""

    at: datetime
    memory_id: str
    step: int


_DELETED: Final = 2**31 - 1
"""The step of a deletion; that of a version is its number."""
_KINDS: Final = {1: EntryKind.LEARNED, _DELETED: EntryKind.DELETED}
_BEGINNING: Final = Place(datetime(9999, 1, 1, tzinfo=UTC), "", 0)
# Each branch reads no more than a page from an index.
_PAGE: Final = text(f"""
WITH entries AS (
    (SELECT version.created_at AS at, memory_id, version_number AS step, version_number
     FROM agent_memory_versions AS version JOIN agent_memories AS memory ON memory.id = memory_id
     WHERE bot_id = :bot_id AND user_id = :user_id
     AND ((:learned AND version_number = 1) OR (:changed AND version_number > 1))
     AND (version.created_at, memory_id, version_number) < (CAST(:at AS timestamptz), :memory_id, :step)
     ORDER BY version.created_at DESC, memory_id DESC, version_number DESC LIMIT :most)
    UNION ALL
    (SELECT deleted_at, id, {_DELETED}, version
     FROM agent_memories
     WHERE bot_id = :bot_id AND user_id = :user_id AND :deleted AND deleted_at IS NOT NULL
     AND (deleted_at, id, {_DELETED}) < (CAST(:at AS timestamptz), :memory_id, :step)
     ORDER BY deleted_at DESC, id DESC LIMIT :most)
    ORDER BY at DESC, memory_id DESC, step DESC LIMIT :most
)
SELECT at, entries.memory_id, step, category, subject, entries.version_number AS version, its.content,
       former.content AS before, its.origin,
       CASE WHEN step = {_DELETED} THEN '' ELSE coalesce(its.through, '') END AS through
FROM entries
JOIN agent_memories AS memory ON memory.id = entries.memory_id
JOIN agent_memory_versions AS its
    ON its.memory_id = entries.memory_id AND its.version_number = entries.version_number
LEFT JOIN agent_memory_versions AS former
    ON former.memory_id = entries.memory_id AND former.version_number = entries.step - 1
ORDER BY at DESC, entries.memory_id DESC, step DESC
""")  # noqa: S608 - only our own words


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """An event: a version that was learned or changed, with the text `before` it, or a deletion that still holds.

    The origin and what it came `through` are those of the version; of a deletion, what it came through isn't stored.
    """

    place: Place
    kind: EntryKind
    memory_id: str
    category: MemoryCategory
    subject: str | None
    content: str
    before: str | None
    version: int
    origin: Origin
    through: str

    @property
    def at(self) -> datetime:
        """When it happened."""
        return self.place.at


async def page(
    tx: Transaction, owner: Owner, *, kind: EntryKind | None = None, after: Place | None = None, most: int
) -> Sequence[TimelineEntry]:
    """Return the newest entries, perhaps of one kind, or those that come `after` a place."""
    place = after or _BEGINNING
    kinds = {it.value: kind in {None, it} for it in EntryKind}
    rows = await tx.connection.execute(_PAGE, {**owner.columns, **kinds, **place._asdict(), "most": most})
    return [
        TimelineEntry(
            place=Place(row.at, row.memory_id, row.step),
            kind=_KINDS.get(row.step, EntryKind.CHANGED),
            category=MemoryCategory(row.category),
            origin=Origin(row.origin),
            **{
                name: getattr(row, name) for name in ("memory_id", "subject", "content", "before", "version", "through")
            },
        )
        for row in rows
    ]
