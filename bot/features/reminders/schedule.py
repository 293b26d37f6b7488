"""The times of a schedule: its next ones, right across changes of the clock. Pure.

dateutil is imported when a rule is met: most chats have none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.reminders.values import INSTANT, Schedule

LAPSES: Final = {"MINUTELY": timedelta(minutes=1), "HOURLY": timedelta(hours=1)}
"""Frequencies shorter than a day: rules of these count moments, not what a clock shows."""
DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""Days of the week as rules name them."""
_DAYS_AHEAD: Final = {"YEARLY": 36_600, "MONTHLY": 36_600, "WEEKLY": 3_660, "DAILY": 3_660}
"""How far the next time of a rule is looked for, in days: a rule may also have none."""


def parts(rule: str) -> Mapping[str, str]:
    """Return the parts of a rule by name, as FREQ and INTERVAL."""
    return dict(part.split("=", 1) for part in rule.split(";")) if rule else {}


def is_lapse(rule: str) -> bool:
    """Tell whether a rule counts moments, such as every 20 minutes."""
    return parts(rule).get("FREQ") in LAPSES


def upcoming(schedule: Schedule, count: int) -> list[datetime]:
    """Return the next moments of a schedule, at most so many, each later than the one before."""
    return [step.at for step in islice(_steps(schedule, schedule.at), count)]


def first(schedule: Schedule) -> Schedule | None:
    """Return the schedule at its first time, which may come later than it says; None if there is none."""
    return next(_steps(schedule, schedule.at), None)


def after(schedule: Schedule, moment: datetime) -> tuple[Schedule | None, datetime, int]:
    """Return the schedule after a moment, its last time until then, and the number of times before that one.

    The schedule is None if it has ended. Its own time must not be later than the moment.
    """
    last, missed = _nearer(schedule, moment)
    for step in islice(_steps(last, moment), 1, None):
        if step.at > moment:
            return step, last.at, missed
        last, missed = step, missed + 1
    return None, last.at, missed


def instant(moment: datetime) -> Schedule:
    """Return the schedule that begins at a moment, whatever the clocks do."""
    return Schedule(moment.astimezone(UTC).replace(tzinfo=None), INSTANT)


def wall_of(moment: datetime, zone: str) -> datetime:
    """Return what a clock on the wall of a zone shows at a moment."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def walls(rule: str, wall: datetime, until: datetime) -> Iterator[datetime]:
    """Yield the wall times of a rule from one on, until a moment and on to the next one, if that is near enough."""
    from dateutil.rrule import rrule, rrulestr  # noqa: PLC0415 - only those who have a rule need it

    named = parts(rule)
    end = max(wall, until) + timedelta(days=_DAYS_AHEAD.get(named["FREQ"], _DAYS_AHEAD["DAILY"]))
    found = rrulestr(rule, dtstart=wall)
    if not isinstance(found, rrule):
        raise TypeError(rule)
    return iter(found if "UNTIL" in named else found.replace(until=end))


def _steps(schedule: Schedule, until: datetime) -> Iterator[Schedule]:
    """Yield the schedule at each of its times. Where a gap puts two at one moment, the second is left out."""
    if not schedule.rule:
        yield schedule
        return
    last = None
    for wall in walls(schedule.rule, schedule.wall, wall_of(until, schedule.zone)):
        step = replace(schedule, wall=wall)
        if last is None or step.at > last:
            yield step
            last = step.at


def _nearer(schedule: Schedule, moment: datetime) -> tuple[Schedule, int]:
    """Return the schedule at its last time until a moment, if that can be counted; how many times that leaves out."""
    if not is_lapse(schedule.rule):
        return schedule, 0
    named = parts(schedule.rule)
    step = LAPSES[named["FREQ"]] * int(named.get("INTERVAL", 1))
    passed = (moment - schedule.at) // step
    if until := named.get("UNTIL"):
        passed = min(passed, (datetime.strptime(until, "%Y%m%dT%H%M%S") - schedule.wall) // step)  # noqa: DTZ007 - a wall's
    return replace(schedule, wall=schedule.wall + passed * step), passed
