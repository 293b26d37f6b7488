"""Reminders in an export."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import Annotated, Final

from pydantic import AfterValidator, Field, NaiveDatetime

from bot.features.reminders import values
from bot.features.reminders.store import AgentReminder
from bot.features.reminders.values import TEXT_MAX, ReminderState, Schedule
from bot.kit.exports import Moment, Part, ShortId, Small, Words, known_zone, storable
from bot.kit.language import date_time, mark, plural, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.turns.store.exports import Row, Section, rows_of

_OVER: Final = {ReminderState.DONE: mark("done"), ReminderState.CANCELLED: mark("cancelled")}


class Reminder(Part):
    """A reminder."""

    id: ShortId
    text: Annotated[str, Field(min_length=1, max_length=TEXT_MAX), AfterValidator(storable)]
    wall: NaiveDatetime
    """Its next time, or its last one, as a clock of its zone shows it."""
    zone: Annotated[str, Field(max_length=64), AfterValidator(known_zone)]
    rule: Words
    """How it repeats (RRULE of RFC 5545); empty if it doesn't."""
    follows: bool
    """Whether it keeps its time of day when its owner's zone changes."""
    state: ReminderState
    is_due: bool
    """Whether its time is still to come."""
    again_at: Moment | None
    """When it comes again, since it was snoozed or nags."""
    nag_minutes: Annotated[int, Field(ge=1, lt=2**15)] | None
    """It nags this often until it is done; None: not at all."""
    nags: Small
    rung_at: Moment | None
    """The time that it rang for last."""
    is_task: bool = False
    """Whether it is done by the assistant when it is due."""
    untrusted: bool = False
    """Whether its text came through a program."""
    created_at: Moment


def _stored(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the reminders in the order in which they were set."""
    return rows_of(tx, owner, AgentReminder, AgentReminder.created_at, AgentReminder.id)


def _row(its: Reminder) -> Row:
    """Return a reminder's row. What is due by the time of the import rings then."""
    reminder = values.Reminder(
        id=its.id,
        text=its.text,
        schedule=Schedule(its.wall, its.zone, its.rule, its.follows),
        state=its.state,
        is_due=its.is_due,
        again_at=its.again_at,
        is_task=its.is_task,
    )
    return its.row(rings_at=reminder.rings_at)


def _rows(reminders: Sequence[Reminder]) -> Mapping[str, Iterable[Row]]:
    return {"agent_reminders": map(_row, reminders)}


async def _readable(reminders: AsyncIterator[Reminder], _: tzinfo | None) -> AsyncIterator[str]:
    """Yield the reminders, those that ring first; nothing if there are none."""
    found = [it async for it in reminders]
    if found:
        yield f"\n## {t('Reminders')}\n\n"
    for it in sorted(found, key=lambda it: (it.state is not ReminderState.ACTIVE, it.wall)):
        state = f", {t(_OVER[it.state])}" if it.state in _OVER else ""
        rule = f", {it.rule}" if it.rule else ""
        task = f", {t('task')}" if it.is_task else ""
        yield f"- {date_time(it.wall)} ({it.zone}){rule}: {one_line(it.text)} (`{it.id}`{task}{state})\n"


REMINDERS: Final = Section(
    name="reminders",
    part=Reminder,
    table=AgentReminder,
    stored=_stored,
    rows=_rows,
    readable=_readable,
    counted=lambda number: plural("{count} reminder", "{count} reminders", number),
)
