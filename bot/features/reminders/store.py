"""Reminders, and the hours in which only they ring. Works in the caller's transaction."""

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    DateTime,
    Row,
    String,
    bindparam,
    case,
    func,
    literal,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from bot.features.reminders.values import QuietHours, Reminder, ReminderState, Schedule
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.ids import short_id
from bot.store.tables import JSON_OR_NULL, OWNER, Base, Count, Flag, Owned, ShortId, Small, index, one_of
from bot.turns.store.owners import DUE_CHANGED
from bot.turns.store.tables import AgentOwner

_SCHEDULE: Final = ("wall", "zone", "rule", "follows")
_OWN: Final = tuple(it.name for it in fields(Reminder) if it.name not in {"id", "schedule"})


class AgentReminder(Owned, Base, table="agent_reminders"):
    """A `Reminder` and its `Schedule`, with when it `rings_at` next."""

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    text: Mapped[str]
    wall: Mapped[datetime] = mapped_column(DateTime(timezone=False))
    zone: Mapped[str] = mapped_column(String(64))
    rule: Mapped[str] = mapped_column(server_default=sql("''"))
    follows: Mapped[Flag]
    untrusted: Mapped[Flag]
    topic_id: Mapped[int] = mapped_column(server_default=sql("0"))
    state: Mapped[ReminderState] = mapped_column(one_of(ReminderState))
    is_due: Mapped[bool] = mapped_column(server_default=sql("true"))
    rings_at: Mapped[datetime | None]
    again_at: Mapped[datetime | None]
    nag_minutes: Mapped[Small | None]
    nags: Mapped[Count]
    rung_at: Mapped[datetime | None]
    is_task: Mapped[Flag]
    waits_until: Mapped[datetime | None]
    failures: Mapped[Count]
    version: Mapped[Small] = mapped_column(server_default=sql("1"))
    former: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    created_at: Mapped[datetime]

    __table_args__ = (
        index("idx_agent_reminders_due", "bot_id", "rings_at", where="rings_at IS NOT NULL"),
        index("idx_agent_reminders_owner", *OWNER, "rings_at", "id"),
    )


_IS_ACTIVE: Final = AgentReminder.state == ReminderState.ACTIVE
_PLACE: Final = (func.coalesce(AgentReminder.rings_at, datetime.max.replace(tzinfo=UTC)), AgentReminder.id)
"""Order of a list: what rings next comes first."""


async def add(tx: Transaction, owner: Owner, reminder: Reminder) -> Reminder:
    """Store a new reminder, and return it with its id."""
    row = {**owner.columns, **_columns(reminder), "created_at": datetime.now(UTC)}
    while True:
        statement = insert(AgentReminder).values(**row, id=short_id()).on_conflict_do_nothing()
        if new_id := await tx.connection.scalar(statement.returning(AgentReminder.id)):
            tx.after_commit(tx.events[DUE_CHANGED].set)
            return replace(reminder, id=new_id)


async def find(tx: Transaction, owner: Owner, reminder_id: str) -> Reminder | None:
    """Return a reminder, and lock it until the transaction ends."""
    query = select(AgentReminder).where(AgentReminder.owned_by(owner), AgentReminder.id == reminder_id)
    row = (await tx.connection.execute(query.with_for_update())).one_or_none()
    return _reminder(row) if row else None


async def save(tx: Transaction, reminders: Collection[Reminder]) -> None:
    """Store what has changed of reminders."""
    if not reminders:
        return
    names = _columns(next(iter(reminders)))
    statement = update(AgentReminder).where(AgentReminder.id == bindparam("own_id"))
    statement = statement.values({name: bindparam(f"new_{name}") for name in names})
    rows = [{"own_id": it.id, **{f"new_{name}": value for name, value in _columns(it).items()}} for it in reminders]
    await tx.connection.execute(statement, rows)
    tx.after_commit(tx.events[DUE_CHANGED].set)


async def same(tx: Transaction, owner: Owner, reminder: Reminder) -> Reminder | None:
    """Return an active reminder with the same text at the same times, or None."""
    query = (
        select(AgentReminder)
        .where(AgentReminder.owned_by(owner), _IS_ACTIVE, AgentReminder.is_task == reminder.is_task)
        .where(AgentReminder.text == reminder.text, AgentReminder.rule == reminder.schedule.rule)
        .where(AgentReminder.rings_at == reminder.schedule.at)
    )
    row = (await tx.connection.execute(query.limit(1))).one_or_none()
    return _reminder(row) if row else None


async def count(tx: Transaction, owner: Owner, *, words: str = "", tasks_only: bool = False) -> int:
    """Return the number of active reminders, tasks included, perhaps only of those that hold some words."""
    query = select(func.count()).where(*_active(owner, words))
    return await tx.connection.scalar(query.where(AgentReminder.is_task) if tasks_only else query) or 0


async def active(tx: Transaction, owner: Owner, *, words: str = "", skip: int = 0, most: int) -> list[Reminder]:
    """Return active reminders, the next one first, perhaps only those that hold some words."""
    query = select(AgentReminder).where(*_active(owner, words))
    found = await tx.connection.execute(query.order_by(*_PLACE).offset(skip).limit(most))
    return [_reminder(row) for row in found]


