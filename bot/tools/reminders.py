"""The tools that set, list, change and cancel reminders and tasks."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from bot.database import conversations as stored_conversations
from bot.database import reminders as stored
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.errors import ActRefused, NoSuchReminder, ReminderRefused
from bot.language import mark, t
from bot.reminders.given import wall_at, zone_named
from bot.reminders.operations import Reminders, Wanted
from bot.reminders.schedule import wall_of
from bot.reminders.understanding import moment_in, objection, says
from bot.reminders.words import described, nags, receipt, summary
from bot.tools.own_words import is_asked
from bot.tools.tool import Caller, Family, Outcome, Tool
from bot.values.acts import Deed, Risk
from bot.values.owner import Owner
from bot.values.prompt_text import OthersText, PromptText, joined, others, own
from bot.values.reminders import ID_CHARACTERS, TEXT_MAX, Reminder, Schedule
from bot.values.requests import Request
from bot.values.text import clean

FAMILY: Final = "reminders"
SET: Final = "set_reminder"
SET_TASK: Final = "set_task"
LIST: Final = "list_reminders"
CHANGE: Final = "change_reminder"
CANCEL: Final = "cancel_reminder"

_LISTED: Final = 25
_LINE: Final = 200
"""Characters of a reminder in a list."""
_NO_SUCH: Final = "There is no reminder or task with this id. list_reminders shows the ids."
_ASK: Final = "Ask the user which time they mean, unless you can correct it."

Words: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=2 * TEXT_MAX, strip_whitespace=True),
    BeforeValidator(lambda value: clean(value) if isinstance(value, str) else value),
]
Minutes: TypeAlias = int | SkipJsonSchema[None]
ReminderId: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=ID_CHARACTERS, max_length=ID_CHARACTERS),
    BeforeValidator(lambda value: value.strip("[] ").removeprefix("id:") if isinstance(value, str) else value),
]


class _Times(BaseModel):
    """Arguments for the times of a reminder."""

    when: Words = ""
    at: Words = ""
    repeat: Words = ""
    zone: Words = ""


class SetReminder(_Times):
    """Arguments of set_reminder."""

    text: Words = Field(description="What to remind of")
    when: Words = Field(description="The time in the user's own words")
    at: Words = Field(description="The first time as you understand it, on the user's clock: 2026-12-01T09:00")
    repeat: Words = Field("", description="RRULE, if it repeats: FREQ=WEEKLY;BYDAY=MO")
    zone: Words = Field("", description="Time zone, if the user named another: Asia/Tokyo")
    nag_minutes: Minutes = Field(None, description="Ring again every so often until done, if asked to")


class SetTask(_Times):
    """Arguments of set_task."""

    text: Words = Field(description="What to do, as an instruction to yourself")
    when: Words = Field(description="The time, as in set_reminder")
    at: Words = Field(description="The first time, as in set_reminder")

    @property
    def nag_minutes(self) -> None:
        """A task doesn't nag."""


class ListReminders(BaseModel):
    """Arguments of list_reminders."""

    words: Words = Field("", description="Only those with these words")


class ChangeReminder(_Times):
    """Arguments of change_reminder."""

    id: ReminderId
    text: Words = ""
    nag_minutes: Minutes = Field(None, description="0 ends it")


class CancelReminder(BaseModel):
    """Arguments of cancel_reminder."""

    id: ReminderId


