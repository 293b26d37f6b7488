"""The times of schedules, across changes of the clock, and the rules (RRULE of RFC 5545, 3.3.10) they take. Pure."""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice, pairwise
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.reminders.values import INSTANT, Schedule
from bot.kit.errors import ReminderRefused
from bot.kit.language import date as day_words
from bot.kit.language import hours, mark, number, t, weekday

LAPSES: Final = {"MINUTELY": timedelta(minutes=1), "HOURLY": timedelta(hours=1)}
"""Frequencies shorter than a day: rules of these count moments, not what a clock shows."""
DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""Days of the week as rules name them."""
_DAYS_AHEAD: Final = {"YEARLY": 36_600, "MONTHLY": 36_600, "WEEKLY": 3_660, "DAILY": 3_660}
"""How far the next time of a rule is looked for, in days: a rule may also have none."""
NEVER: Final = mark("A reminder with this rule would never ring.")
LEAST_MINUTES: Final = 5
"""Least minutes between two times of a rule."""
_MOST: Final = 1_000
"""Largest interval, and most times, of a rule."""
_OF_DAYS: Final = frozenset({"BYDAY", "BYMONTH", "BYHOUR", "BYMINUTE"})
_ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(LAPSES, frozenset()),
    **dict.fromkeys(("DAILY", "WEEKLY"), _OF_DAYS),
    **dict.fromkeys(("MONTHLY", "YEARLY"), _OF_DAYS | {"BYMONTHDAY", "BYSETPOS"}),
}
_UNTIL_FORMS: Final = ("%Y%m%dT%H%M%S", "%Y%m%dT%H%M", "%Y%m%d")
_LAST_OF_FEBRUARY: Final = 28
_UNREADABLE: Final = mark("I can't read this rule. Write an RRULE such as FREQ=WEEKLY;BYDAY=MO,FR.")


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
        passed = min(passed, (datetime.fromisoformat(until) - schedule.wall) // step)
    return replace(schedule, wall=schedule.wall + passed * step), passed


def day_and_time(wall: datetime) -> str:
    """Return a wall time in words: "Tuesday, 1 Dec 2026, 09:00"."""
    return t("{weekday}, {date}, {time}", weekday=weekday(wall), date=day_words(wall), time=hours(wall))


def scheduled(wall: datetime, zone: str, rule: str = "", *, follows: bool = False) -> Schedule:
    """Return the schedule that begins at a wall time and repeats by a rule, written as it is stored.

    In a month without the day, the 29th to 31st are the last day. A number of times becomes the time of the last one.
    Raises ReminderRefused.
    """
    schedule = Schedule(wall, zone, "", follows)
    if not rule.strip():
        return schedule
    named = _read(rule)
    if until := named.get("UNTIL"):
        named["UNTIL"] = _end(until, schedule, is_lapse=named["FREQ"] in LAPSES)
    if named["FREQ"] in LAPSES:
        schedule = instant(schedule.at)
    elif named["FREQ"] in {"MONTHLY", "YEARLY"}:
        named |= _last_days(named, wall)
    try:
        schedule = replace(schedule, rule=_written(_ended(named, schedule.wall)))
        begun = first(schedule)
    except (ValueError, TypeError) as error:
        raise ReminderRefused(_UNREADABLE) from error
    if begun is None:
        raise ReminderRefused(NEVER)
    if begun.wall != schedule.wall:
        begin, at = mark("By this rule, the first time is {time}. Start with that one."), begun.wall
        raise ReminderRefused(lambda: t(begin, time=day_and_time(at)))
    return schedule


def _read(rule: str) -> dict[str, str]:
    """Return the parts of a rule. Raises ReminderRefused for those that can't be read or are not supported."""
    text = "".join(rule.upper().split()).removeprefix("RRULE:").strip(";")
    if not all(re.fullmatch(r"[A-Z]+=[A-Z0-9,+-]+", part) for part in text.split(";")):
        raise ReminderRefused(_UNREADABLE)
    named = dict(parts(text))
    frequency = named.get("FREQ", "")
    if frequency not in _ALLOWED:
        raise ReminderRefused(mark("FREQ is MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY."))
    if odd := sorted(named.keys() - {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"} - _ALLOWED[frequency]):
        names = ", ".join(odd)
        raise ReminderRefused(
            lambda: t("FREQ={frequency} doesn't take {names}.", frequency=frequency, names=names),
            mark("For some hours of a day, use FREQ=DAILY with BYHOUR and BYMINUTE.") if frequency in LAPSES else "",
        )
    if {"COUNT", "UNTIL"} <= named.keys():
        raise ReminderRefused(mark("A rule has COUNT or UNTIL, not both."))
    for name in ("INTERVAL", "COUNT"):
        value = named.get(name, "1")
        if not (value.isdecimal() and 1 <= int(value) <= _MOST):
            bounds = mark("{name} is a number from 1 to {most}.")
            raise ReminderRefused(partial(t, bounds, name=name, most=number(_MOST)))
    _refuse_too_often(named)
    return named


def _refuse_too_often(named: Mapping[str, str]) -> None:
    minutes = sorted(int(it) for it in named.get("BYMINUTE", "").split(",") if it.isdecimal())
    gaps = [(later - earlier) * LAPSES["MINUTELY"] for earlier, later in pairwise(minutes)]
    if lapse := LAPSES.get(named["FREQ"]):
        gaps.append(int(named.get("INTERVAL", "1")) * lapse)
    if any(gap < timedelta(minutes=LEAST_MINUTES) for gap in gaps):
        raise ReminderRefused(
            lambda: t("A reminder can repeat at most every {minutes} minutes.", minutes=LEAST_MINUTES)
        )


def _end(until: str, schedule: Schedule, *, is_lapse: bool) -> str:
    """Return a rule's end in the times that the rule counts in. One without a time is the end of the day."""
    for form in _UNTIL_FORMS:
        try:
            read = datetime.strptime(until.removesuffix("Z"), form)  # noqa: DTZ007 - a wall's
        except ValueError:
            continue
        if form == _UNTIL_FORMS[-1]:
            read = read.replace(hour=23, minute=59, second=59)
        elif until.endswith("Z"):
            read = wall_of(read.replace(tzinfo=UTC), schedule.zone)
        if is_lapse:
            read = wall_of(replace(schedule, wall=read).at, INSTANT)
        return f"{read:{_UNTIL_FORMS[0]}}"
    raise ReminderRefused(mark("UNTIL is a date or a time, such as 20261231 or 20261231T180000."))


def _last_days(named: Mapping[str, str], wall: datetime) -> Mapping[str, str]:
    """Return the parts that let a day which not every month has be the last day of the others."""
    if "BYDAY" in named or "BYSETPOS" in named:
        return {}
    day = named.get("BYMONTHDAY", str(wall.day)).removeprefix("+")
    months = named.get("BYMONTH", str(wall.month) if named["FREQ"] == "YEARLY" and "BYMONTHDAY" not in named else "")
    shortest = min((_most_days(month)[0] for month in months.split(",") if month), default=_LAST_OF_FEBRUARY)
    if not day.isdecimal() or int(day) <= shortest:
        return {}
    if months and all(int(day) > _most_days(month)[1] for month in months.split(",")):
        raise ReminderRefused(NEVER)
    fitting = ",".join(str(each) for each in range(_LAST_OF_FEBRUARY, int(day) + 1))
    return {"BYMONTHDAY": fitting, "BYSETPOS": "-1"} | ({"BYMONTH": months} if months else {})


def _most_days(month: str) -> tuple[int, int]:
    """Return the fewest and the most days that a month has. Raises ReminderRefused if there is none of this number."""
    try:
        lengths = [monthrange(year, int(month))[1] for year in (2023, 2024)]
    except ValueError:
        raise ReminderRefused(mark("BYMONTH lists numbers from 1 to 12.")) from None
    return min(lengths), max(lengths)


def _ended(named: dict[str, str], wall: datetime) -> dict[str, str]:
    """Return the parts with the time of the last one instead of a number of times: so any time can be the first."""
    count = int(named.pop("COUNT", "0"))
    if not count:
        return named
    *_, last = [wall, *islice(walls(_written(named), wall, wall), count)]
    return named | {"UNTIL": f"{last:{_UNTIL_FORMS[0]}}"}


def _written(named: Mapping[str, str]) -> str:
    return ";".join(f"{name}={value}" for name, value in named.items())