def _active(owner: Owner, words: str) -> list[ColumnElement[bool]]:
    holds = (AgentReminder.text.icontains(word, autoescape=True) for word in words.split())
    return [AgentReminder.owned_by(owner), _IS_ACTIVE, *holds]


async def place(tx: Transaction, owner: Owner, reminder: Reminder) -> int:
    """Return the number of active reminders before one in the list."""
    its = (literal(reminder.rings_at or datetime.max.replace(tzinfo=UTC)), literal(reminder.id))
    query = select(func.count()).where(AgentReminder.owned_by(owner), _IS_ACTIVE, tuple_(*_PLACE) < tuple_(*its))
    return await tx.connection.scalar(query) or 0


async def next_time(tx: Transaction, bot_id: int, user_ids: Collection[int]) -> datetime | None:
    """Return when the next reminder of these users rings; None if none does."""
    query = select(func.min(AgentReminder.rings_at)).where(*_ringing(bot_id, user_ids))
    found: datetime | None = await tx.connection.scalar(query)
    return found


async def due(
    tx: Transaction, bot_id: int, user_ids: Collection[int], now: datetime, most: int
) -> list[tuple[Owner, Reminder]]:
    """Return the first reminders that ring by now, and lock them; those that somebody else locks are left out."""
    query = (
        select(AgentReminder)
        .where(*_ringing(bot_id, user_ids), AgentReminder.rings_at <= now)
        .order_by(AgentReminder.rings_at, AgentReminder.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    found = await tx.connection.execute(query)
    return [(Owner(row.bot_id, row.user_id), _reminder(row)) for row in found]


async def owners_of_due_tasks(tx: Transaction, bot_id: int, user_ids: Collection[int], now: datetime) -> list[Owner]:
    """Return which of these users have a task that is due."""
    is_due = (*_ringing(bot_id, user_ids), AgentReminder.rings_at <= now, AgentReminder.is_task)
    query = select(AgentReminder.user_id).where(*is_due).distinct()
    return [Owner(bot_id, user_id) for user_id in await tx.connection.scalars(query)]


def _ringing(bot_id: int, user_ids: Collection[int]) -> list[ColumnElement[bool]]:
    return [AgentReminder.bot_id == bot_id, AgentReminder.user_id.in_(user_ids), AgentReminder.rings_at.is_not(None)]


async def waiting(tx: Transaction, bot_id: int, most: int, *, only: Owner | None = None) -> list[Reminder]:
    """Return tasks that had to wait when they were due, and lock them."""
    query = select(AgentReminder).where(
        AgentReminder.bot_id == bot_id,
        _IS_ACTIVE,
        AgentReminder.waits_until.is_not(None),
        AgentReminder.owned_by(only) if only else true(),
    )
    return [_reminder(row) for row in await tx.connection.execute(query.limit(most).with_for_update())]


async def waiting_until(tx: Transaction, owner: Owner, until: datetime) -> list[Reminder]:
    """Return an owner's tasks that wait until a time, and lock them."""
    query = select(AgentReminder).where(AgentReminder.owned_by(owner), _IS_ACTIVE, AgentReminder.waits_until == until)
    return [_reminder(row) for row in await tx.connection.execute(query.with_for_update())]


async def following(
    tx: Transaction, bot_id: int, zones: Mapping[int, str], usual: str, most: int, *, only: Owner | None = None
) -> list[tuple[Reminder, str]]:
    """Return and lock active reminders to be moved to their owner's zone: one of the `zones`, or the `usual` one."""
    zone = case(zones, value=AgentReminder.user_id, else_=usual) if zones else literal(usual)
    query = (
        select(AgentReminder, zone.label("wanted"))
        .where(AgentReminder.bot_id == bot_id, _IS_ACTIVE, AgentReminder.follows, AgentReminder.zone != zone)
        .where(AgentReminder.owned_by(only) if only else true())
    )
    rows = await tx.connection.execute(query.limit(most).with_for_update())
    return [(_reminder(row), row.wanted) for row in rows]


async def quiet_hours(tx: Transaction, owner: Owner) -> QuietHours | None:
    """Return an owner's quiet hours, if they have set any."""
    columns = select(AgentOwner.quiet_from, AgentOwner.quiet_to).where(AgentOwner.owned_by(owner))
    row = (await tx.connection.execute(columns)).one_or_none()
    return QuietHours(row.quiet_from, row.quiet_to) if row and row.quiet_from and row.quiet_to else None


def _columns(reminder: Reminder) -> dict[str, Any]:
    its = {name: getattr(reminder, name) for name in (*_OWN, "rings_at")}
    return its | {name: getattr(reminder.schedule, name) for name in _SCHEDULE}


def _reminder(row: Row[Any]) -> Reminder:
    schedule = Schedule(*(getattr(row, name) for name in _SCHEDULE))
    return Reminder(id=row.id, schedule=schedule, **{name: getattr(row, name) for name in _OWN})
