"""Times in other languages than English, read by dateparser, which is imported when it is needed, and takes some 30 MB.

It reads what it finds and leaves out the rest, so its readings are checked: what may be a guess is no time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.reminders.times import english_words as english
from bot.features.reminders.times import foreign_words as foreign
from bot.features.reminders.times.said import Said
from bot.kit.language import DEFAULT, language

LANGUAGES: Final = (
    *("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "tr", "sv", "da", "nb", "fi", "cs", "sk", "el", "ro"),
    *("hu", "bg", "hr", "zh", "ja", "ko", "ar", "he", "fa", "hi", "id", "vi", "th", "ca"),
)
"""Languages that dateparser reads; all that it knows would take it seconds, and 60 MB."""
_MOST_WORDS: Final = 8
"""Most words of a time in another language before the text of a reminder."""
_FIGURE: Final = re.compile(r"(?<![\d.:/-])\d{1,2}(?![\d.:/-])")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
_HALF_OF_DAY: Final = re.compile(r"\d[ap]\b", re.IGNORECASE)
"""An end as of "9p", which dateparser leaves out."""
_RANGE: Final = re.compile(r"\d\s*[-\u2013]\s*\d")
_WHOLE: Final = "time"
_DAY: Final = {_WHOLE, "day"}
_LATER: Final = timedelta(days=36)
"""What moves a named day of the week or a lapse to another day of the month, a bare number to that of another month."""
_SHORTEST_MONTH: Final = timedelta(days=28)
_UNITS: Final = tuple(timedelta(seconds=it) for it in (1, 60, 3_600, 86_400, 604_800))


@dataclass(frozen=True, slots=True)
class Read:
    """What dateparser reads: a wall time, whether that is a time of day, too, and whether it is counted from now."""

    wall: datetime
    has_clock: bool
    is_lapse: bool

    def agrees(self, wall: datetime) -> bool:
        """Tell whether it may mean a wall time."""
        same_day = self.wall.date() == wall.date()
        return same_day and (not self.has_clock or (self.wall.hour, self.wall.minute) == (wall.hour, wall.minute))


def time_in(words: Sequence[str], now: datetime) -> tuple[Said, str] | None:
    """Return the time that some words begin with, and the words after it."""
    part = next((at for at, it in enumerate(words[:_MOST_WORDS]) if at and english.plain(it) in foreign.PARTS), None)
    if part is None:
        return _longest(words, now)
    begin = part
    while begin > 1 and english.plain(words[begin - 1]) in foreign.JOINS:
        begin -= 1
    found = _longest([*words[:begin], *words[part + 1 :]], now)
    if found is None or len(words) - len(found[1].split()) <= begin or found[0].moment:
        return _longest(words, now)
    return replace(found[0], day_part=foreign.PARTS[english.plain(words[part])]).settled, found[1]


def meant(words: str, now: datetime) -> Said | None:
    """Return the time that words are, None if they are none or may be several."""
    found = readings(words, now)
    is_number = words.isdecimal() or _HALF_OF_DAY.search(words)
    if not found or is_number or (len(found) > 1 and language() == DEFAULT):
        return None
    read, text = found[0], english.plain(words)
    numbers = [float(it.replace(",", ".")) for it in _NUMBER.findall(text)]
    if read.is_lapse and not _is_counted(read.wall - now.replace(microsecond=0), numbers, text):
        return None
    if read.is_lapse and read.has_clock:
        return Said(moment=read.wall)
    if text.split()[0] in foreign.IN and numbers and not read.is_lapse:
        return None
    figures = [] if read.has_clock or read.is_lapse else _FIGURE.findall(text)
    if any(int(it) != read.wall.day for it in figures) or (not read.has_clock and _is_bare(words, read, now)):
        return None
    return Said(dates=(read.wall.date(),), clock=read.wall.time() if read.has_clock else None)


def readings(words: str, now: datetime) -> list[Read]:
    """Return what words may mean, in the language spoken now if they mean anything in it, else in any.

    Days and months in figures may come in either order.
    """
    if language() in LANGUAGES and (own := _readings_in([language()], words, now)):
        return own
    return _readings_in(LANGUAGES, words, now)


def _longest(words: Sequence[str], now: datetime) -> tuple[Said, str] | None:
    """Return the longest time that some words begin with, without last words that it leaves out.

    A day with a length of time after it is none.
    """
    read = [meant(" ".join(words[:length]), now) for length in range(1, min(_MOST_WORDS + 1, len(words)))]
    for length in range(len(read), 0, -1):
        said = read[length - 1]
        if said is None or (said.moment and read[0] and read[0].dates):
            continue
        if not said.clock and not said.moment:
            return said, " ".join(words[read.index(said) + 1 :])
        figures = [at for at in range(1, length) if any(map(str.isdecimal, words[at]))]
        if not figures or read[figures[-1] - 1] != said:
            return said, " ".join(words[length:])
    return None


def _is_counted(lapse: timedelta, numbers: Sequence[float], text: str) -> bool:
    """Tell whether a length of time is what its numbers say, as far as they can be told."""
    if _RANGE.search(text):
        return False
    is_long = lapse % timedelta(days=1) == timedelta()
    if len(numbers) != 1:
        return not numbers or not is_long
    is_of_months = is_long and lapse >= numbers[0] * _SHORTEST_MONTH
    return is_of_months or any(numbers[0] * unit == lapse for unit in _UNITS)


def _is_bare(words: str, read: Read, now: datetime) -> bool:
    """Tell whether a day is just a number of some month, which may be a number of something else."""
    later = readings(words, now + _LATER)
    return bool(later) and later[0].wall.day == read.wall.day and later[0].wall.month != read.wall.month


def _readings_in(languages: Sequence[str], words: str, now: datetime) -> list[Read]:
    from dateparser.date import DateDataParser  # noqa: PLC0415 - only those who use another language need it

    words = foreign.HOUR.sub(_clock, english.plain(words))
    found: dict[datetime, Read] = {}
    for order in ("DMY", "MDY"):
        settings = {
            "RELATIVE_BASE": now.replace(microsecond=1),  # an hour equal to that of now is taken for none
            "PREFER_DATES_FROM": "future",
            "RETURN_TIME_AS_PERIOD": True,
            "DATE_ORDER": order,
            "PREFER_LOCALE_DATE_ORDER": False,
            "PARSERS": ["relative-time", "custom-formats", "absolute-time"],
        }
        data = DateDataParser(languages=list(languages), settings=settings).get_date_data(words)
        if data.date_obj and data.period in _DAY and not data.date_obj.tzinfo:
            wall = data.date_obj.replace(microsecond=0)
            is_lapse = data.date_obj.microsecond == 1
            found.setdefault(wall, Read(wall, data.period == _WHOLE, is_lapse))
    return list(found.values())


def _clock(found: re.Match[str]) -> str:
    """Return an hour as dateparser reads it, if words beside it say that it is one."""
    if not (found["at"] or found["unit"]):
        return found[0]
    return f"{int(found['hour']):02}:{found['minute'] or '00'}"
