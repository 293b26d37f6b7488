"""English words for times, and a reader of those for days and times of day, as "tomorrow" or "at 9". Pure."""

import datetime as dt
import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import time, timedelta
from typing import Final, TypeAlias, TypeVar
from unicodedata import decimal

from bot.features.reminders.schedule import DAYS as CODES
from bot.features.reminders.times.said import DayPart, Said
from bot.kit.zones import zone_of_city

V = TypeVar("V")
_ONES: Final = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
    """.split()  # noqa: SIM905 - easier to read
WEEKDAYS: Final = "MO,TU,WE,TH,FR"
CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(am|pm|a\.m\.|p\.m\.)?")
AMOUNT: Final = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?)([a-z]+)")
SHORT: Final = re.compile(rf"(?:{AMOUNT.pattern})+")
FIGURE: Final = re.compile(r"([0-9]{1,6}(?:[.,][0-9]{1,2})?)(½)?|½")
SLASHED: Final = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?")
DAY_MONTH: Final = re.compile(r"(\d{1,2})-?([a-z]+)")
OFFSET: Final = re.compile(r"(?:utc|gmt)(?:([+-])0?(\d{1,2})(?::?00)?)?")
ISO: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:t(\d\d:\d\d(?::\d\d)?))?")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?")
ORDINAL: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
NUMBER: Final = re.compile(r"(\d{1,2})\.?")
COUNT: Final = re.compile(r"[0-9]{1,6}")
_NTH: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "last": -1}
FILLERS: Final = frozenset("a an at for in just me oh ok okay on please remind thanks the then to um well".split())  # noqa: SIM905 - easier to read
"""Words beside a time that don't change it."""
_CHANGING: Final = frozenset(
    """
    after ago and before beginning between but by during each end ending every except excluding first from half if
    last later less middle minus more next not of once only or other past plus previous quarter second since skip
    skipping start starting than third through till times twice unless until when while without within
    """.split()  # noqa: SIM905 - easier to read
)
Found: TypeAlias = tuple[Said, int] | None
"""What is known after some words, and the place after them; None if they say nothing more about a time."""
_YEAR_DIGITS: Final = 4
_MONTHS: Final = 12
_HALF_DAY: Final = 12
_HOURS: Final = 24
_HOUR: Final = 60
_CITY_WORDS: Final = 3
"""Most words of a city's name."""
_PAST: Final = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
"""Minutes before or after an hour, in words."""


def _by_name(values: Iterable[V], names: str) -> dict[str, V]:
    """Return values by their names, which commas part from those of the next value."""
    return {name: value for value, several in zip(values, names.split(","), strict=True) for name in several.split()}


DAYS: Final = _by_name(
    CODES, "monday mon, tuesday tue tues, wednesday wed, thursday thu thur thurs, friday fri, saturday sat, sunday sun"
)
MONTHS: Final = _by_name(
    range(1, 13),
    "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept,"
    "october oct, november nov, december dec",
)
PARTS: Final = _by_name(DayPart, "morning, noon midday, afternoon, evening, night")
TENS: Final = _by_name(range(20, 100, 10), "twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety")
NUMBERS: Final = {
    **{name: number for number, name in enumerate(_ONES)},
    "a": 1,
    "an": 1,
    "couple": 2,
    **TENS,
    **{f"{tens}-{_ONES[one]}": number + one for tens, number in TENS.items() for one in range(1, 10)},
}
UNITS: Final = _by_name(
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    "s sec secs second seconds, m min mins minute minutes, h hr hrs hour hours, d day days, w week weeks, month months,"
    "year years",
)
FREQUENCIES: Final = _by_name(
    ("MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"), "minutes, hours, days, weeks, months, years"
)
ADVERBS: Final = _by_name(
    ("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"), "hourly, daily, weekly, monthly, yearly annually"
)


def plain(word: str) -> str:
    """Return a word in small letters, without marks at its end, with the digits of any script as 0 to 9."""
    word = word.casefold()
    if not word.isascii():
        word = "".join(str(decimal(it, it)) for it in word)
    word = word.strip(",;:")
    return word[:-1] if word.endswith(".") and word[:-1].isalpha() else word


def nth(word: str) -> int | None:
    """Return the number that an ordinal is, -1 for the last; None if it is none."""
    found = ORDINAL.fullmatch(word)
    if found is None:
        return _NTH.get(word)
    return int(found[1]) if int(found[1]) in range(1, 32) else None


