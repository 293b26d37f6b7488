"""The tools that set, list, change and cancel reminders."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Annotated, Any, Final, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from bot.database import reminders as stored
from bot.database.engine import Transaction
from bot.errors import DeedRefused, NoSuchReminder, ReminderRefused
from bot.reminders.operations import Reminders, Wanted
from bot.reminders.said import DEFAULT_CLOCK
from bot.reminders.schedule import wall_of
from bot.reminders.understanding import moment_in, objection
from bot.reminders.words import described, receipt, summary
from bot.tools.own_words import are_said
from bot.tools.toolset import Caller, Family, Outcome, Tool
from bot.values.activities import Deed, Risk
from bot.values.owner import Owner
from bot.values.reminders import ID_CHARACTERS, TEXT_MAX, Reminder, Schedule
from bot.values.text import clean, one_line

FAMILY: Final = "reminders"
SET: Final = "set_reminder"
LIST: Final = "list_reminders"
CHANGE: Final = "change_reminder"
CANCEL: Final = "cancel_reminder"

_LISTED: Final = 25
_LINE: Final = 200
"""Characters of a reminder in a list."""
_NO_SUCH: Final = "There is no reminder with this id. list_reminders shows the ids."
_ASK: Final = "Ask the user which time they mean, unless you can correct it."

Words: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=2 * TEXT_MAX, strip_whitespace=True),
    BeforeValidator(lambda value: clean(value) if isinstance(value, str) else value),
]
ReminderId: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=ID_CHARACTERS, max_length=ID_CHARACTERS),
    BeforeValidator(lambda value: value.strip("[] ").removeprefix("id:") if isinstance(value, str) else value),
]


class _Times(BaseModel):
    """Arguments for the times of a reminder."""

    model_config = ConfigDict(extra="ignore")

    when: Words = ""
    at: Words = ""
    repeat: Words = ""
    zone: Words = ""
    nag_minutes: int = 0


class SetReminder(_Times):
    """Arguments of set_reminder."""

    text: Words = Field(description="What to remind of")
    when: Words = Field(description="The time in the user's own words")
    at: Words = Field(description="The first time as you understand it, on the user's clock: 2026-12-01T09:00")
    repeat: Words = Field("", description="RRULE, if it repeats: FREQ=WEEKLY;BYDAY=MO")
    zone: Words = Field("", description="Time zone, if the user named another: Asia/Tokyo")
    nag_minutes: int = Field(0, description="Ring again every so often until done, if asked to")


class ListReminders(BaseModel):
    """Arguments of list_reminders."""

    model_config = ConfigDict(extra="ignore")

    words: Words = Field("", description="Only those with these words")


class ChangeReminder(_Times):
    """Arguments of change_reminder."""

    id: ReminderId
    text: Words = ""


class CancelReminder(BaseModel):
    """Arguments of cancel_reminder."""

    model_config = ConfigDict(extra="ignore")

    id: ReminderId


def reminder_tools(reminders: Reminders) -> Family:
    """Return the tools for reminders. They return texts that the user said or allowed, so these are not marked."""
    calls = _ReminderCalls(reminders)
    tools: tuple[Tool[Any], ...] = (
        Tool(
            name=SET,
            description="Remind the user of something at a time, once or repeatedly.",
            arguments=SetReminder,
            run=calls.set,
            risk=Risk.WRITES,
            is_free=lambda caller, it: are_said(f"{it.text} {it.when}", caller.own_words),
            tells=lambda it: f"Set a reminder: {_told(it)}",
            marks_untrusted=True,
        ),
        Tool(
            name=LIST,
            description="List the user's reminders with their ids and next times.",
            arguments=ListReminders,
            run=calls.list,
            marks_untrusted=True,
        ),
        Tool(
            name=CHANGE,
            description="Change a reminder's text or time. Give only what changes, as in set_reminder.",
            arguments=ChangeReminder,
            run=calls.change,
            risk=Risk.WRITES,
            is_free=lambda caller, it: are_said(f"{it.text} {it.when}", caller.own_words),
            tells=lambda it: f"Change a reminder: {_told(it)}",
            marks_untrusted=True,
        ),
        Tool(
            name=CANCEL,
            description="Cancel a reminder.",
            arguments=CancelReminder,
            run=calls.cancel,
            risk=Risk.WRITES,
            is_free=lambda _caller, _it: False,
            tells=lambda it: f"Cancel the reminder [id:{it.id}].",
            marks_untrusted=True,
        ),
    )
    purpose = "Set, list, change and cancel reminders."
    return Family(name=FAMILY, purpose=purpose, tools=tools, undo=calls.undo)


class _ReminderCalls:
    """Runs the calls, in the transaction of their results."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    async def set(self, tx: Transaction, caller: Caller, given: SetReminder) -> Outcome:
        """Set a reminder."""
        try:
            schedule = await self._schedule(given)
            wanted = Wanted(text=given.text, schedule=schedule, nag_minutes=given.nag_minutes or None)
            reminder = await self._reminders.add(tx, caller.owner, wanted)
        except ReminderRefused as refused:
            return Outcome(f"Nothing was set. {refused} {_ASK}")
        return self._done("Set", reminder)

    async def list(self, tx: Transaction, caller: Caller, given: ListReminders) -> Outcome:
        """List reminders."""
        found = await stored.active(tx, caller.owner, words=given.words, most=_LISTED + 1)
        if not found:
            return Outcome("There are no such reminders." if given.words else "There are no reminders.")
        lines = [f"[id:{it.id}] {summary(it, self._reminders.zone)[:_LINE]}" for it in found[:_LISTED]]
        if len(found) > _LISTED:
            lines.append(f"There are more: {await stored.count(tx, caller.owner):,} in all. Name words to see others.")
        return Outcome("\n".join(lines))

    async def change(self, tx: Transaction, caller: Caller, given: ChangeReminder) -> Outcome:
        """Change a reminder."""
        try:
            schedule = await self._schedule(given) if given.when or given.at or given.repeat else None
            wanted = Wanted(text=given.text or None, schedule=schedule, nag_minutes=given.nag_minutes or None)
            reminder = await self._reminders.change(tx, caller.owner, given.id, wanted)
        except NoSuchReminder:
            return Outcome(_NO_SUCH)
        except ReminderRefused as refused:
            return Outcome(f"Nothing was changed. {refused} {_ASK if given.when else ''}".strip())
        return self._done("Changed", reminder)

    async def cancel(self, tx: Transaction, caller: Caller, given: CancelReminder) -> Outcome:
        """Cancel a reminder."""
        try:
            reminder = await self._reminders.cancel(tx, caller.owner, given.id)
        except NoSuchReminder:
            return Outcome(_NO_SUCH)
        except ReminderRefused as refused:
            return Outcome(f"Nothing was cancelled. {refused}")
        return self._done("Cancelled", reminder)

    async def undo(self, tx: Transaction, owner: Owner, deed: Mapping[str, Any]) -> str:
        """Undo a deed, and return the toast."""
        try:
            reminder = await self._reminders.undo(tx, owner, str(deed["id"]), int(deed["version"]))
        except ReminderRefused as refused:
            raise DeedRefused(str(refused)) from refused
        return f"Undone. It rings next: {self._reminders.when(reminder)}." if reminder.rings_at else "Undone."

    def _done(self, what: str, reminder: Reminder) -> Outcome:
        """Return what was done, for the model and as a deed with its undo."""
        told = f"{what} [id:{reminder.id}]: {described(reminder, self._reminders.zone)}. The user sees this."
        deed = Deed(receipt(reminder, self._reminders.zone), {"id": reminder.id, "version": reminder.version})
        return Outcome(told, deed=deed)

    async def _schedule(self, given: _Times) -> Schedule:
        """Return the schedule that was asked for. Raises ReminderRefused if the words for it mean something else."""
        if not (given.when and given.at):
            raise ReminderRefused("Give both the words for the time (when) and the time itself (at).")
        zone = _zone(given.zone)
        clock = zone or self._reminders.zone
        wall, now = _wall(given.at, clock), wall_of(self._reminders.now(), clock)
        if differs := await objection(given.when, wall, given.repeat, now):
            raise ReminderRefused(differs)
        if not given.repeat and not zone and (moment := moment_in(given.when, now)):
            return self._reminders.at_moment(moment)
        return self._reminders.at_wall(wall, given.repeat, zone)