def reminder_tools(reminders: Reminders) -> Family:
    """Return the tools for reminders."""
    calls = _ReminderCalls(reminders)
    tools: tuple[Tool[Any], ...] = (
        Tool(
            name=SET,
            description="Remind the user of something at a time, once or repeatedly.",
            arguments=SetReminder,
            run=calls.set,
            risk=Risk.WRITES,
            is_free=calls.is_asked,
            tells=lambda it: t("Set a reminder: {reminder}", reminder=_told(it)),
        ),
        Tool(
            name=SET_TASK,
            description="Do something for the user yourself at a time, once or repeatedly, such as telling them news.",
            arguments=SetTask,
            run=calls.set_task,
            risk=Risk.WRITES,
            is_free=calls.is_asked,
            tells=lambda it: t("Set a task: {task}", task=_told(it)),
        ),
        Tool(
            name=LIST,
            description="List the user's reminders and tasks with their ids and next times.",
            arguments=ListReminders,
            run=calls.list,
        ),
        Tool(
            name=CHANGE,
            description="Change a reminder's or task's text or time. Give only what changes, as in set_reminder.",
            arguments=ChangeReminder,
            run=calls.change,
            risk=Risk.WRITES,
            is_free=lambda _caller, _it: False,
            tells=lambda it: t("Change a reminder: {reminder}", reminder=_told(it)),
        ),
        Tool(
            name=CANCEL,
            description="Cancel a reminder or task.",
            arguments=CancelReminder,
            run=calls.cancel,
            risk=Risk.WRITES,
            is_free=lambda caller, _it: is_asked(caller.own_words, caller.named, request=Request.CANCEL),
            names=_text,
            tells=lambda it: t("Cancel the reminder [id:{id}].", id=it.id),
        ),
    )
    purpose = mark("Set, list, change and cancel reminders and scheduled tasks.")
    return Family(name=FAMILY, purpose=purpose, tools=tools, undo=calls.undo, rank=1)


