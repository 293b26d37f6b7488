"""The tools for reminders and tasks. Programs only list and cancel tasks, which are instructions to Keepsake."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self, TypeAlias

from pydantic import BeforeValidator, Field, StringConstraints, model_validator
from pydantic.json_schema import SkipJsonSchema

from bot.features.reminders import store as stored
from bot.features.reminders.given import wall_at, zone_named
from bot.features.reminders.operations import Reminders, Wanted
from bot.features.reminders.schedule import wall_of
from bot.features.reminders.times.understanding import moment_in, objection, says
from bot.features.reminders.values import ID_CHARACTERS, TEXT_MAX, Reminder, Schedule
from bot.features.reminders.words import REMINDERS, deed_of, described, nags, summary, time_of
from bot.kit.errors import ActRefused, KeepsakeError, NoSuchReminder, ReminderRefused, TaskRefused
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.prompt_text import OthersText, PromptText, joined, others, own
from bot.kit.text import clean
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.tools.own_words import is_asked
from bot.turns.tools.requests import Request
from bot.turns.tools.tool import Caller, Family, Outcome, Tool, ToolArguments, argument_error
from bot.turns.values.acts import Risk

SET: Final = "set_reminder"
LIST: Final = "list_reminders"
CHANGE: Final = "change_reminder"

_LISTED: Final = 25
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


class SetReminder(ToolArguments):
    """Arguments of set_reminder."""

    when: Words = Field(description="The time in the user's own words")
    at: Words = Field(description="The first time, on the user's clock: 2026-12-01T09:00")
    repeat: Words = Field("", description="RRULE, if it repeats: FREQ=WEEKLY;BYDAY=MO")
    zone: Words = Field("", description="Time zone, if the user named another: Asia/Tokyo")
    text: Words = Field(description="What to remind of")
    nag_minutes: Minutes = Field(None, description="Ring again every so often until done, if asked to")
    is_task: bool = Field(default=False, description="You do it yourself then; text is an instruction to you")


class ListReminders(ToolArguments):
    """Arguments of list_reminders."""

    words: Words = Field("", description="Only those with these words")


class ChangeReminder(ToolArguments):
    """Arguments of change_reminder."""

    when: Words = ""
    at: Words = ""
    repeat: Words = ""
    zone: Words = ""
    id: ReminderId
    text: Words = ""
    nag_minutes: Minutes = Field(None, description="0 ends it")
    cancel: bool = False

    @model_validator(mode="after")
    def _changes_or_cancels(self) -> Self:
        changes = any((self.text, self.when, self.at, self.repeat, self.nag_minutes))
        does_nothing = not (self.cancel or changes or self.nag_minutes is not None)
        if (self.cancel and changes) or does_nothing:
            raise argument_error("Give what changes: text, when with at, nag_minutes; or else cancel alone.")
        return self


def reminder_tools(reminders: Reminders) -> Family:
    """Return the tools for reminders."""
    calls = _ReminderCalls(reminders)
    tools: tuple[Tool[Any], ...] = (
        Tool(
            name=SET,
            description="Remind the user at a time, once or repeatedly, or do a task then, as telling news.",
            arguments=SetReminder,
            run=calls.set,
            risk=Risk.WRITES,
            is_free=calls.is_asked,
            tells=_set_words,
            former={"set_task": lambda it: {**it, "nag_minutes": None, "is_task": True}},
            is_idempotent=False,  # "in 20 minutes" is another time each time
        ),
        Tool(
            name=LIST, description="List reminders and tasks with their ids.", arguments=ListReminders, run=calls.list
        ),
        Tool(
            name=CHANGE,
            description="Change or cancel a reminder or task. Give only what changes, as in set_reminder.",
            arguments=ChangeReminder,
            run=calls.change,
            risk=Risk.WRITES,
            is_free=lambda caller, it: it.cancel and is_asked(caller.own_words, caller.named, request=Request.CANCEL),
            names=_text,
            tells=_change_words,
            former={"cancel_reminder": lambda it: {"id": it.get("id"), "cancel": True}},
            is_destructive=True,
            is_idempotent=False,
        ),
    )
    purpose = mark("Set, list, change and cancel reminders and scheduled tasks.")
    return Family(name=REMINDERS, purpose=purpose, tools=tools, undo=calls.undo, rank=1)


class _ReminderCalls:
    """Runs the calls, in the transaction of their results."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    def is_asked(self, caller: Caller, given: SetReminder) -> bool:
        """Tell whether the user asked for what is to be set, and their words for the time mean this time and rule."""
        asks = is_asked(caller.own_words, given.text, given.when, request=Request.REMIND)
        if given.zone or given.nag_minutes or not asks:
            return False
        try:
            wall = wall_at(given.at, self._reminders.zone)
        except ReminderRefused:
            return False
        return says(given.when, wall, given.repeat, self._reminders.wall_now, self._reminders.zone)

    async def set(self, tx: Transaction, caller: Caller, given: SetReminder) -> Outcome:
        """Set a reminder, or a task, but not in one: each may set others, and nobody would see the bill coming."""
        turn, topic_id = caller.turn, 0
        if given.is_task and turn is None:
            return _not_done("Nothing was set.", TaskRefused())
        if given.is_task and turn and (await stored_turns.get(tx, turn.turn_id)).task:
            return _not_done("Nothing was set.", ReminderRefused("A task can't set tasks."))
        if turn:
            topic_id = (await stored_conversations.get(tx, turn.conversation_id)).place.topic_id
        try:
            wanted = Wanted(
                text=given.text,
                schedule=await self._schedule(caller, given),
                nag_minutes=given.nag_minutes or None,
                is_task=given.is_task,
                topic_id=topic_id,
                untrusted=caller.is_program,
            )
            reminder = await self._reminders.add(tx, caller.owner, wanted)
        except ReminderRefused as refused:
            return _not_done("Nothing was set.", refused, _ASK)
        return self._done("Set", reminder)

    async def list(self, tx: Transaction, caller: Caller, given: ListReminders) -> Outcome:
        words = given.words
        found = await stored.active(tx, caller.owner, words=words, most=_LISTED + 1)
        if not found:
            return Outcome(own(f"There are no {'such ' if words else ''}reminders or tasks."))
        lines = [_shown(it, f"[id:{it.id}] {summary(it, self._reminders.zone)[:200]}") for it in found[:_LISTED]]
        if len(found) > _LISTED:
            number = await stored.count(tx, caller.owner)
            lines.append(own(f"There are more: {number:,} in all. Name words to see others."))
        return Outcome(joined(lines))

    async def change(self, tx: Transaction, caller: Caller, given: ChangeReminder) -> Outcome:
        did = "Cancelled" if given.cancel else "Changed"
        try:
            return self._done(did, await self._changed(tx, caller, given))
        except NoSuchReminder as none:
            words = "There is no reminder or task with this id. list_reminders shows the ids."
            return Outcome(own(words), refused=none)
        except ReminderRefused as refused:
            return _not_done(f"Nothing was {did.lower()}.", refused, _ASK if given.when else "")

    async def _changed(self, tx: Transaction, caller: Caller, given: ChangeReminder) -> Reminder:
        owner = caller.owner
        if given.cancel:
            return await self._reminders.cancel(tx, owner, given.id)
        if caller.is_program and (await self._reminders.get(tx, owner, given.id)).is_task:
            raise TaskRefused
        schedule = await self._schedule(caller, given) if given.when or given.at or given.repeat else None
        text, nag_minutes = given.text or None, given.nag_minutes
        wanted = Wanted(text=text, schedule=schedule, nag_minutes=nag_minutes, untrusted=caller.is_program)
        return await self._reminders.change(tx, owner, given.id, wanted)

    async def undo(self, tx: Transaction, owner: Owner, deed: Mapping[str, Any]) -> str:
        try:
            reminder = await self._reminders.undo(tx, owner, str(deed["id"]), int(deed["version"]))
        except ReminderRefused as refused:
            raise ActRefused(refused.__str__) from refused
        if not reminder.rings_at:
            return t("Undone.")
        return t("Undone. It rings next: {time}.", time=time_of(reminder.rings_at, self._reminders.zone))

    async def _schedule(self, caller: Caller, given: SetReminder | ChangeReminder) -> Schedule:
        """Return the schedule asked for. Raises ReminderRefused if its words say something else."""
        if not (given.when and given.at):
            raise ReminderRefused("Give both the words for the time (when) and the time itself (at).")
        reminders, zone = self._reminders, zone_named(given.zone)
        clock = zone or reminders.zone
        said_at = caller.asked_at or reminders.now()  # the words mean what they meant then
        wall, now, own_now = wall_at(given.at, clock), wall_of(said_at, clock), wall_of(said_at, reminders.zone)
        differs = [await objection(given.when, wall, given.repeat, it, clock) for it in (now, own_now)]
        if all(differs):  # "tomorrow" may be the user's, or that of the zone
            raise ReminderRefused(differs[0])
        if not given.repeat and not zone and (moment := moment_in(given.when, now)):
            return reminders.at_moment(moment)
        return reminders.at_wall(wall, given.repeat, zone)

    def _done(self, what: str, reminder: Reminder) -> Outcome:
        """Return what was done, for the model and as a deed with its undo."""
        zone, task = self._reminders.zone, " the task" if reminder.is_task else ""
        deed, rings_at = deed_of(reminder, zone), reminder.rings_at.isoformat() if reminder.rings_at else None
        words = f"{what}{task} [id:{reminder.id}]: {described(reminder, zone)}. The user sees this."
        data = {"id": reminder.id, "text": reminder.text, "rings_at": rings_at, "receipt": deed.words}
        return Outcome(_shown(reminder, words), deed=deed, data=data)