def bears_on_time(word: str) -> bool:
    """Tell whether a word beside a time may change it."""
    names = (UNITS, DAYS, MONTHS, PARTS, ADVERBS, NUMBERS, _CHANGING)
    is_named = any(word in several or word.removesuffix("s") in several for several in names)
    return (is_named and word not in {"a", "an"}) or any(map(str.isdigit, word))


class Words:
    """Words of a text, of which a reader looks at some place."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def _word(self, at: int) -> str:
        """Return the word at a place; empty after the last one."""
        return self._words[at] if at < len(self._words) else ""


class Days(Words):
    """Reads the words that name a day, a time of day or the zone of its clock, where one on the wall shows `now`."""

    def __init__(self, words: list[str], now: dt.datetime) -> None:
        super().__init__(words)
        self._now = now

    def day(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read "today", "tomorrow", "the day after tomorrow", "next Friday", "next week"."""
        if said.dates or said.moment:
            return None
        if said.rule:
            return self._of_rule(said, said.rule, at)
        today, word = self._now.date(), self._word(at)
        later = at + (word == "the")
        if self._words[later : later + 3] == ["day", "after", "tomorrow"]:
            return replace(said, dates=(today + timedelta(days=2),)), later + 3
        if word in {"today", "tonight"}:
            return replace(said, dates=(today,), day_part=DayPart.NIGHT if word == "tonight" else None), at + 1
        if word in {"tomorrow", "tmrw", "tmr"}:
            return replace(said, dates=(today + timedelta(days=1),)), at + 1
        if word == "next" and self._word(at + 1) in {"week", "month", "year"}:
            return self._next(said, at + 1)
        is_next = word == "next"
        at += word in {"next", "this", "coming"}
        if day := DAYS.get(self._word(at)):
            if self._words[at + 1 : at + 3] == ["next", "week"]:
                return self._next(said, at + 2, day)
            is_week_later = self._word(at + 1) == "week"
            weeks, dates = timedelta(weeks=is_week_later), self._weekday(day, is_next=is_next)
            return replace(said, dates=tuple(date + weeks for date in dates)), at + 1 + is_week_later
        return None

    def _of_rule(self, said: Said, rule: Mapping[str, str], at: int) -> Found:
        """Read the day of a rule of weeks, or "the last Friday" and "the last day" of one of months."""
        if {"BYDAY", "BYMONTHDAY"} & rule.keys():
            return None
        if rule["FREQ"] == "MONTHLY":
            at += self._word(at) == "the"
            place, named = nth(self._word(at)), self._word(at + 1)
            day = DAYS.get(named)
            if place is None or not (day or (named == "day" and place < 0)):
                return None
            by = {"BYDAY": f"{place}{day}"} if day else {"BYMONTHDAY": str(place)}
            return replace(said, rule={**rule, **by}), self.of_month(at + 2) or at + 2
        day = DAYS.get(self._word(at))
        return (replace(said, rule={**rule, "BYDAY": day}), at + 1) if day and rule["FREQ"] == "WEEKLY" else None

    def _next(self, said: Said, at: int, day: str = "") -> Found:
        """Read the unit after "next", with a day of that week, which may be known."""
        today, unit = self._now.date(), self._word(at)
        if unit == "week":
            monday = today + timedelta(days=7 - today.weekday())
            at += 1
            on = 0 if day else self._word(at) == "on"
            if not day and (day := DAYS.get(self._word(at + on), "")):
                at += on + 1
            if day:
                return replace(said, dates=(monday + timedelta(days=CODES.index(day)),)), at
            return replace(said, dates=(today + timedelta(days=7), monday)), at
        return replace(said, dates=(months_later(today, 12 if unit == "year" else 1),)), at + 1

    def _weekday(self, day: str, *, is_next: bool) -> tuple[dt.date, ...]:
        """Return the days that a day of the week may mean. The next one is that of the next week, or the coming one."""
        today = self._now.date()
        ahead = (CODES.index(day) - today.weekday()) % 7
        coming = today + timedelta(days=ahead)
        later = coming + timedelta(days=7)
        if not is_next:
            return (coming, later) if ahead == 0 else (coming,)
        of_next_week = today + timedelta(days=7 - today.weekday() + CODES.index(day))
        return tuple(dict.fromkeys([of_next_week, *([coming] if ahead else []), later]))

    def date(self, said: Said, at: int) -> Found:  # noqa: C901, PLR0911 - one for each form
        """Read "1 December", "Dec 1st 2027", "2026-12-01", "1.12.", "the 5th"."""
        if said.dates or said.moment:
            return None
        word = self._word(at)
        if iso := ISO.fullmatch(word):
            day, clock = _date(*map(int, iso[1].split("-"))), None
            with suppress(ValueError):
                clock = time.fromisoformat(iso[2] or "")
            return (replace(said, dates=(day,), clock=clock or said.clock), at + 1) if day else None
        if dotted := DOTTED.fullmatch(word):
            return self._of_year(said, dotted[3], int(dotted[2]), int(dotted[1]), at + 1)
        if slashed := SLASHED.fullmatch(word):
            smaller, larger = sorted(map(int, slashed.groups()[:2]))
            is_clear = smaller == larger or larger > _MONTHS  # else either may be the month
            return self._of_year(said, slashed[3], smaller, larger, at + 1) if is_clear else None
        if (joined := DAY_MONTH.fullmatch(word)) and joined[2] in MONTHS:
            return self._with_year(said, MONTHS[joined[2]], int(joined[1]), at + 1)
        at += word == "the"
        first, second = self._word(at), self._word(at + 1)
        if month := MONTHS.get(first):
            if second == "the":
                at, second = at + 1, self._word(at + 2)
            day_of = ORDINAL.fullmatch(second) or NUMBER.fullmatch(second)
            return self._with_year(said, month, int(day_of[1]), at + 2) if day_of else None
        numbered = ORDINAL.fullmatch(first) or NUMBER.fullmatch(first)
        if numbered is None:
            return None
        of = second == "of"
        if month := MONTHS.get(self._word(at + 1 + of)):
            return self._with_year(said, month, int(numbered[1]), at + 2 + of)
        if ORDINAL.fullmatch(first):
            months = (months_later(self._now.date().replace(day=1), ahead) for ahead in range(4))
            days = (_date(month.year, month.month, int(numbered[1])) for month in months)
            dates = tuple(day for day in days if day and day >= self._now.date())
            return (replace(said, dates=dates[:2]), self.of_month(at + 1) or at + 1) if dates else None
        return None

    def _with_year(self, said: Said, month: int, day: int, at: int) -> Found:
        year = self._word(at)
        is_year = len(year) == _YEAR_DIGITS and year.isdecimal() and not self._word(at + 1).startswith(("am", "pm"))
        return self._of_year(said, year if is_year else None, month, day, at + is_year)

    def _of_year(self, said: Said, year: str | None, month: int, day: int, at: int) -> Found:
        """Return a date; without a year, those of this year and of the next one."""
        if year:
            dates = [_date(int(year) if len(year) == _YEAR_DIGITS else 2_000 + int(year), month, day)]
        else:
            years = range(self._now.year, self._now.year + 9)  # with a leap year in any case
            dates = [date for it in years if (date := _date(it, month, day)) and date >= self._now.date()]
        found = tuple(filter(None, dates))[:2]
        return (replace(said, dates=found), at) if found else None

    def of_month(self, at: int, *, is_every: bool = False) -> int | None:
        """Return the place after "of the month", or only "of every month", if that comes."""
        of, which, month = (*self._words[at : at + 3], "", "", "")[:3]
        names = {"each", "every"} if is_every else {"the", "each", "every"}
        return at + 3 if of == "of" and which in names and month == "month" else None

    def part(self, said: Said, at: int) -> Found:
        """Read "in the evening", "morning", "at night", "at noon", "midnight"."""
        if said.moment:
            return None
        is_today = self._word(at) == "this" and not said.dates
        at += self._word(at) in {"in", "at", "this"} and self._word(at + 1) in {"the", *PARTS, "midnight"}
        at += self._word(at) == "the"
        word = self._word(at)
        if word == "midnight" and not said.clock:
            return replace(said, clock=time(0)), at + 1
        part = PARTS.get(word)
        if part is None or said.day_part:
            return None
        if part is DayPart.NOON and not said.clock:
            return replace(said, clock=time(_HALF_DAY)), at + 1
        dates = (self._now.date(),) if is_today else said.dates
        return replace(said, day_part=part, dates=dates), at + 1

    def clock(self, said: Said, at: int) -> Found:
        """Read "at 9", "9:30 pm", "21h", "9 o'clock", "at nine", "half past 9".

        A bare number is one only after "at" or "from", or after a day.
        """
        if said.clock or said.moment:
            return None
        is_named = self._word(at) in {"at", "@"} or self._words[max(at - 1, 0) : at] == ["from"]
        at += self._word(at) in {"at", "@"}
        if self._word(at) == "around" or (is_named and self._word(at) == "about"):
            is_named, at = True, at + 1
        minutes, at = self._minutes(at)
        is_bare = bool(said.dates or (said.rule and not said.repeats_lapses))
        found = self._hour(at, is_known=is_named or minutes is not None, is_bare=is_bare)
        if found is None:
            return None
        (clock, is_vague), at = found
        if minutes is not None:
            if clock.minute:
                return None
            shown = (clock.hour * _HOUR + minutes) % (_HOURS * _HOUR)
            clock = time(shown // _HOUR, shown % _HOUR)
        return replace(said, clock=clock, is_vague=is_vague), at

    def zone(self, said: Said, at: int) -> Found:
        """Read "UTC", "GMT+2" or "Tokyo time" after a time of day."""
        if not said.clock or said.zone:
            return None
        if offset := OFFSET.fullmatch(self._word(at)):
            sign = {"+": "-", "-": "+"}.get(offset[1] or "")  # IANA's names count the other way
            zone = zone_of_city(f"etc/gmt{sign}{int(offset[2])}") if sign and int(offset[2]) else "UTC"
            return (replace(said, zone=zone), at + 1) if zone else None
        for count in range(_CITY_WORDS, 0, -1):
            *city, last = self._words[at : at + count + 1] or [""]
            if len(city) == count and last == "time" and (zone := zone_of_city(" ".join(city))):
                return replace(said, zone=zone), at + count + 1
        return None

    def _minutes(self, at: int) -> tuple[int | None, int]:
        """Return the minutes of "half past" or "a quarter to", and the place after it."""
        after = at + (self._word(at) == "a")
        minutes, way = _PAST.get(self._word(after)), self._word(after + 1)
        if minutes is None or way not in {"past", "to"} or (self._word(after) == "half" and way == "to"):
            return None, at
        return (minutes if way == "past" else -minutes), after + 2

    def _hour(self, at: int, *, is_known: bool, is_bare: bool) -> tuple[tuple[time, bool], int] | None:
        """Read an hour with its minutes: the time, whether it may be one of the afternoon, and the place after it."""
        found, spelt = CLOCK.fullmatch(self._word(at)), NUMBERS.get(self._word(at), 0)
        if found is None and not (is_known and 1 <= spelt <= _HALF_DAY and self._word(at) not in {"a", "an"}):
            return None
        if self._word(at + 1) in {"times", *UNITS}:
            return None
        hour, minute = (int(found[1]), int(found[2] or 0)) if found else (spelt, 0)
        half, at = ((found[3] or "") if found else "").replace(".", ""), at + 1
        if not found and (spelt := NUMBERS.get(self._word(at), 0)) >= NUMBERS["ten"]:
            minute, at = spelt, at + 1
        if not half and self._word(at).replace(".", "") in {"am", "pm"}:
            half, at = self._word(at).replace(".", ""), at + 1
        is_known = is_known or self._word(at) in {"noon", "midday"}
        is_clock = self._word(at) in {"o'clock", "o’clock", "oclock", "uhr"}  # noqa: RUF001 - as phones write it
        if minute >= _HOUR or hour >= _HOURS or (half and not 1 <= hour <= _HALF_DAY):
            return None
        if not (is_known or is_bare or half or is_clock or (found and found[2])):
            return None
        if half:
            hour = hour % _HALF_DAY + (_HALF_DAY if half == "pm" else 0)
        is_vague = not half and not (found and found[2]) and 1 <= hour <= _HALF_DAY
        return (time(hour, minute), is_vague), at + is_clock


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def months_later(day: dt.date, months: float) -> dt.date:
    """Return the day so many months later, or the last one of a shorter month."""
    year, month = divmod(12 * day.year + day.month - 1 + int(months), 12)
    return dt.date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
