"""Times in English at the beginning of a text, such as "tomorrow 9 call mom". Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Final, TypeGuard

from bot.reminders import english_words as english
from bot.reminders.english_amounts import Amounts
from bot.reminders.english_days import Days, Found, months_later
from bot.reminders.said import DayPart, Said
from bot.zones import zone_of_city

_HALF_DAY: Final = 12
_HOURS: Final = 24
_HOUR: Final = 60
_CITY_WORDS: Final = 3
"""Most words of a city's name."""
_PAST: Final = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
"""Minutes before or after an hour, in words."""


class Clocks:
    """Reads the words that name a time of day, or the zone of its clock."""

    def __init__(self, words: Sequence[str], today: date) -> None:
        self._words = words
        self._today = today

    def part(self, said: Said, at: int) -> Found:
        """Read "in the evening", "morning", "at night", "at noon", "midnight"."""
        if said.moment:
            return None
        is_today = self._word(at) == "this" and not said.dates
        at += self._word(at) in {"in", "at", "this"} and self._word(at + 1) in {"the", *english.PARTS, "midnight"}
        at += self._word(at) == "the"
        word = self._word(at)
        if word == "midnight" and not said.clock:
            return replace(said, clock=time(0)), at + 1
        part = english.PARTS.get(word)
        if part is None or said.day_part:
            return None
        if part is DayPart.NOON and not said.clock:
            return replace(said, clock=time(_HALF_DAY)), at + 1
        dates = (self._today,) if is_today else said.dates
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
        if offset := english.OFFSET.fullmatch(self._word(at)):
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
        found, spelt = english.CLOCK.fullmatch(self._word(at)), english.NUMBERS.get(self._word(at), 0)
        if found is None and not (is_known and 1 <= spelt <= _HALF_DAY and self._word(at) not in {"a", "an"}):
            return None
        if self._word(at + 1) in {"times", *english.UNITS}:
            return None
        hour, minute = (int(found[1]), int(found[2] or 0)) if found else (spelt, 0)
        half, at = ((found[3] or "") if found else "").replace(".", ""), at + 1
        if not found and (spelt := english.NUMBERS.get(self._word(at), 0)) >= english.NUMBERS["ten"]:
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

    def _word(self, at: int) -> str:
        return self._words[at] if at < len(self._words) else ""


_END: Final = ":"
_MOST_DAYS: Final = 40_000
_MOST_MONTHS: Final = 1_200
_MOST_WORDS: Final = 30
"""Most words of a time."""


def time_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time that a text begins with, where a clock on the wall shows `now`, and the words after it.

    A colon ends the time; it is returned before the words.
    """
    words = text.split()
    begin = words[:_MOST_WORDS]
    end = next((at for at, word in enumerate(begin, start=1) if word.endswith(_END)), len(begin))
    lower = [english.plain(word) for word in begin[:end]]
    said, used = _Reader(lower, now).read()
    ends = [_END] if used and words[used - 1].endswith(_END) else []
    return (said, " ".join([*ends, *words[used:]])) if said.names_anything else None


class _Reader:
    """Reads words from the left, as long as each names something new of a time."""

    def __init__(self, words: list[str], now: datetime) -> None:
        self._words = words
        self._now = now
        self._days = Days(words, now)
        self._amounts = Amounts(words)
        self._clocks = Clocks(words, now.date())

    def read(self) -> tuple[Said, int]:
        """Return what is said of a time, and the number of its words."""
        said, at = Said(), 0
        rules: tuple[Callable[[Said, int], Found], ...] = (
            self._lapse,
            self._rule,
            self._until,
            self._count,
            self._days.day,
            self._days.date,
            self._clocks.part,
            self._clocks.clock,
            self._clocks.zone,
        )
        while found := next((it for rule in rules if _is_read(it := rule(said, self._after_filler(at)))), None):
            said, at = found
        return said.settled, at

    def _word(self, at: int) -> str:
        return self._words[at] if at < len(self._words) else ""

    def _after_filler(self, at: int) -> int:
        return at + (self._word(at) in {"on", "and", "starting", "from"})

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
                return replace(said, dates=tuple(it + length.time for it in begin[0].dates)), begin[1]
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
        if word in {"weekdays", "weekends"}:
            return replace(said, rule=_weekly(english.WEEKDAYS if word == "weekdays" else "SA,SU")), at + 1
        if word.endswith("s") and word[:-1] in english.DAYS and word not in english.DAYS:
            return self._named_days(said, at)
        return self._every(said, at + 1) if word in {"every", "each"} else self._nth_of_months(said, at)

    def _every(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read what comes after "every"."""
        word, following = self._word(at), self._word(at + 1)
        if word in {"weekday", "workday"}:
            return replace(said, rule=_weekly(english.WEEKDAYS)), at + 1
        if word == "weekend":
            return replace(said, rule=_weekly("SA,SU")), at + 1
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
            return replace(said, rule={"FREQ": frequency, **_interval(count)}), after
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
        return (replace(said, rule=_weekly(",".join(sorted(set(days), key=english.ORDER.index)))), at) if days else None

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


def _is_read(found: Found) -> TypeGuard[tuple[Said, int]]:
    return found is not None and not found[0].repeats_at_midnight


def _interval(number: int) -> Mapping[str, str]:
    return {} if number == 1 else {"INTERVAL": str(number)}


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