class _ReminderCalls:
    """Runs the calls, in the transaction of their results."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    def is_asked(self, caller: Caller, given: SetReminder | SetTask) -> bool:
        """Tell whether the user asked for what is to be set, and their words for the time mean this time and rule."""
        if (
            given.zone
            or given.nag_minutes
            or not is_asked(caller.own_words, given.text, given.when, request=Request.REMIND)
        ):
            return False
        try:
            wall = wall_at(given.at, self._reminders.zone)
        except ReminderRefused:
            return False
        return says(given.when, wall, given.repeat, self._reminders.wall_now, self._reminders.zone)

    async def set(self, tx: Transaction, caller: Caller, given: SetReminder) -> Outcome:
        """Set a reminder."""
        return await self._set(tx, caller, given, is_task=False)

    async def set_task(self, tx: Transaction, caller: Caller, given: SetTask) -> Outcome:
        """Set a task, but not in one: each may set others, and nobody would see the bill coming."""
        if (await stored_turns.get(tx, caller.source.turn_id)).task:
            return Outcome(own("Nothing was set. A task can't set tasks."))
        return await self._set(tx, caller, given, is_task=True)

    async def _set(self, tx: Transaction, caller: Caller, given: SetReminder | SetTask, *, is_task: bool) -> Outcome:
        try:
            schedule = await schedule_asked(self._reminders, given)
            wanted = Wanted(
                text=given.text,
                schedule=schedule,
                nag_minutes=given.nag_minutes or None,
                is_task=is_task,
                topic_id=(await stored_conversations.get(tx, caller.source.conversation_id)).place.topic_id,
            )
            reminder = await self._reminders.add(tx, caller.owner, wanted)
        except ReminderRefused as refused:
            return Outcome(own(f"Nothing was set. {refused} {_ASK}"))
        return self._done("Set", reminder)

    async def list(self, tx: Transaction, caller: Caller, given: ListReminders) -> Outcome:
        """List reminders."""
        return Outcome(await listed(tx, caller.owner, given.words, self._reminders.zone))

    async def change(self, tx: Transaction, caller: Caller, given: ChangeReminder) -> Outcome:
        """Change a reminder."""
        try:
            wanted = await change_asked(self._reminders, given)
            reminder = await self._reminders.change(tx, caller.owner, given.id, wanted)
        except NoSuchReminder:
            return Outcome(own(_NO_SUCH))
        except ReminderRefused as refused:
            return Outcome(own(f"Nothing was changed. {refused} {_ASK if given.when else ''}".strip()))
        return self._done("Changed", reminder)

    async def cancel(self, tx: Transaction, caller: Caller, given: CancelReminder) -> Outcome:
        """Cancel a reminder."""
        try:
            reminder = await self._reminders.cancel(tx, caller.owner, given.id)
        except NoSuchReminder:
            return Outcome(own(_NO_SUCH))
        except ReminderRefused as refused:
            return Outcome(own(f"Nothing was cancelled. {refused}"))
        return self._done("Cancelled", reminder)

    async def undo(self, tx: Transaction, owner: Owner, deed: Mapping[str, Any]) -> str:
        """Undo a deed, and return the toast."""
        try:
            reminder = await self._reminders.undo(tx, owner, str(deed["id"]), int(deed["version"]))
        except ReminderRefused as refused:
            raise ActRefused(refused.__str__) from refused
        if not reminder.rings_at:
            return t("Undone.")
        return t("Undone. It rings next: {time}.", time=self._reminders.when(reminder))

    def _done(self, what: str, reminder: Reminder) -> Outcome:
        """Return what was done, for the model and as a deed with its undo."""
        told = done_words(what, reminder, self._reminders.zone)
        deed = Deed(lambda: receipt(reminder, self._reminders.zone), {"id": reminder.id, "version": reminder.version})
        return Outcome(told, deed=deed)


async def schedule_asked(reminders: Reminders, given: SetReminder | SetTask | ChangeReminder) -> Schedule:
    """Return the schedule that was asked for. Raises ReminderRefused if the words for it mean something else."""
    if not (given.when and given.at):
        raise ReminderRefused("Give both the words for the time (when) and the time itself (at).")
    zone = zone_named(given.zone)
    clock = zone or reminders.zone
    wall, now = wall_at(given.at, clock), wall_of(reminders.now(), clock)
    differs = [await objection(given.when, wall, given.repeat, it, clock) for it in (now, reminders.wall_now)]
    if all(differs):  # "tomorrow" may be the user's, or that of the zone
        raise ReminderRefused(differs[0])
    if not given.repeat and not zone and (moment := moment_in(given.when, now)):
        return reminders.at_moment(moment)
    return reminders.at_wall(wall, given.repeat, zone)


async def change_asked(reminders: Reminders, given: ChangeReminder) -> Wanted:
    """Return the change that was asked for. Raises ReminderRefused."""
    schedule = await schedule_asked(reminders, given) if given.when or given.at or given.repeat else None
    return Wanted(text=given.text or None, schedule=schedule, nag_minutes=given.nag_minutes)


def done_words(what: str, reminder: Reminder, zone: str) -> PromptText:
    """Return what was done, for the model."""
    task = " the task" if reminder.is_task else ""
    return _shown(reminder, f"{what}{task} [id:{reminder.id}]: {described(reminder, zone)}. The user sees this.")


async def listed(tx: Transaction, owner: Owner, words: str, zone: str) -> PromptText:
    """Return a list of active reminders and tasks, perhaps only of those with some words; times are in a zone."""
    found = await stored.active(tx, owner, words=words, most=_LISTED + 1)
    if not found:
        return own("There are no such reminders or tasks." if words else "There are no reminders or tasks.")
    lines = [_shown(it, f"[id:{it.id}] {summary(it, zone)[:_LINE]}") for it in found[:_LISTED]]
    if len(found) > _LISTED:
        lines.append(own(f"There are more: {await stored.count(tx, owner):,} in all. Name words to see others."))
    return joined(lines)


def _shown(reminder: Reminder, words: str) -> PromptText:
    """Return words with a reminder's text, marked if that came through a program."""
    return others(OthersText(words, "set by a program")) if reminder.untrusted else own(words)


async def _text(tx: Transaction, owner: Owner, given: CancelReminder) -> str:
    """Return a reminder's text; empty if there is none."""
    reminder = await stored.find(tx, owner, given.id)
    return reminder.text if reminder else ""


def _told(given: SetReminder | SetTask | ChangeReminder) -> str:
    """Return what a call asks for, for its owner."""
    which = f"[id:{given.id}] " if isinstance(given, ChangeReminder) else ""
    repeats = f", {given.repeat}" if given.repeat else ""
    zone = f" ({given.zone})" if given.zone else ""
    when = f"{given.when} ({given.at}{zone}{repeats})" if given.when else ""
    asked = which + ", ".join(it for it in (when, given.text) if it)
    minutes = given.nag_minutes
    if minutes is None:
        return asked
    return nags(asked, minutes) if minutes else t("{reminder}, no longer repeated until done", reminder=asked)
