"""Buttons about reminders. Their data is self-contained, so that they work at any age of their message."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from bot.language import t
from bot.telegram.buttons import ButtonData

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


class Does(StrEnum):
    """What a button does with a reminder of a list."""

    SHOW = "show"
    CANCEL = "cancel"


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


@dataclass(frozen=True, slots=True)
class ReminderButton(ButtonData):
    """In a list or below one reminder; `page` is the list's."""

    NAME: ClassVar = "reminder"

    does: Does
    reminder_id: ReminderId
    page: Annotated[int, Field(ge=1, lt=10**6)] = 1


@dataclass(frozen=True, slots=True)
class RemindersPage(ButtonData):
    """A page of the list."""

    NAME: ClassVar = "reminders"

    page: Annotated[int, Field(ge=1, lt=10**6)] = 1


@dataclass(frozen=True, slots=True)
class QuietButton(ButtonData):
    """Sets the quiet hours as `/quiet <hours>` does."""

    NAME: ClassVar = "quiet"

    hours: Annotated[str, Field(max_length=11)]


@dataclass(frozen=True, slots=True)
class UndoReminder(ButtonData):
    """Undoes the change that made a version."""

    NAME: ClassVar = "unremind"

    reminder_id: ReminderId
    version: Annotated[int, Field(ge=1, lt=10**9)]


def ring_buttons(reminder_id: str, due_at: datetime) -> Sequence[tuple[RingButton, str]]:
    """Return the buttons below a ring with their labels."""
    labels = {Act.DONE: t("✓ Done"), Act.MINUTES: t("10 min"), Act.HOUR: t("1 h"), Act.TOMORROW: t("Tomorrow")}
    return [(RingButton(act, reminder_id, int(due_at.timestamp())), label) for act, label in labels.items()]
