"""What became of an owner's memories, the newest event first, a page at a time, and what taught one.

Works in the caller's transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import Integer, select, text

from bot.kit.owner import Owner
from bot.memory.store import memories as stored
from bot.memory.values import Memory, MemoryCategory, MemoryVersion
from bot.store.engine import Transaction
from bot.turns.store.provenance import Provenance, of_turns
from bot.turns.store.tables import AgentAct, AgentConversation
from bot.turns.values.acts import ActState, Door
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


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory with its versions, oldest first, and their sources by version number.

    `taught` holds the message that a version was learned from, `found` the conversation whose review found it.
    """

    memory: Memory
    versions: Sequence[MemoryVersion]
    taught: Mapping[int, Provenance]
    found: Mapping[int, int]

    @property
    def newest_source(self) -> Provenance | None:
        """The newest known message that a version was learned from."""
        return next((it for _, it in sorted(self.taught.items(), reverse=True) if it.message_id), None)


async def learned(tx: Transaction, owner: Owner, memory: Memory) -> Learned:
    """Return a memory with its versions and sources, in the caller's transaction."""
    versions = await stored.versions(tx, memory.id)
    turns = {it.number: it.source.turn_id for it in versions if it.source}
    sources = await of_turns(tx, owner, set(turns.values()))
    taught = {number: sources[turn_id] for number, turn_id in turns.items() if turn_id in sources}
    return Learned(memory, versions, taught, await _found_in(tx, owner, memory.id))


async def _found_in(tx: Transaction, owner: Owner, memory_id: str) -> Mapping[int, int]:
    """Return the conversations whose reviews found a memory's versions, by version number."""
    rows = await tx.connection.execute(
        select(AgentAct.undo["version"].as_string().cast(Integer).label("version"), AgentConversation.number)
        .join(AgentConversation, AgentConversation.id == AgentAct.conversation_id)
        .where(
            AgentAct.owned_by(owner),
            AgentAct.door == Door.REVIEW,
            AgentAct.state == ActState.DONE,
            AgentAct.undo["memory_id"].as_string() == memory_id,
            AgentConversation.number.is_not(None),
        )
    )
    return {row.version: row.number for row in rows}