def _zone(named: str) -> str:
    """Return the zone that was named, if any. Raises ReminderRefused if there is none of this name."""
    if not named:
        return ""
    try:
        return ZoneInfo(named).key
    except (KeyError, ValueError, OSError):
        raise ReminderRefused(f"There is no time zone {one_line(named)}. Name one such as Asia/Tokyo.") from None


def _wall(at: str, zone: str) -> datetime:
    """Return a time as a clock of its zone shows it; of a day alone, the usual time of day. Raises ReminderRefused."""
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        raise ReminderRefused(f"The time {one_line(at)} can't be read. Write it like 2026-12-01T09:00.") from None
    if read.tzinfo:
        read = wall_of(read.astimezone(UTC), zone)
    is_day = read.time() == time() and len(at) <= len("2026-12-01")
    return datetime.combine(read.date(), DEFAULT_CLOCK) if is_day else read.replace(microsecond=0)


def _told(given: SetReminder | ChangeReminder) -> str:
    """Return what a call asks for, for its owner."""
    which = f"[id:{given.id}] " if isinstance(given, ChangeReminder) else ""
    repeats = f", {given.repeat}" if given.repeat else ""
    zone = f" ({given.zone})" if given.zone else ""
    when = f"{given.when} ({given.at}{zone}{repeats})" if given.when else ""
    return which + ", ".join(it for it in (when, given.text) if it)
