"""Times in words: what they mean, and whether the model understood them alike.

English is read by our own rules, which also find where a time ends; other languages by dateparser, which is imported
when it is needed, and takes some 30 MB.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.errors import ReminderRefused
from bot.language import DEFAULT, language, mark, t
from bot.reminders import english_words as english
from bot.reminders.agreement import repeats_as
from bot.reminders.english import time_in
from bot.reminders.said import Said
from bot.values.reminders import INSTANT
from bot.values.text import one_line

LANGUAGES: Final = (
    *("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "tr", "sv", "da", "nb", "fi", "cs", "sk", "el", "ro"),
    *("hu", "bg", "hr", "zh", "ja", "ko", "ar", "he", "fa", "hi", "id", "vi", "th", "ca", "en"),
)
"""Languages that dateparser reads; all that it knows would take it seconds, and 60 MB."""
_MOST_WORDS: Final = 6
"""Most words of a time in another language before the text of a reminder."""
_HOUR: Final = re.compile(
    r"\b(?:um|à|a las?|alle|às|om|kl\.?|klo|o|в|u|saat)\s+"
    r"([01]?\d|2[0-3])(?:[.:h]([0-5]\d))?\b(?:\s*(?:uhr|heures?|uur|h)\b)?",
    re.IGNORECASE,
)
"""An hour in some languages, which dateparser leaves out."""
_FIGURE: Final = re.compile(r"(?<![\d.:/-])\d{1,2}(?![\d.:/-])")
_ABBREVIATED: Final = frozenset(it for it in english.DAYS if len(it) == len("mon"))
"""Names of days that are other words in other languages."""
_TO: Final = re.compile(r"(?:me\s+)?(?:to|that|about|:|-|\u2013)\s+", re.IGNORECASE)
_ME: Final = re.compile(r"me\s+", re.IGNORECASE)
_AND: Final = frozenset({"and", "or", "&", "+"})
_ORDINAL: Final = re.compile(r"(?:on\s+)?(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b", re.IGNORECASE)
_UNCLEAR_END: Final = mark(
    "Does “{words}” belong to the time? Name one day and one time, or write “to” before the text."
)
_WHOLE: Final = "time"
_DAY: Final = {_WHOLE, "day"}


@dataclass(frozen=True, slots=True)
class Read:
    """What dateparser reads: a wall time, and whether that is a time of day, too."""

    wall: datetime
    has_clock: bool


async def reminder_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time in a text, at its beginning or its end, and the rest; None if there is none.

    A clock on the wall shows `now`. Raises ReminderRefused if it isn't clear where the time ends.
    """
    text = _ME.sub("", text, count=1) if _ME.match(text) else text
    if found := time_in(text, now):
        _check_end(*found, now)
        return found[0], _TO.sub("", found[1], count=1) if _TO.match(found[1]) else found[1]
    words = (_TO.sub("", text, count=1) if _TO.match(text) else text).split()
    for place in range(1, len(words)):
        found = time_in(" ".join(words[place:]), now)
        if found:
            _check_end(*found, now)
        if found and not found[1]:
            return found[0], " ".join(words[:place])
    return await asyncio.to_thread(_foreign, words, now)


def _check_end(said: Said, rest: str, now: datetime) -> None:
    """Raise ReminderRefused if the words after a time begin with what may belong to it, as "and 20" or "the 13th"."""
    several = rest.casefold().split()
    after_and = several[1:] if several and several[0] in _AND else []
    names_more = after_and and (after_and[0][0].isdecimal() or time_in(" ".join(after_and), now))
    found = _ORDINAL.match(rest)
    if (names_more or found) and not said.moment:
        words = found[0] if found else " ".join(rest.split()[:2])
        raise ReminderRefused(lambda: t(_UNCLEAR_END, words=words))


def time_of_words(words: str, now: datetime) -> tuple[Said, bool] | None:
    """Return the time that is in words, in English, and whether they say nothing else.

    None if there is none, or what stands beside it may change it.
    """
    several = words.strip(" .!?").casefold().split()
    for at in range(len(several)):
        if found := time_in(" ".join(several[at:]), now):
            said, rest = found[0], [*several[:at], *found[1].split()]
            break
    else:
        return None
    if all(it.strip(",;") in english.FILLERS for it in rest):
        return said, True
    is_day = bool(said.dates or said.moment or said.rule) and several[at] not in _ABBREVIATED
    is_bounded = bool(said.rule) and "in" in rest
    is_changed = is_bounded or any(english.bears_on_time(it.strip(",;")) for it in rest)
    return (said, False) if is_day and not is_changed else None


