"""Reminders and tasks: all that they bring."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from bot.feature import Feature, InChat, Loop, Moved, Overview, Parts
from bot.features.reminders import store as stored
from bot.features.reminders import telegram
from bot.features.reminders.operations import Reminders
from bot.features.reminders.ringing import Door, Ringing
from bot.features.reminders.store import AgentReminder
from bot.features.reminders.tasks import Tasks
from bot.features.reminders.telegram import (
    QuietButton,
    ReminderButton,
    ReminderCommand,
    RemindersPage,
    UndoReminder,
)
from bot.features.reminders.tools import reminder_tools
from bot.features.reminders.values import Reminder, Ring
from bot.features.reminders.words import described, time_of, zone_of
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.kit.settings import Settings
from bot.store.engine import Transaction
from bot.telegram.help import Use
from bot.telegram.settings import Page
from bot.turns.store.exports import Section

_TITLE = mark("Reminders")
_MOST = 100


def _in_chat(parts: Parts) -> InChat:
    reminders = Reminders(parts.settings.timezone)
    command = ReminderCommand(reminders)
    quiet = Page(
        sign="🌙",
        label=mark("Quiet hours"),
        does=mark("When only reminders may ring."),
        present=command.quiet_present,
        shown=command.quiet_page,
        actions={QuietButton.NAME: command.press_quiet},
    )
    return InChat(
        lookups={"reminders": command.list_reminders, "quiet": command.quiet},
        placed={"remind": command.remind, "task": command.task},
        actions={
            telegram.RingButton.NAME: partial(telegram.press_ring, reminders),
            ReminderButton.NAME: command.press,
            RemindersPage.NAME: command.turn_page,
            UndoReminder.NAME: command.undo,
            QuietButton.NAME: command.press_quiet,
        },
        pages={"quiet": quiet},
    )


def _loops(parts: Parts) -> Sequence[Loop]:
    services = parts.services
    reminders = Reminders(parts.settings.timezone)

    async def post(tx: Transaction, owner: Owner, rings: Sequence[Ring]) -> None:
        with services.languages.spoken(owner):
            await telegram.post_rings(reminders, parts.outbox, tx, owner, rings)

    def wake(owner: Owner, place: Place) -> None:
        chat = parts.chats.get(owner.user_id, place)
        chat.channel.wake()
        chat.worker.look()

    async def reaches(owner: Owner) -> bool:
        return await parts.chats.get(owner.user_id, private_chat(owner)).channel.reaches()

    rings = Ringing(services.database, reminders, parts.settings.bot_id, services.people, services.languages.spoken)
    return [rings.run(Door(post=post, wake=wake, reaches=reaches))]


def _moved(settings: Settings) -> Moved:
    return Reminders(settings.timezone).move


async def _overview(tx: Transaction, owner: Owner, timezone: ZoneInfo | None) -> Overview:
    zone = Reminders(timezone).zone
    items = [_item(reminder, zone) for reminder in await stored.active(tx, owner, most=_MOST)]
    return Overview(t("Reminders and tasks"), t("No reminders."), items)


def _item(reminder: Reminder, zone: str) -> dict[str, str]:
    time = time_of(reminder.rings_at or reminder.schedule.at, zone_of(reminder.schedule, zone))
    facts = t("{time}, task", time=time) if reminder.is_task else time
    return {"title": reminder.text, "facts": facts, "text": described(reminder, zone), "command": "/reminders"}


def _section() -> Section[Any]:
    from bot.features.reminders.export import REMINDERS  # noqa: PLC0415 - it takes a megabyte, and is seldom needed

    return REMINDERS


REMINDERS = Feature(
    name="reminders",
    uses=[
        Use("remind <when> <what>", mark("Set a reminder"), under=_TITLE),
        Use("task <when> <what>", mark("Have me do something at a set time"), under=_TITLE),
        Use("reminders", mark("See reminders and tasks"), under=_TITLE),
        Use("quiet <hours>", mark("Set the hours in which only reminders ring")),
    ],
    shared=lambda settings: [reminder_tools(Reminders(settings.timezone))],
    in_chat=_in_chat,
    loops=_loops,
    moved=_moved,
    tasks=lambda settings: Tasks(Reminders(settings.timezone)),
    overview=_overview,
    section=_section,
    routes=["bot.features.reminders.http"],
    tables=[AgentReminder],
)
