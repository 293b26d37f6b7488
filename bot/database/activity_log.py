"""The log of what was done: changes of memories and activities together. Works in the caller's transaction."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Integer, Uuid, bindparam, cast, func, literal, null, select, union_all
from sqlalchemy.dialects.postgresql import distinct_on

from bot.database import activities, proposals, receipts
from bot.database.engine import Transaction
from bot.database.provenance import beginning, shown
from bot.database.tables import AgentActivity, AgentConversation, AgentMemoryProposal, AgentMessage, AgentTurn
from bot.values.activity_log import LogEntry
from bot.values.owner import Owner
from bot.values.proposals import ProposalState

_FIRST_WORDS: Final = 600
"""Most characters read of a turn's first message."""

# Statements are built once, since building takes longer than running them.
_NO_ID: Final = cast(null(), Uuid)
_CHANGES: Final = (
    select(
        AgentMessage.created_at.label("at"),
        AgentMessage.turn_id.label("turn_id"),
        cast(
            func.row_number().over(partition_by=AgentMessage.turn_id, order_by=AgentMessage.position) - 1, Integer
        ).label("number"),
        _NO_ID.label("activity_id"),
        _NO_ID.label("proposal_id"),
    )
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(AgentConversation.is_owned(), receipts.IS_RECEIPT)
)
_ACTIVITIES: Final = select(
    AgentActivity.created_at, AgentActivity.turn_id, literal(0, Integer), AgentActivity.id, _NO_ID
).where(AgentActivity.is_owned())
_ACCEPTED: Final = select(
    AgentMemoryProposal.created_at, AgentMemoryProposal.turn_id, literal(0, Integer), _NO_ID, AgentMemoryProposal.id
).where(
    AgentMemoryProposal.is_owned(),
    AgentMemoryProposal.state.in_([ProposalState.ACCEPTED, ProposalState.UNDONE]),
)
_ALL: Final = union_all(_CHANGES, _ACTIVITIES, _ACCEPTED).subquery()
_PAGE: Final = (
    select(_ALL, func.count().over().label("of"))
    .order_by(_ALL.c.at.desc(), _ALL.c.turn_id.desc(), _ALL.c.number.desc(), _ALL.c.activity_id.desc())
    .offset(bindparam("skip"))
    .limit(bindparam("most"))
)


async def newest(tx: Transaction, owner: Owner, *, skip: int, most: int) -> tuple[list[LogEntry], int]:
    """Return a page of what was done, newest first, and the total (0 after the last page)."""
    rows = (await tx.connection.execute(_PAGE, {**owner.columns, "skip": skip, "most": most})).all()
    words = await _first_words(tx, {row.turn_id for row in rows if row.turn_id})
    return [await _entry(tx, owner, row, words) for row in rows], rows[0].of if rows else 0


async def _entry(tx: Transaction, owner: Owner, row: Any, words: dict[UUID, str]) -> LogEntry:
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
        .where(AgentMessage.turn_id.in_(turn_ids), AgentMessage.role == "user")
        .order_by(AgentMessage.turn_id, AgentMessage.position)
    )
    return {row.turn_id: shown(row.said) for row in await tx.connection.execute(first)}
