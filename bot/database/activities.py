"""Activities: what tools did, and what waits for the owner's button; and the log of all that was done.

The log holds changes of memories, too. Works in the caller's transaction.
"""

from collections.abc import Collection
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    DateTime,
    Integer,
    Row,
    Select,
    Text,
    Uuid,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import distinct_on

from bot.database import proposals, receipts
from bot.database.engine import Transaction
from bot.database.provenance import IS_USERS, beginning, shown
from bot.database.tables import (
    AgentActivity,
    AgentConversation,
    AgentMemoryProposal,
    AgentMessage,
    AgentTurn,
    TelegramUpdate,
)
from bot.values.activities import Activity, ActivityState, Deed, LogEntry
from bot.values.changes import ProposalState
from bot.values.owner import Owner
from bot.values.place import Place

ALLOWED: Final = "allowed_"
"""Beginning of the ids of calls that their owner has allowed; their activity's follows."""
_FIRST_WORDS: Final = 600
"""Most characters read of a turn's first message."""
_ALLOWED_CALL: Final = func.concat(ALLOWED, func.replace(cast(AgentActivity.id, Text), "-", ""))
_COLUMNS: Final = tuple(column for column in AgentActivity.__table__.c if column.name in Activity.__slots__)
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


async def add(tx: Transaction, owner: Owner, activity: Activity, *, expires_at: datetime | None = None) -> None:
    """Store an activity; one that waits does so until it expires."""
    undo = dict(activity.undo) if activity.undo is not None else None
    row = {**owner.columns, **asdict(activity), "undo": undo, "expires_at": expires_at}
    await tx.connection.execute(insert(AgentActivity), row)


async def find(tx: Transaction, owner: Owner, activity_id: UUID) -> Activity | None:
    """Return an owner's activity, locked until the transaction ends; None if it was erased."""
    its = _those(owner, AgentActivity.id == activity_id).with_for_update()
    row = (await tx.connection.execute(its)).one_or_none()
    return _activity(row) if row else None


async def of_call(tx: Transaction, owner: Owner, turn_id: UUID, call_id: str) -> Activity | None:
    """Return the activity of a turn's call, if it has one."""
    its = _those(owner, AgentActivity.turn_id == turn_id, AgentActivity.call_id == call_id)
    row = (await tx.connection.execute(its)).one_or_none()
    return _activity(row) if row else None


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Activity]:
    """Return a turn's activities, in order."""
    rows = await tx.connection.execute(_those(owner, AgentActivity.turn_id == turn_id).order_by(AgentActivity.id))
    return [_activity(row) for row in rows]


async def newest(tx: Transaction, owner: Owner, *, most: int) -> list[Activity]:
    """Return the newest of an owner's activities, the last first."""
    page = _those(owner).order_by(AgentActivity.created_at.desc()).limit(most)
    return [_activity(row) for row in await tx.connection.execute(page)]


async def run_in(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Activity]:
    """Return the activities that were allowed later and carried out in a turn, in order."""
    its = exists().where(AgentMessage.turn_id == turn_id, AgentMessage.call_id == _ALLOWED_CALL)
    rows = await tx.connection.execute(_those(owner, its).order_by(AgentActivity.id))
    return [_activity(row) for row in rows]


async def give_up(tx: Transaction, owner: Owner, place: Place) -> list[Activity]:
    """End what was interrupted in a place, and what was allowed and no longer waits for its turn; return it.

    Call it when no turn runs there.
    """
    waits = exists().where(
        TelegramUpdate.bot_id == owner.bot_id,
        TelegramUpdate.handled_at.is_(None),
        TelegramUpdate.message_id.is_(None),
        TelegramUpdate.message["call"]["id"].as_string() == _ALLOWED_CALL,
    )
    is_running = AgentActivity.state == ActivityState.RUNNING
    is_given_up = or_(is_running, and_(AgentActivity.state == ActivityState.ALLOWED, ~waits))
    is_here = AgentActivity.conversation_id.in_(select(AgentConversation.id).filter_by(**place.columns))
    ended = (
        update(AgentActivity)
        .where(AgentActivity.owned_by(owner), is_given_up, is_here)
        .values(state=case((is_running, ActivityState.UNKNOWN.value), else_=ActivityState.DECLINED.value))
    )
    return [_activity(row) for row in await tx.connection.execute(ended.returning(*_COLUMNS))]