def _not_done(nothing: str, refused: KeepsakeError, then: str = "") -> Outcome:
    """Return that nothing was done, why, and what the model is to do then."""
    return Outcome(own(f"{nothing} {refused} {then}".rstrip()), refused=refused)


def _shown(reminder: Reminder, words: str) -> PromptText:
    """Return words with a reminder's text, marked if that came through a program."""
    return others(OthersText(words, "set by a program")) if reminder.untrusted else own(words)


async def _text(tx: Transaction, owner: Owner, given: ChangeReminder) -> str:
    reminder = await stored.find(tx, owner, given.id)
    return reminder.text if reminder else ""


def _set_words(given: SetReminder) -> str:
    asked = _asked(given)
    return t("Set a task: {task}", task=asked) if given.is_task else t("Set a reminder: {reminder}", reminder=asked)


def _change_words(given: ChangeReminder) -> str:
    if given.cancel:
        return t("Cancel the reminder [id:{id}].", id=given.id)
    return t("Change a reminder: {reminder}", reminder=f"[id:{given.id}] {_asked(given)}")


def _asked(given: SetReminder | ChangeReminder) -> str:
    repeats = f", {given.repeat}" if given.repeat else ""
    zone = f" ({given.zone})" if given.zone else ""
    when = f"{given.when} ({given.at}{zone}{repeats})" if given.when else ""
    asked = ", ".join(it for it in (when, given.text) if it)
    minutes = given.nag_minutes
    if minutes is None:
        return asked
    return nags(asked, minutes) if minutes else t("{reminder}, no longer repeated until done", reminder=asked)
