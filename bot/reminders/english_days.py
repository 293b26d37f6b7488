"""Days in English: "tomorrow", "next Friday", "1 December". Pure."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final, TypeAlias

from bot.reminders import english_words as english
from bot.reminders.said import DayPart, Said

Found: TypeAlias = tuple[Said, int] | None
"""What is known after some words, and the place after them; None if they say nothing more about a time."""

_YEAR_DIGITS: Final = 4
_CENTURY: Final = 2_000
_YEARS_TO_LEAP_DAY: Final = 9


class Days:
    """Reads the words that name a day, where a clock on the wall shows `now`."""

    def __init__(self, words: list[str], now: dt.datetime) -> None:
        self._words = words
        self._now = now

    def day(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read "today", "tomorrow", "the day after tomorrow", "next Friday", "next week"."""
        if said.dates or said.moment:
            return None
        if said.rule:
            return self._of_rule(said, said.rule, at)
        today, word = self._now.date(), self._word(at)
        if self._words[at : at + 4] == ["the", "day", "after", "tomorrow"]:
            return replace(said, dates=(today + timedelta(days=2),)), at + 4
        if self._words[at : at + 3] == ["day", "after", "tomorrow"]:
            return replace(said, dates=(today + timedelta(days=2),)), at + 3
        if word in {"today", "tonight"}:
            return replace(said, dates=(today,), day_part=DayPart.NIGHT if word == "tonight" else None), at + 1
        if word in {"tomorrow", "tmrw", "tmr"}:
            return replace(said, dates=(today + timedelta(days=1),)), at + 1
        if word == "next" and self._word(at + 1) in {"week", "month", "year"}:
            return self._next(said, at + 1)
        is_next = word == "next"
        at += word in {"next", "this", "coming"}
        if day := english.DAYS.get(self._word(at)):
            return replace(said, dates=self._weekday(day, is_next=is_next)), at + 1
        return None

    def _of_rule(self, said: Said, rule: Mapping[str, str], at: int) -> Found:
        """Read the day of a rule of weeks."""
        day = english.DAYS.get(self._word(at))
        if day is None or rule["FREQ"] != "WEEKLY" or "BYDAY" in rule:
            return None
        return replace(said, rule={**rule, "BYDAY": day}), at + 1

    def _next(self, said: Said, at: int) -> Found:
        today, unit = self._now.date(), self._word(at)
        if unit == "week":
            monday = today + timedelta(days=7 - today.weekday())
            at += 1 + (self._word(at + 1) == "on")
            if day := english.DAYS.get(self._word(at)):
                return replace(said, dates=(monday + timedelta(days=english.ORDER.index(day)),)), at + 1
            return replace(said, dates=(today + timedelta(days=7), monday)), at
        return replace(said, dates=(months_later(today, 12 if unit == "year" else 1),)), at + 1

    def _weekday(self, day: str, *, is_next: bool) -> tuple[dt.date, ...]:
        """Return the days that a day of the week may mean. The next one is that of the next week, or the coming one."""
        today = self._now.date()
        ahead = (english.ORDER.index(day) - today.weekday()) % 7
        coming = today + timedelta(days=ahead)
        later = coming + timedelta(days=7)
        if not is_next:
            return (coming, later) if ahead == 0 else (coming,)
        of_next_week = today + timedelta(days=7 - today.weekday() + english.ORDER.index(day))
        return tuple(dict.fromkeys([of_next_week, *([coming] if ahead else []), later]))

    def date(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read "1 December", "Dec 1st 2027", "2026-12-01", "1.12.", "the 5th"."""
        if said.dates or said.moment:
            return None
        word = self._word(at)
        if iso := english.ISO.fullmatch(word):
            day = _date(*map(int, iso[1].split("-")))
            clock = dt.time.fromisoformat(iso[2]) if iso[2] and _is_clock(iso[2]) else None
            return (replace(said, dates=(day,), clock=clock or said.clock), at + 1) if day else None
        if dotted := english.DOTTED.fullmatch(word):
            return self._of_year(said, dotted[3], int(dotted[2]), int(dotted[1]), at + 1)
        at += word == "the"
        first, second = self._word(at), self._word(at + 1)
        if month := english.MONTHS.get(first):
            day_of = english.ORDINAL.fullmatch(second) or english.NUMBER.fullmatch(second)
            return self._with_year(said, month, int(day_of[1]), at + 2) if day_of else None
        numbered = english.ORDINAL.fullmatch(first) or english.NUMBER.fullmatch(first)
        if numbered is None:
            return None
        of = second == "of"
        if month := english.MONTHS.get(self._word(at + 1 + of)):
            return self._with_year(said, month, int(numbered[1]), at + 2 + of)
        if english.ORDINAL.fullmatch(first):
            days = (_date(*_month(self._now, ahead), int(numbered[1])) for ahead in range(4))
            dates = tuple(day for day in days if day and day >= self._now.date())
            return (replace(said, dates=dates[:2]), self.of_month(at + 1)) if dates else None
        return None

    def _with_year(self, said: Said, month: int, day: int, at: int) -> Found:
        year = self._word(at)
        is_year = len(year) == _YEAR_DIGITS and year.isdecimal() and not self._word(at + 1).startswith(("am", "pm"))
        return self._of_year(said, year if is_year else None, month, day, at + is_year)

    def _of_year(self, said: Said, year: str | None, month: int, day: int, at: int) -> Found:
        """Return a date; without a year, those of this year and of the next one."""
        if year:
            dates = [_date(int(year) if len(year) == _YEAR_DIGITS else _CENTURY + int(year), month, day)]
        else:
            years = range(self._now.year, self._now.year + _YEARS_TO_LEAP_DAY)
            dates = [it for it in (_date(each, month, day) for each in years) if it and it >= self._now.date()]
        found = tuple(it for it in dates if it)[:2]
        return (replace(said, dates=found), at) if found else None

    def of_month(self, at: int) -> int:
        """Return the place after "of the month", if that comes."""
        for words in (["of", "the", "month"], ["of", "each", "month"], ["of", "every", "month"]):
            if self._words[at : at + 3] == words:
                return at + 3
        return at

    def _word(self, at: int) -> str:
        return self._words[at] if at < len(self._words) else ""


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _month(now: dt.datetime, ahead: int) -> tuple[int, int]:
    """Return the year and the month so many months ahead."""
    months = 12 * now.year + now.month - 1 + ahead
    return months // 12, months % 12 + 1


def months_later(day: dt.date, months: float) -> dt.date:
    """Return the day so many months later, or the last one of a shorter month."""
    year, month = divmod(12 * day.year + day.month - 1 + int(months), 12)
    return next(it for back in range(4) if (it := _date(year, month + 1, day.day - back)))


def _is_clock(text: str) -> bool:
    try:
        dt.time.fromisoformat(text)
    except ValueError:
        return False
    return True
