"""The tools for reminders. Tasks, which are instructions to Keepsake, can only be cancelled."""

from dataclasses import replace
from typing import Any, Final

from bot.api.mcp.tool import Answer, AssistantTool, Call
from bot.errors import TaskRefused
from bot.reminders.operations import Reminders, Wanted
from bot.reminders.words import told
from bot.tools.reminders import (
    CancelReminder,
    ChangeReminder,
    ListReminders,
    SetReminder,
    change_asked,
    done_words,
    listed,
    schedule_asked,
)
from bot.values.reminders import Reminder


async def _list(call: Call[ListReminders]) -> Answer:
    zone = _reminders(call).zone
    return Answer(await listed(call.tx, call.caller.owner, call.arguments.words, zone))


async def _set(call: Call[SetReminder]) -> Answer:
    reminders, asked = _reminders(call), call.arguments
    schedule, nags = await schedule_asked(reminders, asked), asked.nag_minutes or None
    wanted = Wanted(text=asked.text, schedule=schedule, nag_minutes=nags, untrusted=True)
    return _done("Set", await reminders.add(call.tx, call.caller.owner, wanted), reminders)


async def _change(call: Call[ChangeReminder]) -> Answer:
    reminders, owner, its_id = _reminders(call), call.caller.owner, call.arguments.id
    if (await reminders.get(call.tx, owner, its_id)).is_task:
        raise TaskRefused
    wanted = replace(await change_asked(reminders, call.arguments), untrusted=True)
    return _done("Changed", await reminders.change(call.tx, owner, its_id, wanted), reminders)


async def _cancel(call: Call[CancelReminder]) -> Answer:
    reminders = _reminders(call)
    return _done("Cancelled", await reminders.cancel(call.tx, call.caller.owner, call.arguments.id), reminders)


def _reminders(call: Call[Any]) -> Reminders:
    return Reminders(call.services.timezone)


def _done(what: str, reminder: Reminder, reminders: Reminders) -> Answer:
    receipt = told(reminder, reminders.zone)
    rings_at = reminder.rings_at.isoformat() if reminder.rings_at else None
    data = {"id": reminder.id, "text": reminder.text, "rings_at": rings_at, "receipt": receipt.line}
    return Answer(done_words(what, reminder, reminders.zone), data, receipt)


REMINDER_TOOLS: Final[tuple[AssistantTool[Any], ...]] = (
    AssistantTool(
        name="list_reminders",
        title="List reminders",
        description="List the user's reminders and tasks with their next times.",
        arguments=ListReminders,
        run=_list,
    ),
    AssistantTool(
        name="set_reminder",
        title="Set a reminder",
        description=(
            "Let Keepsake remind the user of something in Telegram at a time, once or repeatedly. The user is shown "
            "it, and can undo it."
        ),
        arguments=SetReminder,
        run=_set,
        nothing="Nothing was set.",
        writes=True,
    ),
    AssistantTool(
        name="change_reminder",
        title="Change a reminder",
        description="Change a reminder's text or time. Give only what changes, as in set_reminder.",
        arguments=ChangeReminder,
        run=_change,
        nothing="Nothing was changed.",
        writes=True,
        is_destructive=True,
    ),
    AssistantTool(
        name="cancel_reminder",
        title="Cancel a reminder",
        description="Cancel a reminder or task. list_reminders shows the ids.",
        arguments=CancelReminder,
        run=_cancel,
        nothing="Nothing was cancelled.",
        writes=True,
        is_destructive=True,
    ),
)
