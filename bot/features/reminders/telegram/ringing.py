"""Rings: the messages of reminders that are due, and the presses of their buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from bot.features.reminders.operations import Reminders
from bot.features.reminders.values import Ring
from bot.features.reminders.words import rung, time_of
from bot.kit.errors import NoSuchReminder, ReminderRefused
from bot.kit.language import t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, Press, Reaction, message
from bot.telegram.texts import Dated, Keyboard, Text, columns_of
from bot.turns.store.outbox import Outbox

ReminderId: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]


class Act(StrEnum):
    """What a button does with a reminder that rang."""

    DONE = "done"
    MINUTES = "10"
    HOUR = "60"
    TOMORROW = "tomorrow"

    @property
    def minutes(self) -> int | None:
        """The minutes after which it rings again; None for tomorrow."""
        return int(self) if self.isdecimal() else None


@dataclass(frozen=True, slots=True)
class RingButton(ButtonData):
    """Below a ring for a time, in seconds since 1970."""

    NAME: ClassVar = "ring"

    act: Act
    reminder_id: ReminderId
    at: Annotated[int, Field(ge=0, lt=10**11)]

    @property
    def due_at(self) -> datetime:
        """The time that it rang for."""
        return datetime.fromtimestamp(self.at, UTC)

    @property
    def about(self) -> str:
        """What the rings for this time are about (`Text.about`)."""
        return f"remind:{self.reminder_id}:{self.at}"


async def post(reminders: Reminders, outbox: Outbox, tx: Transaction, owner: Owner, rings: Sequence[Ring]) -> None:
    """Put rings into the outbox of the topics where they were agreed on, in the caller's transaction."""
    for ring in rings:
        await outbox.add(tx, ring.place(owner), columns_of([ring_message(ring, reminders.zone)]))


def ring_message(ring: Ring, zone: str) -> Dated:
    """Return the message of a ring."""
    labels = {Act.DONE: t("✓ Done"), Act.MINUTES: t("10 min"), Act.HOUR: t("1 h"), Act.TOMORROW: t("Tomorrow")}
    buttons = [RingButton(act, ring.reminder.id, int(ring.due_at.timestamp())) for act in labels]
    rows = [[it.button(labels[it.act]) for it in buttons]]
    text = replace(message(rung(ring, zone), buttons=rows), about=buttons[0].about)
    return Dated(text, ring.expected_at, ring.missed)


async def press(reminders: Reminders, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Note what a reminder rang for as done, or let it ring again, in the caller's transaction."""
    pressed = RingButton.parsed(press.data)
    act, gone = pressed.act, [Keyboard(pressed.about)]
    try:
        if act is Act.DONE:
            reminder = await reminders.done(tx, owner, pressed.reminder_id, pressed.due_at)
        else:
            reminder = await reminders.snooze(tx, owner, pressed.reminder_id, act.minutes)
    except NoSuchReminder:
        return Reaction(toast=t(NOTHING_TO_PRESS))
    except ReminderRefused as refused:
        return Reaction(toast=str(refused), says=gone)
    told = t("✓ Done.")
    if act is not Act.DONE and reminder.again_at:
        told = t("💤 I'll remind you again: {time}.", time=time_of(reminder.again_at, reminders.zone))
    if press.shown is None:
        return Reaction(toast=told, says=gone)
    return Reaction(toast=told, shows=Text(f"{press.shown.text}\n{told}", about=pressed.about), says=gone)
