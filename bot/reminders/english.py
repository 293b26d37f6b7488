"""Times in English at the beginning of a text, such as "tomorrow 9 call mom". Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final

from bot.reminders import english_words as english
from bot.reminders.english_days import Days, Found, months_later
from bot.reminders.said import DayPart, Said

_HALF_DAY: Final = 12
_HOURS: Final = 24
_MINUTES: Final = 60
_MOST_DAYS: Final = 40_000


def time_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time that a text begins with, where a clock on the wall shows `now`, and the words after it."""
    words = text.split()
    lower = [word.casefold().strip(",;") for word in words]
    said, used = _Reader(lower, now).read()
    return (said, " ".join(words[used:])) if said.names_anything else None


class _Reader:
    """Reads words from the left, as long as each names something new of a time."""

    def __init__(self, words: list[str], now: datetime) -> None:
        self._words = words
        self._now = now
        self._days = Days(words, now)

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
            self._part,
            self._clock,
        )
        while found := next((it for rule in rules if (it := rule(said, self._after_filler(at)))), None):
            said, at = found
        return said, at

    def _word(self, at: int) -> str:
        return self._words[at] if at < len(self._words) else ""

    def _after_filler(self, at: int) -> int:
        return at + (self._word(at) in {"on", "and", "starting", "from"})

    def _lapse(self, said: Said, at: int) -> Found:
        """Read "in 20 seconds", "in an hour and 10 minutes", "in 1h30m"."""
        if said.moment or said.rule or self._word(at) not in {"in", "after"}:
            return None
        at, total, days = at + 1, timedelta(), False
        while (amount := self._amount(at)) is not None:
            count, unit, at = amount
            if unit in {"months", "years"}:
                day = months_later(self._now.date(), count * (12 if unit == "years" else 1))
                return replace(said, dates=(day,), clock=said.clock or self._now.time().replace(second=0)), at
            total += timedelta(**{unit: count})
            days = days or unit in {"days", "weeks"}
            if self._word(at) == "and" and self._amount(at + 1) is not None:
                at += 1
        if not total or total.days > _MOST_DAYS:
            return None
        moment = self._now.replace(microsecond=0) + total
        if days and total.seconds == 0:
            return replace(said, dates=(moment.date(),), clock=said.clock), at
        return replace(said, moment=moment), at

    def _amount(self, at: int) -> tuple[float, str, int] | None:
        """Read a number with a unit: the number, the unit's plural, and the place after it."""
        word = self._word(at)
        if word == "half" and self._word(at + 1) in {"an", "a"} and self._word(at + 2) == "hour":
            return 30, "minutes", at + 3
        if (
            english.SHORT.fullmatch(word)
            and (pieces := english.AMOUNT.findall(word))
            and all(it[1] in english.UNITS for it in pieces)
        ):
            if len(pieces) == 1:
                return int(pieces[0][0]), english.UNITS[pieces[0][1]], at + 1
            seconds = sum(timedelta(**{english.UNITS[it[1]]: int(it[0])}).total_seconds() for it in pieces)
            return seconds, "seconds", at + 1
        number = int(word) if english.COUNT.fullmatch(word) else english.NUMBERS.get(word)
        after = at + 1 + (word == "a" and self._word(at + 1) == "couple")
        after += self._word(after) == "of"
        if word == "a" and self._word(at + 1) == "couple":
            number = 2
        unit = english.UNITS.get(self._word(after))
        return (number, unit, after + 1) if number and unit else None

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
        return self._every(said, at + 1) if word in {"every", "each"} else None

    def _every(self, said: Said, at: int) -> Found:  # noqa: PLR0911 - one for each form
        """Read what comes after "every"."""
        word = self._word(at)
        other = word in {"other", "second", "2nd"}
        if other and (unit := english.UNITS.get(self._word(at + 1))) in english.FREQUENCIES:
            return replace(said, rule={"FREQ": english.FREQUENCIES[str(unit)], "INTERVAL": "2"}), at + 2
        if word in {"weekday", "workday"}:
            return replace(said, rule=_weekly(english.WEEKDAYS)), at + 1
        if word == "weekend":
            return replace(said, rule=_weekly("SA,SU")), at + 1
        if part := english.PARTS.get(word):
            return replace(said, rule={"FREQ": "DAILY"}, day_part=part), at + 1
        if other and self._word(at + 1) in english.DAYS:
            return replace(said, rule={**_weekly(english.DAYS[self._word(at + 1)]), "INTERVAL": "2"}), at + 2
        if ordinal := english.ORDINAL.fullmatch(word):
            of_month = self._days.of_month(at + 1)
            return replace(said, rule={"FREQ": "MONTHLY", "BYMONTHDAY": ordinal[1]}), of_month
        if amount := self._amount(at):
            count, unit, after = amount
            if unit in english.FREQUENCIES and count == int(count):
                return replace(said, rule={"FREQ": english.FREQUENCIES[unit], **_interval(int(count))}), after
        if (unit := english.UNITS.get(word)) in english.FREQUENCIES:
            return replace(said, rule={"FREQ": english.FREQUENCIES[str(unit)]}), at + 1
        return self._named_days(said, at)

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
        amount = self._amount(at + 1) if is_lasting else None
        if amount:
            count, at = amount[0] * _times_in(said.rule, amount[1]), amount[2]
        elif not is_lasting and self._word(at + 1) == "times":
            count, at = int(self._word(at)) if english.COUNT.fullmatch(self._word(at)) else 0, at + 2
        else:
            return None
        return (replace(said, rule={**said.rule, "COUNT": str(int(count))}), at) if count >= 1 else None

    def _part(self, said: Said, at: int) -> Found:
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
            return replace(said, clock=time(12)), at + 1
        dates = (self._now.date(),) if is_today else said.dates
        return _settled(replace(said, day_part=part, dates=dates)), at + 1

    def _clock(self, said: Said, at: int) -> Found:
        """Read "at 9", "9:30 pm", "21h", "9 o'clock"; a bare number only after "at" or a day."""
        if said.clock or said.moment:
            return None
        is_named = self._word(at) in {"at", "@"}
        at += is_named
        found = english.CLOCK.fullmatch(self._word(at))
        if found is None or self._word(at + 1) in {"times", *english.UNITS}:
            return None
        half, at = (found[3] or "").replace(".", ""), at + 1
        if not half and self._word(at).replace(".", "") in {"am", "pm"}:
            half, at = self._word(at).replace(".", ""), at + 1
        is_clock = self._word(at) in {"o'clock", "oclock", "uhr"}
        hour, minute = int(found[1]), int(found[2] or 0)
        if minute >= _MINUTES or hour >= _HOURS or (half and not 1 <= hour <= _HALF_DAY):
            return None
        if not (is_named or half or found[2] or is_clock or said.dates or said.rule):
            return None
        if half:
            hour = hour % _HALF_DAY + (_HALF_DAY if half == "pm" else 0)
        is_vague = not half and not found[2] and 1 <= hour <= _HALF_DAY
        return _settled(replace(said, clock=time(hour, minute), is_vague=is_vague)), at + is_clock


def _settled(said: Said) -> Said:
    """Return the time with the hour of its part of the day."""
    if not said.clock or not said.day_part or said.clock.hour > _HALF_DAY:
        return said
    later = said.clock.replace(hour=said.clock.hour % _HALF_DAY + _HALF_DAY)
    is_late = said.day_part.holds(later) and not said.day_part.holds(said.clock)
    return replace(said, clock=later if is_late else said.clock, is_vague=False)


def _interval(number: int) -> Mapping[str, str]:
    return {} if number == 1 else {"INTERVAL": str(number)}


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