async def next_expiry(tx: Transaction, bot_id: int) -> datetime | None:
    """Return when the wait of the next of a bot's activities ends; None if none waits."""
    waiting = (AgentActivity.bot_id == bot_id, AgentActivity.state == ActivityState.WAITING)
    return await tx.connection.scalar(select(func.min(AgentActivity.expires_at)).where(*waiting))


async def set_state(tx: Transaction, activity_id: UUID, state: ActivityState, deed: Deed | None = None) -> None:
    """Set an activity's state, and its words and what undoes it once it is done."""
    values: dict[str, object] = {"state": state, "expires_at": None}
    if deed:
        values |= {
            "words": deed.words,
            "english": deed.english,
            "undo": dict(deed.undo) if deed.undo is not None else None,
        }
    await tx.connection.execute(update(AgentActivity).where(AgentActivity.id == activity_id).values(values))


async def interrupt(tx: Transaction, turn_id: UUID) -> None:
    """Note of what runs in a turn that ends that it isn't known whether it took effect."""
    its = update(AgentActivity).where(AgentActivity.turn_id == turn_id, AgentActivity.state == ActivityState.RUNNING)
    await tx.connection.execute(its.values(state=ActivityState.UNKNOWN))


async def expire(tx: Transaction, bot_id: int) -> list[tuple[Owner, Activity]]:
    """End the wait of a bot's activities whose time is over, and return them."""
    rows = await tx.connection.execute(
        update(AgentActivity)
        .where(
            AgentActivity.bot_id == bot_id,
            AgentActivity.state == ActivityState.WAITING,
            AgentActivity.expires_at <= datetime.now(UTC),
        )
        .values(state=ActivityState.EXPIRED, expires_at=None)
        .returning(AgentActivity.user_id, *_COLUMNS)
    )
    return [(Owner(bot_id, row.user_id), _activity(row)) for row in rows]


async def log_page(
    tx: Transaction, owner: Owner, *, up_to: datetime, most: int
) -> tuple[list[LogEntry], datetime | None]:
    """Return what was done up to a moment, newest first, and the moment of the next page's first entry.

    Entries of one moment that don't fit on a page begin the next.
    """
    rows = await _rows(tx, owner, _UP_TO, up_to, most + 1)
    next_page = rows[most].at if len(rows) > most else None
    words = await _first_words(tx, {row.turn_id for row in rows if row.turn_id})
    return [await _entry(tx, owner, row, words) for row in rows[:most]], next_page


async def log_page_before(tx: Transaction, owner: Owner, moment: datetime, *, most: int) -> datetime | None:
    """Return the moment of the first entry of the page before the one from `moment` on; None if there is none."""
    rows = await _rows(tx, owner, _AFTER, moment, most)
    return rows[-1].at if rows else None


def _those(owner: Owner, *conditions: ColumnElement[bool]) -> Any:
    return select(*_COLUMNS).where(AgentActivity.owned_by(owner), *conditions)


def _activity(row: "Row[Any]") -> Activity:
    return Activity(**{column.name: getattr(row, column.name) for column in _COLUMNS})


async def _rows(tx: Transaction, owner: Owner, page: Select[Any], moment: datetime, most: int) -> list["Row[Any]"]:
    values = {**owner.columns, "moment": moment, "most": most}
    return list(await tx.connection.execute(page, values))


async def _entry(tx: Transaction, owner: Owner, row: "Row[Any]", words: dict[UUID, str]) -> LogEntry:
    about = {"at": row.at, "turn_id": row.turn_id, "first_words": words.get(row.turn_id, "")}
    if row.activity_id:
        return LogEntry(**about, activity=await find(tx, owner, row.activity_id))
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
