"""Reminders in words: their times and rules. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date as Date  # noqa: N812 - `date` renders one
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.reminders.schedule import DAYS, is_lapse, parts, upcoming
from bot.features.reminders.values import INSTANT, Reminder, ReminderState, Ring, Schedule
from bot.kit.language import date, hours, listed, mark, month_name, plural, t, weekday
from bot.kit.text import one_line
from bot.turns.values.acts import Deed

REMINDERS: Final = "reminders"
"""The family of acts on reminders."""
SIGN: Final = "⏰"
TASK_SIGN: Final = "⚙️"
NEXT: Final = 3
"""Times that a receipt shows of a rule."""
_EVERY: Final = {
    "MINUTELY": mark("every minute"),
    "HOURLY": mark("every hour"),
    "DAILY": mark("every day"),
    "WEEKLY": mark("every week"),
    "MONTHLY": mark("every month"),
    "YEARLY": mark("every year"),
}
_A_MONDAY: Final = Date(2024, 1, 1)
_WEEKDAYS: Final = {"MO", "TU", "WE", "TH", "FR"}
_WEEKEND: Final = {"SA", "SU"}
_PLACES: Final = {
    1: mark("the 1st {day}"),
    2: mark("the 2nd {day}"),
    3: mark("the 3rd {day}"),
    4: mark("the 4th {day}"),
    5: mark("the 5th {day}"),
    -1: mark("the last {day}"),
    -2: mark("the second-last {day}"),
    -3: mark("the third-last {day}"),
    -4: mark("the fourth-last {day}"),
    -5: mark("the fifth-last {day}"),
}
_ORDINALS: Final = {1: mark("the {number}st"), 2: mark("the {number}nd"), 3: mark("the {number}rd")}
_ORDINAL: Final = mark("the {number}th")


def time_of(moment: datetime, zone: str, *, year: bool = True) -> str:
    """Return a moment as a clock of a zone shows it, such as "Tue, 1 Dec 2026, 09:00"."""
    at = moment.astimezone(ZoneInfo(zone))
    clock = f"{at:%H:%M:%S}" if at.second else hours(at)
    return t("{weekday}, {date}, {time}", weekday=weekday(at, short=True), date=date(at, year=year), time=clock)


def zone_of(schedule: Schedule, own_zone: str) -> str:
    """Return the zone whose clock a schedule is shown by: its own, or its owner's for moments."""
    return own_zone if schedule.zone == INSTANT else schedule.zone


def sign_of(reminder: Reminder) -> str:
    """Return the sign of a reminder or a task."""
    return TASK_SIGN if reminder.is_task else SIGN