def time_spoken(words: str, now: datetime) -> Said | None:
    """Return the time that words are, in the language spoken now; None in English, and if they are none."""
    return None if language() == DEFAULT else _meant(words, now)


async def objection(words: str, wall: datetime, rule: str, now: datetime, zone: str = INSTANT) -> str:
    """Return in a sentence how a wall time of a zone and a rule differ from words for them; empty if they don't.

    Words that can't be read are taken to agree.
    """
    if found := time_of_words(words, now):
        return _difference(words, found[0], wall, rule, now, zone)
    readings = await asyncio.to_thread(_readings, words, now)
    if not readings or any(_agree(read, wall) for read in readings):
        return ""
    return _differ(words, readings[0].wall, wall, has_clock=readings[0].has_clock)


def says(words: str, wall: datetime, rule: str, now: datetime, zone: str = INSTANT) -> bool:
    """Tell whether words can be read, and mean a wall time of a zone and a rule, and nothing else."""
    found = time_of_words(words, now)
    try:
        return found is not None and found[1] and not _difference(words, found[0], wall, rule, now, zone)
    except ReminderRefused:
        return False


def moment_in(words: str, now: datetime) -> datetime | None:
    """Return the wall time of words such as "in 20 seconds", None for others."""
    found = time_of_words(words, now)
    return found[0].moment if found else None


def _difference(words: str, said: Said, wall: datetime, rule: str, now: datetime, zone: str) -> str:
    """Return how a time and a rule differ from what was said. Raises ReminderRefused if that has passed."""
    if bool(said.rule) == bool(rule) and not said.fits(wall, now):
        return _differ(words, said.wall(now), wall)
    if not repeats_as(said, rule, wall, zone):
        return f"“{one_line(words)}” means {said.rrule or 'once'}, but the rule given is {rule or 'none'}."
    return ""


def _differ(words: str, meant: datetime, given: datetime, *, has_clock: bool = True) -> str:
    is_said, is_given = (f"{it:%A, %d %B %Y}{f', {it:%H:%M}' if has_clock else ''}" for it in (meant, given))
    return f"“{one_line(words)}” is {is_said}, but the time given is {is_given}."


def _agree(read: Read, wall: datetime) -> bool:
    same_day = read.wall.date() == wall.date()
    return same_day and (not read.has_clock or (read.wall.hour, read.wall.minute) == (wall.hour, wall.minute))


def _foreign(words: Sequence[str], now: datetime) -> tuple[Said, str] | None:
    """Return the longest time that some words begin with, in another language, and the words after it."""
    for length in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        if said := _meant(" ".join(words[:length]), now):
            return said, " ".join(words[length:])
    return None


def _meant(words: str, now: datetime) -> Said | None:
    """Return the time that words are in another language, None if they are none."""
    for read in _readings(words, now)[:1]:
        figures = [] if read.has_clock else _FIGURE.findall(words)
        if words.isdecimal() or any(int(it) != read.wall.day for it in figures):
            continue  # a number of something else
        return Said(dates=(read.wall.date(),), clock=read.wall.time() if read.has_clock else None)
    return None


def _readings(words: str, now: datetime) -> list[Read]:
    """Return what words may mean, in the language spoken now if they mean anything in it, else in any.

    Days and months in figures may come in either order.
    """
    if language() in LANGUAGES and language() != DEFAULT and (own := _readings_in([language()], words, now)):
        return own
    return _readings_in(LANGUAGES, words, now)


def _readings_in(languages: Sequence[str], words: str, now: datetime) -> list[Read]:
    from dateparser.date import DateDataParser  # noqa: PLC0415 - only those who use another language need it

    words = _HOUR.sub(lambda found: f"{int(found[1]):02}:{found[2] or '00'}", words)
    readings: dict[datetime, Read] = {}
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
        if data.date_obj and data.period in _DAY:
            wall = data.date_obj.replace(tzinfo=None, microsecond=0)
            readings.setdefault(wall, Read(wall, data.period == _WHOLE))
    return list(readings.values())
