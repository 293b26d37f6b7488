"""A time as somebody said it: what of it is named, what it means by now, and whether a given time fits it. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import Enum
from itertools import count, islice
from typing import Final

from bot.features.reminders.schedule import DAYS, LAPSES, NEVER, day_and_time, walls
from bot.kit.errors import ReminderRefused, TimePassed
from bot.kit.language import t

DEFAULT_CLOCK: Final = time(9)
"""Time of day of a date that is said without one."""
_NEAR: Final = timedelta(minutes=2)
"""How far a time in so many minutes may be from the model's: its clock shows no seconds, and it took time to answer."""
_SOON: Final = timedelta(hours=36)
_HALF_DAY: Final = 12
_EARLY: Final = 7
"""An hour before this, without a.m. or p.m., is in the afternoon."""
_DAWN: Final = 4
"""An hour before this is of the night that began the day before."""
_DAYS: Final = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}
_PERIODS: Final = LAPSES | {frequency: timedelta(days=days) for frequency, days in _DAYS.items()}
"""Frequencies with the longest time between two times."""


class DayPart(Enum):
    """A part of a day: its usual hour, and the hours that it holds."""

    MORNING = (9, 4, 12)
    NOON = (12, 11, 15)
    AFTERNOON = (15, 12, 18)
    EVENING = (18, 16, 24)
    NIGHT = (21, 18, 28)

    def holds(self, at: time) -> bool:
        """Tell whether a time of day is in it; a night goes over midnight."""
        _, begins, ends = self.value
        return begins <= at.hour < ends or begins <= at.hour + 24 < ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A time as it was said. What was not named is None or empty.

    `dates` are the days that it may mean, the likeliest first. The hour of a `clock` that `is_vague` may be one of the
    afternoon. `moment` is a time in so many minutes or hours. `zone` is that of the clock, if another one was named.
    """

    dates: tuple[date, ...] = ()
    clock: time | None = None
    is_vague: bool = False
    day_part: DayPart | None = None
    moment: datetime | None = None
    rule: Mapping[str, str] | None = None
    until: date | None = None
    zone: str = ""

    @property
    def is_time(self) -> bool:
        """Whether it names a time at all."""
        return bool(self.dates or self.clock or self.day_part or self.moment or self.rule)

    @property
    def repeats_lapses(self) -> bool:
        """Whether it repeats after so many minutes or hours."""
        return bool(self.rule and self.rule["FREQ"] in LAPSES)

    @property
    def with_hour(self) -> "Said":
        """The time with the hour of its part of the day. Twelve at night is of the next day; one to three may be."""
        if not self.clock or not self.day_part or self.clock.hour > _HALF_DAY:
            return self
        following = tuple(it + timedelta(days=1) for it in self.dates)
        if self._is_midnight:
            return replace(self, clock=self.clock.replace(hour=0), dates=following + self.dates, is_vague=False)
        if self.day_part is DayPart.NIGHT and self.clock.hour < _DAWN:
            return replace(self, dates=self.dates + following, is_vague=False)
        later = self.clock.replace(hour=self.clock.hour % _HALF_DAY + _HALF_DAY)
        is_afternoon = self.day_part in {DayPart.AFTERNOON, DayPart.EVENING} and self.clock.hour > 0
        is_late = is_afternoon or (self.day_part.holds(later) and not self.day_part.holds(self.clock))
        return replace(self, clock=later if is_late else self.clock, is_vague=False)

    @property
    def repeats_at_midnight(self) -> bool:
        """Whether it repeats at twelve at night, where the day of the rule may be either."""
        return bool(self.rule) and self._is_midnight

    @property
    def _is_midnight(self) -> bool:
        is_dark = self.day_part in {DayPart.EVENING, DayPart.NIGHT}
        return bool(is_dark and self.clock and self.clock.hour == _HALF_DAY)

    @property
    def rrule(self) -> str:
        """The rule as an RRULE; empty without one."""
        if not self.rule:
            return ""
        until = f";UNTIL={self.until:%Y%m%d}" if self.until else ""
        return ";".join(f"{name}={value}" for name, value in self.rule.items()) + until

    def wall(self, now: datetime) -> datetime:
        """Return the wall time that is meant, where a clock shows `now`. Raises TimePassed if that has passed."""
        if self.moment:
            return self.moment
        if self.rule and self.rule["FREQ"] in LAPSES and not (self.dates or self.clock):
            return now.replace(microsecond=0) + LAPSES[self.rule["FREQ"]] * int(self.rule.get("INTERVAL", "1"))
        if self.rule:
            return self._first(now, self.rule)
        if not self.dates:
            return next(it for day in count() for it in self._at(now.date() + timedelta(days=day)) if it > now)
        walls_meant = [wall for day in self.dates for wall in self._at(day)]
        if (coming := next((wall for wall in walls_meant if wall > now), None)) is not None:
            return coming
        last = walls_meant[-1]
        raise TimePassed(lambda: t("{time} has passed.", time=day_and_time(last)))

    def fits(self, wall: datetime, now: datetime) -> bool:
        """Tell whether a wall time is one that may be meant: of a rule, as its first one."""
        if self.moment:
            return abs(wall - self.moment) <= _NEAR
        if self.repeats_lapses and self.clock and not self.dates:
            return _is_between(now, wall, now + _SOON)
        if self.rule:
            fits_day = self._may_begin(wall, now, self.rule)
        elif self.dates:
            fits_day = wall.date() in self.dates
        else:
            fits_day = _is_between(now, wall, now + _SOON)
        return fits_day and self._fits_clock(wall)

    def _fits_clock(self, wall: datetime) -> bool:
        if self.clock:
            is_same = (wall.hour, wall.minute) == (self.clock.hour, self.clock.minute)
            is_later = self.is_vague and (wall.hour % _HALF_DAY, wall.minute) == (self.clock.hour, self.clock.minute)
            return is_same or is_later
        return self.day_part.holds(wall.time()) if self.day_part else True

    def _may_begin(self, wall: datetime, now: datetime, rule: Mapping[str, str]) -> bool:
        """Tell whether a rule may begin on a day: at its first time, or any in its first period if none is named."""
        interval = min(int(rule.get("INTERVAL", "1")), 1_000)
        if not self.dates and not {"BYDAY", "BYMONTHDAY"} & rule.keys():
            end = now + interval * _PERIODS[rule["FREQ"]]
            return _is_between(now, wall, end) or (not self.clock and now.date() <= wall.date() <= end.date())
        day = max(self.dates[0] if self.dates else now.date(), now.date())
        begins = self._at(day) if self.clock else [*self._at(day), datetime.combine(day, time(23, 59))]
        is_open = interval > 1 and not self.dates
        several = interval * len(rule.get("BYDAY", "").split(",")) if is_open else 1
        found = (it for begin in begins for it in islice(_times(now, rule, begin), several))
        return any(it == wall if self.clock else it.date() == wall.date() for it in found)

    def _at(self, day: date) -> list[datetime]:
        """Return the times of a day that may be meant, the likeliest first."""
        if self.clock is None:
            hour = self.day_part.value[0] if self.day_part else DEFAULT_CLOCK.hour
            return [datetime.combine(day, time(hour))]
        early = datetime.combine(day, self.clock)
        if not self.is_vague:
            return [early]
        late = early + timedelta(hours=_HALF_DAY)
        return [late] if self.clock.hour < _EARLY else [early, late]

    def _first(self, now: datetime, rule: Mapping[str, str]) -> datetime:
        begins = self._at(max(self.dates[0] if self.dates else now.date(), now.date()))[0]
        found = next(_times(now, rule, begins), None)
        if found is None:
            raise ReminderRefused(NEVER)
        return found


def _times(now: datetime, rule: Mapping[str, str], begins: datetime) -> Iterator[datetime]:
    """Yield the times after now at which a rule may begin, wherever it is counted from."""
    weekday = {"BYDAY": DAYS[begins.weekday()]} if rule["FREQ"] == "WEEKLY" and "BYDAY" not in rule else {}
    named = {name: value for name, value in {**rule, **weekday}.items() if name not in {"INTERVAL", "COUNT"}}
    text = ";".join(f"{name}={value}" for name, value in named.items())
    return (it for it in walls(text, begins, begins) if it > now)


def _is_between(begin: datetime, wall: datetime, end: datetime) -> bool:
    return begin - _NEAR <= wall <= end + _NEAR