def described(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder on one line: time, zone, rule, text, and its next times."""
    schedule, zone = reminder.schedule, zone_of(reminder.schedule, own_zone)
    when = f"{time_of(schedule.at, zone)} ({zone}){repeats_after(schedule, zone)}"
    later = [time_of(at, zone, year=False) for at in upcoming(schedule, NEXT + 1)[1:]] if schedule.rule else []
    then = f" ({t('then {times}', times='; '.join(later))})" if later else ""
    return f"{when}: {one_line(reminder.text)}{then}"


def receipt(reminder: Reminder, own_zone: str) -> str:
    """Return the receipt for a reminder that was set, changed or cancelled."""
    sign = sign_of(reminder)
    if reminder.state is ReminderState.CANCELLED:
        return f"{sign} {t('Cancelled: {reminder}', reminder=one_line(reminder.text))}"
    line = described(reminder, own_zone)
    return f"{sign} {nags(line, reminder.nag_minutes) if reminder.nag_minutes else line}"


def nags(reminder: str, minutes: int) -> str:
    """Return a reminder in words with how often it rings again."""
    return plural(
        "{reminder}, again every minute until done",
        "{reminder}, again every {count} minutes until done",
        minutes,
        reminder=reminder,
    )


def deed_of(reminder: Reminder, own_zone: str) -> Deed:
    """Return the change that made a reminder what it is as a deed, which can be undone."""
    return Deed(lambda: receipt(reminder, own_zone), {"id": reminder.id, "version": reminder.version})


def summary(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder's next time, rule and text, for a list."""
    schedule, rings_at = reminder.schedule, reminder.rings_at or reminder.schedule.at
    zone = zone_of(schedule, own_zone)
    where = "" if zone == own_zone else f" ({zone})"
    how = t("tries again") if reminder.is_task else t("rings again")
    again = f" ({how})" if reminder.again_at and rings_at == reminder.again_at else ""
    sign = f"{TASK_SIGN} " if reminder.is_task else ""
    return f"{sign}{time_of(rings_at, zone)}{where}{again}{repeats_after(schedule, zone)}: {one_line(reminder.text)}"


def rung(ring: Ring, own_zone: str) -> str:
    """Return the message of a ring: its text, and the time that it is for."""
    schedule, zone = ring.reminder.schedule, zone_of(ring.reminder.schedule, own_zone)
    about = [time_of(ring.due_at, zone, year=False) + repeats_after(schedule, zone)]
    if ring.reminder.nags:
        about.append(t("not done yet"))
    return f"{SIGN} {ring.reminder.text}\n{'; '.join(about)}"


def repeats_after(schedule: Schedule, zone: str) -> str:
    """Return a rule in words, to follow a time; empty without one."""
    return f", {repeats(schedule, zone)}" if schedule.rule else ""


def repeats(schedule: Schedule, zone: str) -> str:
    """Return a schedule's rule in words, such as "every Monday and Friday until 31 Dec 2026"."""
    named = parts(schedule.rule)
    said = _frequency(named)
    if clocks := _clocks(named, schedule.wall):
        said = t("{rule} at {times}", rule=said, times=listed(clocks))
    if until := named.get("UNTIL"):
        at = Schedule(datetime.fromisoformat(until), schedule.zone).at.astimezone(ZoneInfo(zone))
        day = f"{date(at)}, {hours(at)}" if is_lapse(schedule.rule) else date(at)
        said = t("{rule} until {day}", rule=said, day=day)
    return said


def _frequency(named: Mapping[str, str]) -> str:
    count, frequency = int(named.get("INTERVAL", "1")), named["FREQ"]
    days = named["BYDAY"].split(",") if "BYDAY" in named else []
    if frequency in {"DAILY", "WEEKLY"} and days:
        said = _on_days(days, count, frequency)
    elif on := _on_month_days(named, days):
        said = t("{rule} on {days}", rule=_every(count, frequency), days=on)
    else:
        said = _every(count, frequency)
    if "BYMONTH" not in named:
        return said
    months = [month_name(int(month)) for month in named["BYMONTH"].split(",")]
    return t("{rule} in {months}", rule=said, months=listed(months))


def _on_days(days: Sequence[str], count: int, frequency: str) -> str:
    named = listed([_day(it) for it in days])
    if (count, frequency) == (2, "WEEKLY"):
        return t("every second {days}", days=named)
    if count > 1:
        return t("{rule} on {days}", rule=_every(count, frequency), days=named)
    if set(days) == _WEEKDAYS:
        return t("every weekday")
    return t("every {days}", days=named)


def _day(day: str) -> str:
    """Return a day of the week, perhaps by its place in the month, or what else a rule names."""
    place, name = day[:-2], day[-2:]
    if name not in DAYS:
        return day
    named = weekday(_A_MONDAY + timedelta(days=DAYS.index(name)))
    return _placed(int(place), named) if place else named


def _placed(place: int, day: str) -> str:
    """Return a day by its place in a month; no month has a 6th of one, but a year has."""
    pattern = _PLACES.get(place)
    return t(pattern, day=day) if pattern else f"{place}. {day}"


def _on_month_days(named: Mapping[str, str], days: Sequence[str]) -> str:
    month_days = named["BYMONTHDAY"].split(",") if "BYMONTHDAY" in named else []
    if named.get("BYSETPOS") == "-1" and len(month_days) > 1 and not days:
        return t("{day}, or the last day of a shorter month", day=_month_day(int(month_days[-1])))
    if month_days:
        said = listed([_month_day(int(it)) for it in month_days])
        return t("{day} if it is {weekday}", day=said, weekday=_kind_of(days)) if days else said
    if place := named.get("BYSETPOS"):
        return _placed(int(place.split(",")[0]), _kind_of(days))
    return listed([_day(it) for it in days])


def _kind_of(days: Sequence[str]) -> str:
    if set(days) == _WEEKDAYS:
        return t("weekday")
    if set(days) == _WEEKEND:
        return t("Saturday or Sunday")
    return listed([_day(it) for it in days])


def _month_day(number: int) -> str:
    """Return a day of the month, counted from its end if it is negative."""
    if number < 0:
        return _placed(number, t("day"))
    pattern = _ORDINAL if number in {11, 12, 13} else _ORDINALS.get(number % 10, _ORDINAL)
    return t(pattern, number=number)


def _clocks(named: Mapping[str, str], wall: datetime) -> list[str]:
    """Return the times of day of a rule with several; a single one is that of its first time."""
    if "BYHOUR" not in named and "BYMINUTE" not in named:
        return []
    at_hours = named.get("BYHOUR", str(wall.hour)).split(",")
    minutes = named.get("BYMINUTE", str(wall.minute)).split(",")
    clocks = sorted(f"{int(hour):02}:{int(minute):02}" for hour in at_hours for minute in minutes)
    return clocks if len(clocks) > 1 else []


def _every(count: int, frequency: str) -> str:
    if count == 1:
        return t(_EVERY[frequency])
    return {
        "MINUTELY": lambda: plural("every {count} minute", "every {count} minutes", count),
        "HOURLY": lambda: plural("every {count} hour", "every {count} hours", count),
        "DAILY": lambda: plural("every {count} day", "every {count} days", count),
        "WEEKLY": lambda: plural("every {count} week", "every {count} weeks", count),
        "MONTHLY": lambda: plural("every {count} month", "every {count} months", count),
        "YEARLY": lambda: plural("every {count} year", "every {count} years", count),
    }[frequency]()
