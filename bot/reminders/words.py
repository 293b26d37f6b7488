"""Reminders in words: their times, rules and lateness. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.reminders.schedule import is_lapse, parts, upcoming
from bot.values.reminders import INSTANT, Reminder, ReminderState, Ring, Schedule
from bot.values.text import one_line

SIGN: Final = "⏰"
NEXT: Final = 3
"""Times that a receipt shows of a rule."""
_LATE: Final = timedelta(minutes=2)
"""A ring that comes later than this says so."""
_UNITS: Final = {"MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week"}
_LONGER: Final = {"MONTHLY": "month", "YEARLY": "year"}
_DAYS: Final = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
_WEEKDAYS: Final = {"MO", "TU", "WE", "TH", "FR"}
_WEEKEND: Final = {"SA", "SU"}
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UNTIL: Final = "%Y%m%dT%H%M%S"
_TEENS: Final = range(11, 14)


def time_of(moment: datetime, zone: str, *, year: bool = True) -> str:
    """Return a moment as a clock of a zone shows it, such as "Tue, 1 Dec 2026, 09:00"."""
    at = moment.astimezone(ZoneInfo(zone))
    clock = f"{at:%H:%M:%S}" if at.second else f"{at:%H:%M}"
    return f"{at:%a}, {at.day} {at:%b %Y}, {clock}" if year else f"{at:%a}, {at.day} {at:%b}, {clock}"


def zone_of(schedule: Schedule, own_zone: str) -> str:
    """Return the zone whose clock a schedule is shown by: its own, or its owner's for moments."""
    return own_zone if schedule.zone == INSTANT else schedule.zone


