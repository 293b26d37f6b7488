"""Activities: what tools did, and what waits for the owner's button. Works in the caller's transaction."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Text, and_, case, cast, exists, func, insert, or_, select, update

from bot.database.engine import Transaction
from bot.database.tables import AgentActivity, AgentConversation, AgentMessage, TelegramUpdate
from bot.values.activities import Activity, ActivityState, Deed
from bot.values.owner import Owner
from bot.values.place import Place

ALLOWED: Final = "allowed_"
"""Beginning of the ids of calls that their owner has allowed; their activity's follows."""
_ALLOWED_CALL: Final = func.concat(ALLOWED, func.replace(cast(AgentActivity.id, Text), "-", ""))
_COLUMNS: Final = tuple(column for column in AgentActivity.__table__.c if column.name in Activity.__slots__)


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


def _those(owner: Owner, *conditions: ColumnElement[bool]) -> Any:
    return select(*_COLUMNS).where(AgentActivity.owned_by(owner), *conditions)


def _activity(row: "Row[Any]") -> Activity:
    return Activity(**{column.name: getattr(row, column.name) for column in _COLUMNS})
