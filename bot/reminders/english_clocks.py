"""Times of day in English, and the zones of their clocks: "at 9", "in the evening", "Tokyo time". Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time
from typing import Final

from bot.reminders import english_words as english
from bot.reminders.english_days import Found
from bot.reminders.said import DayPart, Said
from bot.zones import zone_of_city

_HALF_DAY: Final = 12
_HOURS: Final = 24
_HOUR: Final = 60
_CITY_WORDS: Final = 3
"""Most words of a city's name."""
_PAST: Final = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
"""Minutes before or after an hour, in words."""


class Clocks(english.Words):
    """Reads the words that name a time of day, or the zone of its clock."""

    def __init__(self, words: Sequence[str], today: date) -> None:
        super().__init__(words)
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
