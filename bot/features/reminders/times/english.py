"""Times in English at the beginning of a text, such as "tomorrow 9 call mom", and lengths of time. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.reminders.schedule import DAYS as WEEK_DAYS
from bot.features.reminders.times import english_days as english
from bot.features.reminders.times.english_days import Days, Found, months_later
from bot.features.reminders.times.said import Said

_END: Final = ":"
_MOST_DAYS: Final = 40_000
_MOST_MONTHS: Final = 1_200
_OF_AN: Final = {"half": 0.5, "quarter": 0.25, "couple": 2.0}
"""Numbers that may follow "a"."""
_MONTHS: Final = {"months": 1, "years": 12}
_SEVERAL: Final = {"weekday": english.WEEKDAYS, "weekend": "SA,SU"}


def time_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time that a text begins with, and the words after it, with the colon if one ends it."""
    words = text.split()
    begin = words[:30]
    end = next((at for at, word in enumerate(begin, start=1) if word.endswith(_END)), len(begin))
    lower = [english.plain(word) for word in begin[:end]]
    said, used = _Reader(lower, now).read()
    ends = [_END] if used and words[used - 1].endswith(_END) else []
    return (said, " ".join([*ends, *words[used:]])) if said.is_time else None


class _Reader(english.Words):
    """Reads words from the left, as long as each names something new of a time."""

    def __init__(self, words: list[str], now: datetime) -> None:
        super().__init__(words)
        self._now = now
        self._days = Days(words, now)
        self._amounts = Amounts(words)

    def read(self) -> tuple[Said, int]:
        """Return what is said of a time, and the number of its words."""
        said, at = Said(), 0
        own, days = (self._lapse, self._rule, self._until, self._count), self._days
        rules = (*own, days.day, days.date, days.part, days.clock, days.zone)
        while found := self._next(rules, said, at):
            said, at = found
        return said.with_hour, at

    def _next(self, rules: Iterable[Callable[[Said, int], Found]], said: Said, at: int) -> Found:
        """Return what the first rule that fits reads at a place, or after a filler there."""
        at += self._word(at) in {"on", "and", "starting", "from"}
        read = (found for rule in rules if (found := rule(said, at)))
        return next((found for found in read if not found[0].repeats_at_midnight), None)

    def _lapse(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read "in 20 seconds", "in an hour and a half", "in 1h30m", "2 days from now", "a week from Friday"."""
        if said.moment or said.rule or said.dates:
            return None
        is_in = self._word(at) in {"in", "after"}
        length = self._amounts.length(at + is_in)
        if length is None or length.time.days > _MOST_DAYS or length.months > _MOST_MONTHS:
            return None
        at = length.end
        if not is_in and length.is_of_days and self._word(at) in {"from", "after", "on"}:
            begin = self._days.day(Said(), at + 1)
            if begin:
                return replace(said, dates=tuple(day + length.time for day in begin[0].dates)), begin[1]
        if not is_in:
            if self._words[at : at + 2] != ["from", "now"]:
                return None
            at += 2
        if length.months:
            day = months_later(self._now.date(), length.months) + length.time
            return replace(said, dates=(day,), clock=said.clock or self._now.time().replace(second=0)), at
        moment = self._now.replace(microsecond=0) + length.time
        if length.is_of_days:
            return replace(said, dates=(moment.date(),)), at
        return None if said.clock or said.day_part else (replace(said, moment=moment), at)

    def _rule(self, said: Said, at: int) -> Found:
        """Read "every weekday", "each Monday and Friday", "every 2 weeks", "daily", "mondays"."""
        if said.rule or said.moment:
            return None
        word = self._word(at)
        if frequency := english.ADVERBS.get(word):
            return replace(said, rule={"FREQ": frequency}), at + 1
        if word.endswith("s") and (days := _SEVERAL.get(word[:-1])):
            return replace(said, rule=_weekly(days)), at + 1
        if word.endswith("s") and word[:-1] in english.DAYS and word not in english.DAYS:
            return self._named_days(said, at)
        return self._every(said, at + 1) if word in {"every", "each"} else self._nth_of_months(said, at)

    def _every(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read what comes after "every"."""
        word, following = self._word(at), self._word(at + 1)
        if days := _SEVERAL.get(word) or (word == "workday" and english.WEEKDAYS):
            return replace(said, rule=_weekly(days)), at + 1
        if part := english.PARTS.get(word):
            return replace(said, rule={"FREQ": "DAILY"}, day_part=part), at + 1
        if place := 2 if word == "other" else english.nth(word):
            if found := self._nth_of_months(said, at):
                return found
            unit = english.FREQUENCIES.get(english.UNITS.get(following, ""))
            if unit and place > 1:
                return replace(said, rule={"FREQ": unit, "INTERVAL": str(place)}), at + 2
            if following in english.DAYS:  # the third Friday of a month, or one in three
                rule = {**_weekly(english.DAYS[following]), "INTERVAL": "2"}
                return (replace(said, rule=rule), at + 2) if place == 2 else None  # noqa: PLR2004 - every other
            is_of_month = english.ORDINAL.fullmatch(word) and not english.MONTHS.get(following) and following != "of"
            return (replace(said, rule=_monthly(place)), at + 1) if is_of_month else self._yearly(said, at)
        if interval := self._amounts.interval(at):
            count, frequency, after = interval
            rule = {"FREQ": frequency} | ({} if count == 1 else {"INTERVAL": str(count)})
            return replace(said, rule=rule), after
        return self._named_days(said, at) or self._yearly(said, at)

    def _nth_of_months(self, said: Said, at: int) -> Found:
        """Read "the 1st of every month", "last Friday of each month"; after "every", "first day of the month"."""
        is_every = self._words[max(at - 1, 0) : at] in (["every"], ["each"])
        at += self._word(at) == "the"
        place, named = english.nth(self._word(at)), self._word(at + 1)
        day = english.DAYS.get(named, "")
        of_month = self._days.of_month(at + 1 + (bool(day) or named == "day"), is_every=not is_every)
        if said.dates or place is None or of_month is None:
            return None
        return replace(said, rule=_monthly(place, day)), of_month

    def _yearly(self, said: Said, at: int) -> Found:
        """Read the date of "every 25 December"."""
        found = self._days.date(Said(), at)
        return (replace(said, rule={"FREQ": "YEARLY"}, dates=found[0].dates), found[1]) if found else None

    def _named_days(self, said: Said, at: int) -> Found:
        """Read one or several days of the week."""
        days: list[str] = []
        while day := english.DAYS.get(self._word(at)) or english.DAYS.get(self._word(at).removesuffix("s")):
            days.append(day)
            at += 1
            if self._word(at) in {"and", "&", "or"} and self._word(at + 1).removesuffix("s") in english.DAYS:
                at += 1
        return (replace(said, rule=_weekly(",".join(sorted(set(days), key=WEEK_DAYS.index)))), at) if days else None

    def _until(self, said: Said, at: int) -> Found:
        if not said.rule or said.until or "COUNT" in said.rule or self._word(at) not in {"until", "till"}:
            return None
        bare = Said()
        found = self._days.day(bare, at + 1) or self._days.date(bare, at + 1)
        return (replace(said, until=found[0].dates[0]), found[1]) if found else None

    def _count(self, said: Said, at: int) -> Found:
        """Read "5 times", or "for 2 weeks" where that makes a number of times."""
        if not said.rule or said.until or "COUNT" in said.rule:
            return None
        is_lasting = self._word(at) == "for"
        amount = self._amounts.amount(at + 1) if is_lasting else None
        if amount:
            count, at = amount[0] * _times_in(said.rule, amount[1]), amount[2]
        elif not is_lasting and self._word(at + 1) == "times":
            count, at = int(self._word(at)) if english.COUNT.fullmatch(self._word(at)) else 0, at + 2
        else:
            return None
        return (replace(said, rule={**said.rule, "COUNT": str(int(count))}), at) if count >= 1 else None


def _monthly(place: int, day: str = "") -> dict[str, str]:
    """Return the rule of a day by its place in a month: any day, or one of the week."""
    return {"FREQ": "MONTHLY", **({"BYDAY": f"{place}{day}"} if day else {"BYMONTHDAY": str(place)})}


def _weekly(days: str) -> dict[str, str]:
    return {"FREQ": "WEEKLY", "BYDAY": days}


def _times_in(rule: Mapping[str, str], unit: str) -> int:
    """Return how many times of a rule are in a unit of time; 0 if that can't be told."""
    days = len(rule["BYDAY"].split(",")) if "BYDAY" in rule else 1
    times = {
        "DAILY": {"days": 1, "weeks": 7},
        "WEEKLY": {"weeks": days},
        "MONTHLY": {"months": 1, "years": 12},
        "YEARLY": {"years": 1},
    }
    return times.get(rule["FREQ"], {}).get(unit, 0) if "INTERVAL" not in rule else 0


@dataclass(frozen=True, slots=True)
class Length:
    """Months and a length of time, whether that is one of whole days, and the place after the words for them."""

    months: int
    time: timedelta
    is_of_days: bool
    end: int


class Amounts(english.Words):
    """Reads numbers with units."""

    def length(self, at: int) -> Length | None:
        """Return the sum of one or several amounts: "an hour and 10 minutes". Months are whole, and come last."""
        time, months, units = timedelta(), 0.0, set[str]()
        while not months and (amount := self.amount(at)) is not None:
            count, unit, at = amount
            units.add(unit)
            if unit in _MONTHS:
                months = count * _MONTHS[unit]
            else:
                time += timedelta(**{unit: count})
            at += self._word(at) == "and" and self.amount(at + 1) is not None
        time = timedelta(seconds=round(time.total_seconds()))
        if months != int(months) or not (time or months):
            return None
        return Length(int(months), time, units <= {"days", "weeks"} and not time.seconds, at)

    def amount(self, at: int) -> tuple[float, str, int] | None:
        """Return the number, the unit's plural, and the place after them."""
        if english.SHORT.fullmatch(self._word(at)):
            return self._short(at)
        numbered = self._number(at)
        if numbered is None:
            return None
        number, at = numbered
        at += self._word(at) == "of"
        at += self._word(at) in {"a", "an"}
        unit = english.UNITS.get(self._word(at))
        if not number or not unit:
            return None
        number, at = self._and_half(number, at + 1)
        return number, unit, at

    def interval(self, at: int) -> tuple[int, str, int] | None:
        """Return a whole number, a frequency, and the place after them; without a number it is 1."""
        if unit := english.UNITS.get(self._word(at), ""):
            count, at = self._and_half(1.0, at + 1)
        elif amount := self.amount(at):
            count, unit, at = amount
        else:
            return None
        if count != int(count) and unit in {"hours", "days"}:
            count, unit = (count * 60, "minutes") if unit == "hours" else (count * 24, "hours")
        is_whole = count == int(count) and unit in english.FREQUENCIES
        return (int(count), english.FREQUENCIES[unit], at) if is_whole else None

    def _short(self, at: int) -> tuple[float, str, int] | None:
        """Read "20m", "1.5h", "1h30m"."""
        pieces = [
            (float(number.replace(",", ".")), english.UNITS.get(unit, ""))
            for number, unit in english.AMOUNT.findall(self._word(at))
        ]
        if len(pieces) == 1:
            number, unit = pieces[0]
            return (number, unit, at + 1) if number and unit else None
        if any(unit in {"", "months", "years"} for _, unit in pieces):
            return None
        return sum(timedelta(**{unit: number}).total_seconds() for number, unit in pieces), "seconds", at + 1

    def _number(self, at: int) -> tuple[float, int] | None:
        """Read "20", "2.5", "2½", "two and a half", "half", "three quarters", "twenty five"."""
        word, following = self._word(at), self._word(at + 1)
        if word == "half":
            return 0.5, at + 1
        if word == "a" and following in _OF_AN:
            return _OF_AN[following], at + 2
        if figure := english.FIGURE.fullmatch(word):
            number = float((figure[1] or "0").replace(",", ".")) + (word.endswith("½") and 0.5)
        elif word in english.NUMBERS:
            number = english.NUMBERS[word]
        else:
            return None
        at += 1
        if word in english.TENS and 0 < english.NUMBERS.get(following, 0) < english.NUMBERS["ten"]:
            number, at = number + english.NUMBERS[following], at + 1
        if self._word(at) in {"quarter", "quarters"}:
            return number / 4, at + 1
        return self._and_half(number, at)

    def _and_half(self, number: float, at: int) -> tuple[float, int]:
        is_there = self._words[at : at + 3] == ["and", "a", "half"]
        return number + is_there / 2, at + 3 * is_there
