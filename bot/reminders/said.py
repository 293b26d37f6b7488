"""A time as somebody said it: what of it is named, what it means by now, and whether a given time fits it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from itertools import count
from typing import Final

from bot.errors import ReminderRefused
from bot.reminders.schedule import LAPSES, parts, walls

DEFAULT_CLOCK: Final = time(9)
"""Time of day of a date that is said without one."""
_NEAR: Final = timedelta(minutes=2)
"""How far a time in so many minutes may be from the model's: its clock shows no seconds, and it took time to answer."""
_SOON: Final = timedelta(hours=36)
_HALF_DAY: Final = 12
_EARLY: Final = 7
"""An hour before this, without a.m. or p.m., is in the afternoon."""
_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


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
    afternoon. `moment` is a time in so many minutes or hours.
    """

    dates: tuple[date, ...] = ()
    clock: time | None = None
    is_vague: bool = False
    day_part: DayPart | None = None
    moment: datetime | None = None
    rule: Mapping[str, str] | None = None
    until: date | None = None

    @property
    def names_anything(self) -> bool:
        """Whether it names a time at all."""
        return bool(self.dates or self.clock or self.day_part or self.moment or self.rule)

    @property
    def rrule(self) -> str:
        """The rule as an RRULE; empty without one."""
        if not self.rule:
            return ""
        until = f";UNTIL={self.until:%Y%m%d}" if self.until else ""
        return ";".join(f"{name}={value}" for name, value in self.rule.items()) + until

    def wall(self, now: datetime) -> datetime:
        """Return the wall time that is meant, where a clock shows `now`. Raises ReminderRefused if that has passed."""
        if self.moment:
            return self.moment
        if self.rule and self.rule["FREQ"] in LAPSES and not (self.dates or self.clock):
            return now.replace(microsecond=0) + LAPSES[self.rule["FREQ"]] * int(self.rule.get("INTERVAL", "1"))
        if self.rule:
            return self._first(now, self.rule)
        if not self.dates:
            return next(it for day in count() for it in self._at(now.date() + timedelta(days=day)) if it > now)
        for day in self.dates:
            for wall in self._at(day):
                if wall > now:
                    return wall
        raise ReminderRefused(f"{_said(self._at(self.dates[-1])[-1])} has passed.")

    def fits(self, wall: datetime, now: datetime) -> bool:
        """Tell whether a wall time is one that may be meant."""
        if self.moment:
            return abs(wall - self.moment) <= _NEAR
        if self.rule and self.rule["FREQ"] in LAPSES:
            return True
        if not self.rule and self.dates and wall.date() not in self.dates:
            return False
        if not self.rule and not self.dates and not now - _NEAR <= wall <= now + _SOON:
            return False
        if self.clock:
            is_same = (wall.hour, wall.minute) == (self.clock.hour, self.clock.minute)
            is_later = self.is_vague and (wall.hour % _HALF_DAY, wall.minute) == (self.clock.hour, self.clock.minute)
            return is_same or is_later
        return self.day_part.holds(wall.time()) if self.day_part else True

    def repeats_as(self, rule: str) -> bool:
        """Tell whether a rule is the one that was said, as far as that goes."""
        if not self.rule or not rule:
            return not self.rule and not rule
        given = parts(rule)
        if "BYDAY" in self.rule and set(self.rule["BYDAY"].split(",")) != set(given.get("BYDAY", "").split(",")):
            return False
        return _frequency(self.rule) == _frequency(given)

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
        """Return the first time of a rule after now."""
        begins = self._at(max(self.dates[0] if self.dates else now.date(), now.date()))[0]
        weekday = {"BYDAY": _DAYS[begins.weekday()]} if rule["FREQ"] == "WEEKLY" and "BYDAY" not in rule else {}
        text = ";".join(f"{name}={value}" for name, value in {**rule, **weekday, "INTERVAL": "1"}.items())
        found = next((it for it in walls(text, begins, begins) if it > now), None)
        if found is None:
            raise ReminderRefused("A reminder with this rule would never ring.")
        return found


def _frequency(rule: Mapping[str, str]) -> tuple[str, str]:
    """Return how often a rule comes: daily on some days is weekly."""
    frequency = "WEEKLY" if "BYDAY" in rule and rule["FREQ"] == "DAILY" else rule["FREQ"]
    return frequency, rule.get("INTERVAL", "1")


def _said(wall: datetime) -> str:
    return f"{wall:%A}, {wall.day} {wall:%b %Y}, {wall:%H:%M}"