def described(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder on one line: time, zone, rule, text, and its next times."""
    schedule = reminder.schedule
    zone = zone_of(schedule, own_zone)
    when = f"{time_of(schedule.at, zone)} ({zone}){_repeats(schedule, zone)}"
    return f"{when}: {one_line(reminder.text)}{_next(schedule, zone)}"


def receipt(reminder: Reminder, own_zone: str) -> str:
    """Return the receipt for a reminder that was set, changed or cancelled."""
    nags = f", again every {_minutes(reminder.nag_minutes)} until done" if reminder.nag_minutes else ""
    if reminder.state is ReminderState.CANCELLED:
        return f"{SIGN} Cancelled: {one_line(reminder.text)}"
    return f"{SIGN} {described(reminder, own_zone)}{nags}"


def summary(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder's next time, rule and text, for a list."""
    schedule, rings_at = reminder.schedule, reminder.rings_at or reminder.schedule.at
    zone = zone_of(schedule, own_zone)
    where = "" if zone == own_zone else f" ({zone})"
    again = " (snoozed)" if reminder.again_at and rings_at == reminder.again_at else ""
    return f"{time_of(rings_at, zone)}{where}{again}{_repeats(schedule, zone)}: {one_line(reminder.text)}"


def rung(ring: Ring, own_zone: str) -> str:
    """Return the message of a ring: its text, the time that it is for, and how late it is."""
    schedule = ring.reminder.schedule
    zone = zone_of(schedule, own_zone)
    about = [time_of(ring.due_at, zone, year=False) + _repeats(schedule, zone)]
    if ring.late > _LATE:
        about.append(f"{lapse(ring.late)} late, because I was off")
    if ring.missed:
        about.append(f"{ring.missed:,} earlier {'time' if ring.missed == 1 else 'times'} missed")
    if ring.reminder.nags:
        about.append("not done yet")
    return f"{SIGN} {ring.reminder.text}\n{'; '.join(about)}"


def lapse(long: timedelta) -> str:
    """Return a length of time in its largest unit, such as "3 hours"."""
    seconds = round(long.total_seconds())
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length or (seconds >= length and unit != "minute"):
            return _counted(round(seconds / length), unit)
    return _counted(seconds, "second")


def repeats(schedule: Schedule, zone: str) -> str:
    """Return a schedule's rule in words, such as "every Monday and Friday until 31 Dec 2026"."""
    named = parts(schedule.rule)
    said = [_frequency(named)]
    if times := _times(named, schedule.wall):
        said.append(times)
    if until := named.get("UNTIL"):
        end = datetime.strptime(until, _UNTIL)  # noqa: DTZ007 - a wall's
        at = Schedule(end, schedule.zone).at.astimezone(ZoneInfo(zone))
        clock = f", {at:%H:%M}" if is_lapse(schedule.rule) else ""
        said.append(f"until {at.day} {at:%b %Y}{clock}")
    return " ".join(said)


def _repeats(schedule: Schedule, zone: str) -> str:
    return f", {repeats(schedule, zone)}" if schedule.rule else ""


def _next(schedule: Schedule, zone: str) -> str:
    """Return the times after the first one."""
    later = upcoming(schedule, NEXT + 1)[1:] if schedule.rule else []
    return f" (then {'; '.join(time_of(at, zone, year=False) for at in later)})" if later else ""


def _frequency(named: Mapping[str, str]) -> str:
    count, frequency = int(named.get("INTERVAL", "1")), named["FREQ"]
    days = named.get("BYDAY", "").split(",") if "BYDAY" in named else []
    if frequency in _UNITS:
        unit = _every(count, _UNITS[frequency])
        in_months = f" in {_listed(_month_names(named))}" if "BYMONTH" in named else ""
        if not days:
            return unit + in_months
        on = _on_days(days)
        return (f"every {on}" if count == 1 else f"{unit} on {on}") + in_months
    months = f" in {_listed(_month_names(named))}" if "BYMONTH" in named else ""
    on = _on_month_days(named, days)
    return f"{_every(count, _LONGER[frequency])}{f' on {on}' if on else ''}{months}"


def _on_days(days: Sequence[str]) -> str:
    if set(days) == _WEEKDAYS:
        return "weekday"
    if set(days) == _WEEKEND:
        return "Saturday and Sunday"
    return _listed([_day(it) for it in days])


def _day(day: str) -> str:
    place, name = day[:-2], _DAYS.get(day[-2:], day)
    return name if not place else f"the {_ordinal(int(place))} {name}"


def _on_month_days(named: Mapping[str, str], days: Sequence[str]) -> str:
    listed = named.get("BYMONTHDAY", "").split(",") if "BYMONTHDAY" in named else []
    if named.get("BYSETPOS") == "-1" and len(listed) > 1 and not days:
        return f"the {_ordinal(int(listed[-1]))}, or the last day of a shorter month"
    if listed:
        said = "the " + _listed([_ordinal(int(it)) + (" day" if int(it) < 0 else "") for it in listed])
        return f"{said} if it is {_on_days(days)}" if days else said
    if place := named.get("BYSETPOS"):
        return f"the {_ordinal(int(place.split(',')[0]))} {_on_days(days)}"
    return _listed([_day(it) for it in days]) if days else ""


def _month_names(named: Mapping[str, str]) -> list[str]:
    return [_MONTHS[int(it) - 1] for it in named["BYMONTH"].split(",")]


def _times(named: Mapping[str, str], wall: datetime) -> str:
    """Return the times of day of a rule with several; a single one is that of its first time."""
    if "BYHOUR" not in named and "BYMINUTE" not in named:
        return ""
    hours = named.get("BYHOUR", str(wall.hour)).split(",")
    minutes = named.get("BYMINUTE", str(wall.minute)).split(",")
    clocks = sorted(f"{int(hour):02}:{int(minute):02}" for hour in hours for minute in minutes)
    return f"at {_listed(clocks)}" if len(clocks) > 1 else ""


def _every(count: int, unit: str) -> str:
    return f"every {unit}" if count == 1 else f"every {count:,} {unit}s"


def _counted(count: int, unit: str) -> str:
    return f"{count:,} {unit}" if count == 1 else f"{count:,} {unit}s"


def _minutes(count: int) -> str:
    return "minute" if count == 1 else f"{count:,} minutes"


def _ordinal(number: int) -> str:
    if number < 0:
        return "last" if number == -1 else f"{_ordinal(-number)} last"
    end = "th" if number % 100 in _TEENS else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"


def _listed(several: Sequence[str]) -> str:
    *others, last = several
    return f"{', '.join(others)} and {last}" if others else last
