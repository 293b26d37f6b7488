"""Reminders and tasks: what is said or done when, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.kit.owner import Owner
from bot.kit.place import Place

TEXT_MAX: Final = 500
"""Most characters of a reminder's text."""
ID_CHARACTERS: Final = 8
INSTANT: Final = "UTC"
"""Zone of a schedule whose times are moments, whatever clocks on a wall show, such as "in 20 minutes"."""


class ReminderState(StrEnum):
    """Whether a reminder still rings."""

    ACTIVE = "active"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Schedule:
    """The times of a reminder: the next one, as a clock on the wall of its zone shows it, and perhaps a rule.

    The rule is an RRULE of RFC 5545 without COUNT, whose times are counted from any one of them. A schedule that
    `follows` its owner keeps its wall time when the owner's zone changes.
    """

    wall: datetime
    zone: str
    rule: str = ""
    follows: bool = False

    @property
    def at(self) -> datetime:
        """The moment of the next time.

        RFC 5545, section 3.3.5: a time that a clock skips is taken with the offset before the gap, so 02:30 becomes
        03:30; of a time that a clock shows twice, the first one counts.
        """
        return self.wall.replace(tzinfo=ZoneInfo(self.zone), fold=0).astimezone(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A reminder, or a task, which is done by a turn when it is due. `version` counts its changes.

    It rings in the topic of its owner's private chat in which it was agreed on. The schedule's time `is_due` until it
    rang. `again_at` is when the last ring comes again: it was snoozed, or nags every `nag_minutes` until it is done.
    `rung_at` is the time that it rang for last. A task that is due may have to wait, until `waits_until`; it comes
    `again_at` after a failure, of which there were so many `failures` since it was due. The text of an `untrusted` one
    came through a program. `former` is what the last change replaced, for its undo.
    """

    id: str
    text: str
    schedule: Schedule
    state: ReminderState = ReminderState.ACTIVE
    is_due: bool = True
    again_at: datetime | None = None
    nag_minutes: int | None = None
    nags: int = 0
    rung_at: datetime | None = None
    is_task: bool = False
    topic_id: int = 0
    untrusted: bool = False
    waits_until: datetime | None = None
    failures: int = 0
    version: int = 1
    former: Mapping[str, Any] | None = None

    @property
    def rings_at(self) -> datetime | None:
        """When it rings next; None if it doesn't."""
        times = [self.schedule.at] if self.is_due else []
        if self.again_at:
            times.append(self.again_at)
        if not times or self.state is not ReminderState.ACTIVE:
            return None
        return max(min(times), self.waits_until) if self.waits_until else min(times)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A ring of a reminder as it is afterwards: the time it is for, when it was to come, and how many were missed."""

    reminder: Reminder
    due_at: datetime
    expected_at: datetime
    missed: int = 0

    def place(self, owner: Owner) -> Place:
        """Return where it rings."""
        return Place(owner.user_id, self.reminder.topic_id)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of each day in which nothing but reminders comes unasked. They may go over midnight."""

    begin: time
    end: time

    def holds(self, at: time) -> bool:
        """Tell whether a time of day is in them."""
        if self.begin <= self.end:
            return self.begin <= at < self.end
        return at >= self.begin or at < self.end
