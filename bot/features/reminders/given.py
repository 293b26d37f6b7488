"""Times as programs and the page give them: in ISO 8601 or in words, with a rule and a zone."""

import re
from datetime import UTC, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.reminders.operations import Reminders
from bot.features.reminders.schedule import wall_of
from bot.features.reminders.times.said import DEFAULT_CLOCK
from bot.features.reminders.times.understanding import time_of_words, time_spoken
from bot.features.reminders.values import Schedule
from bot.kit.errors import ReminderRefused, TimePassed
from bot.kit.language import mark, t
from bot.kit.text import one_line

_UNREADABLE: Final = mark(
    "I don't understand the time “{time}”. Write it like 2026-12-01T09:00, or in English: “tomorrow at 9”."
)
_PASSED: Final = re.compile(r"\b(?:yesterday|ago|last (?:night|week|month|year))\b", re.IGNORECASE)


def schedule_given(reminders: Reminders, when: str, rule: str = "", zone: str = "") -> Schedule:
    """Return the schedule at a time of a zone, its owner's if none is named.

    The time is in ISO 8601, or in words as `/remind` reads them: in English, or in the language spoken now, which may
    take a second. Raises ReminderRefused: TimePassed if words say so.
    """
    named = zone_named(zone)
    if (wall := _iso(when, named or reminders.zone)) is not None:
        return reminders.at_wall(wall, rule, named)
    now = wall_of(reminders.now(), named or reminders.zone)
    found = time_of_words(when, now)
    said = found[0] if found and found[1] else time_spoken(when, now)
    if said is None:
        if _PASSED.search(when):
            raise TimePassed(lambda: t("“{time}” has passed.", time=one_line(when)))
        raise ReminderRefused(lambda: t(_UNREADABLE, time=one_line(when)))
    if said.rrule and rule:
        raise ReminderRefused(lambda: t("“{time}” already repeats. Leave the rule out.", time=one_line(when)))
    if said.moment and not rule:
        return reminders.at_moment(reminders.wall_now + (said.moment - now))
    if named and said.zone and named != said.zone:
        raise ReminderRefused(lambda: t("“{time}” already names a zone. Leave the zone out.", time=one_line(when)))
    there = wall_of(reminders.now(), said.zone) if said.zone else now
    return reminders.at_wall(said.wall(there), said.rrule or rule, said.zone or named)


def zone_named(name: str) -> str:
    """Return the zone with a name; empty if none is named. Raises ReminderRefused if there is no such zone."""
    if not name:
        return ""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        sentence = mark("There is no time zone {zone}. Name one such as Asia/Tokyo.")
        raise ReminderRefused(lambda: t(sentence, zone=one_line(name))) from None


def wall_at(at: str, zone: str) -> datetime:
    """Return an ISO 8601 time as a clock of its zone shows it, perhaps of a day alone. Raises ReminderRefused."""
    wall = _iso(at, zone)
    if wall is None:
        raise ReminderRefused(f"The time {one_line(at)} can't be read. Write it like 2026-12-01T09:00.")
    return wall


def _iso(at: str, zone: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return None
    if read.year not in range(1970, 9000):
        return None
    if read.tzinfo:
        read = wall_of(read.astimezone(UTC), zone)
    is_day = read.time() == time() and len(at) <= len("2026-12-01")
    return datetime.combine(read.date(), DEFAULT_CLOCK) if is_day else read.replace(microsecond=0)
