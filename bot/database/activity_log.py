"""The log of what was done: changes of memories and activities together. Works in the caller's transaction."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    BindParameter,
    DateTime,
    Integer,
    Row,
    Select,
    Uuid,
    bindparam,
    cast,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import distinct_on

from bot.database import activities, proposals, receipts
from bot.database.engine import Transaction
from bot.database.provenance import IS_USERS, beginning, shown
from bot.database.tables import AgentActivity, AgentConversation, AgentMemoryProposal, AgentMessage, AgentTurn
from bot.values.activity_log import LogEntry
from bot.values.owner import Owner
from bot.values.proposals import ProposalState

_FIRST_WORDS: Final = 600
"""Most characters read of a turn's first message."""

# Statements are built once, since building takes longer than running them.
_NO_ID: Final = cast(null(), Uuid)
_NO_POSITION: Final = literal(0, Integer)
_CHANGES: Final = (
    select(
        AgentMessage.created_at.label("at"),
        AgentMessage.turn_id.label("turn_id"),
        AgentMessage.position.label("position"),
        _NO_ID.label("activity_id"),
        _NO_ID.label("proposal_id"),
    )
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(AgentConversation.is_owned(), receipts.IS_RECEIPT)
)
_ACTIVITIES: Final = select(
    AgentActivity.created_at.label("at"), AgentActivity.turn_id, _NO_POSITION, AgentActivity.id, _NO_ID
).where(AgentActivity.is_owned())
_ACCEPTED: Final = (
    select(
        AgentMemoryProposal.created_at.label("at"),
        AgentMemoryProposal.turn_id,
        _NO_POSITION,
        _NO_ID,
        AgentMemoryProposal.id,
    )
    .where(AgentMemoryProposal.is_owned())
    .where(AgentMemoryProposal.state.in_([ProposalState.ACCEPTED, ProposalState.UNDONE]))
)


def _page(*, later: bool) -> Select[Any]:
    """Return the query for the entries up to a moment, newest first; or for those after it, oldest first."""
    moment: BindParameter[datetime] = bindparam("moment", type_=DateTime(timezone=True))
    most: BindParameter[int] = bindparam("most", type_=Integer)
    parts: list[Select[Any]] = []
    for part in (_CHANGES, _ACTIVITIES, _ACCEPTED):
        at = part.selected_columns.at
        there = part.where(at > moment).order_by(at) if later else part.where(at <= moment).order_by(at.desc())
        parts.append(there.limit(most))
    rows = union_all(*parts).subquery()
    number = select(func.count()).where(
        AgentMessage.turn_id == rows.c.turn_id, AgentMessage.position < rows.c.position, receipts.IS_RECEIPT
    )
    order = (rows.c.at, rows.c.turn_id, rows.c.position, rows.c.activity_id)
    return (
        select(rows, number.scalar_subquery().label("number"))
        .order_by(*(order if later else (column.desc() for column in order)))
        .limit(most)
    )


_UP_TO: Final = _page(later=False)
_AFTER: Final = _page(later=True)


async def newest(
    tx: Transaction, owner: Owner, *, up_to: datetime, most: int
) -> tuple[list[LogEntry], datetime | None]:
    """Return what was done up to a moment, newest first, and the moment of the next page's first entry.

    Entries of one moment that don't fit on a page begin the next.
    """
    rows = await _rows(tx, owner, _UP_TO, up_to, most + 1)
    next_page = rows[most].at if len(rows) > most else None
    words = await _first_words(tx, {row.turn_id for row in rows if row.turn_id})
    return [await _entry(tx, owner, row, words) for row in rows[:most]], next_page


async def page_before(tx: Transaction, owner: Owner, moment: datetime, *, most: int) -> datetime | None:
    """Return the moment of the first entry of the page before the one from `moment` on; None if there is none."""
    rows = await _rows(tx, owner, _AFTER, moment, most)
    return rows[-1].at if rows else None


async def _rows(tx: Transaction, owner: Owner, page: Select[Any], moment: datetime, most: int) -> list["Row[Any]"]:
    values = {**owner.columns, "moment": moment, "most": most}
    return list(await tx.connection.execute(page, values))


async def _entry(tx: Transaction, owner: Owner, row: "Row[Any]", words: dict[UUID, str]) -> LogEntry:
    about = {"at": row.at, "turn_id": row.turn_id, "first_words": words.get(row.turn_id, "")}
    if row.activity_id:
        return LogEntry(**about, activity=await activities.find(tx, owner, row.activity_id))
    if row.proposal_id:
        return LogEntry(**about, proposal=next(iter(await proposals.those(tx, owner, [row.proposal_id])), None))
    several = await receipts.of_turn(tx, owner, row.turn_id)
    return LogEntry(**about, number=row.number, receipt=several[row.number])


async def _first_words(tx: Transaction, turn_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return the beginning of the first message of turns, also of those that were taken back."""
    first = (
        select(AgentMessage.turn_id, beginning(_FIRST_WORDS).label("said"))
        .ext(distinct_on(AgentMessage.turn_id))
        .where(AgentMessage.turn_id.in_(turn_ids), IS_USERS)
        .order_by(AgentMessage.turn_id, AgentMessage.position)
    )
    return {row.turn_id: shown(row.said) for row in await tx.connection.execute(first)}
