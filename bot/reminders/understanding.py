"""Times in words: what they mean, and whether the model understood them alike."""

import asyncio
import re
from datetime import datetime
from itertools import islice, zip_longest
from typing import Final

from bot.errors import ReminderRefused
from bot.language import DEFAULT, language, mark, t
from bot.reminders import english_words as english
from bot.reminders import foreign
from bot.reminders.english import time_in
from bot.reminders.foreign_words import BEFORE_HOURS, NAMES
from bot.reminders.leftover import unclear_after, unclear_before, without_to
from bot.reminders.rules import scheduled
from bot.reminders.said import Said
from bot.reminders.schedule import parts, walls
from bot.values.reminders import INSTANT
from bot.values.text import one_line

_ABBREVIATED: Final = frozenset(it for it in english.DAYS if len(it) == len("mon"))
"""Names of days that are other words in other languages."""
_ME: Final = re.compile(r"(?:remind\s+)?me\s+", re.IGNORECASE)
_COMPARED: Final = 1_000
"""Times of two rules that are compared, from their first one on."""
_DATE: Final = len("20261231")
_UNCLEAR_END: Final = mark(
    "Does “{words}” belong to the time? Name one day and one time, or put a colon between the time and the text. "
    "For example:"
)


async def reminder_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time in a text, at its beginning or its end, and the rest; None if there is none.

    A clock on the wall shows `now`. Raises ReminderRefused if it isn't clear where the time ends.
    """
    text = _ME.sub("", text, count=1) if _ME.match(text) else text
    if found := time_in(text, now) or time_in("in " + text, now):
        _check(unclear_after(*found))
        return found[0], without_to(found[1])
    words = without_to(text).split()
    for place in range(1, len(words)):
        found = time_in(" ".join(words[place:]), now)
        if found:
            _check(unclear_after(*found) or unclear_before(words[:place]))
        if found and not found[1]:
            return found[0], " ".join(words[:place])
    read = await asyncio.to_thread(foreign.time_in, words, now)
    if read:
        _check(unclear_after(*read, NAMES, BEFORE_HOURS))
    return (read[0], without_to(read[1])) if read else None


def _check(unclear: str) -> None:
    """Raise ReminderRefused if words may belong to a time."""
    if unclear:
        raise ReminderRefused(lambda: t(_UNCLEAR_END, words=unclear))


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
    return None if language() == DEFAULT else foreign.meant(words, now)


async def objection(words: str, wall: datetime, rule: str, now: datetime, zone: str = INSTANT) -> str:
    """Return in a sentence how a wall time of a zone and a rule differ from words for them; empty if they don't.

    Words that can't be read are taken to agree.
    """
    if found := time_of_words(words, now):
        return _difference(words, found[0], wall, rule, now, zone)
    readings = await asyncio.to_thread(foreign.readings, words, now)
    if not readings or any(read.agrees(wall) for read in readings):
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
    if said.zone and said.zone != zone:
        return f"“{one_line(words)}” is in the zone {said.zone}. Give the time there, and the zone."
    if bool(said.rule) == bool(rule) and not said.fits(wall, now):
        return _differ(words, said.wall(now), wall)
    if not repeats_as(said, rule, wall, zone):
        return f"“{one_line(words)}” means {said.rrule or 'once'}, but the rule given is {rule or 'none'}."
    return ""


def _differ(words: str, meant: datetime, given: datetime, *, has_clock: bool = True) -> str:
    is_said, is_given = (f"{it:%A, %d %B %Y}{f', {it:%H:%M}' if has_clock else ''}" for it in (meant, given))
    return f"“{one_line(words)}” is {is_said}, but the time given is {is_given}."


def repeats_as(said: Said, rule: str, wall: datetime, zone: str) -> bool:
    """Tell whether a rule that begins at a wall time of a zone comes and ends as was said."""
    if not said.rule or not rule:
        return not said.rule and not rule
    try:
        meant, given = (scheduled(wall, zone, it) for it in (said.rrule, rule))
    except ReminderRefused:
        return False
    ends, is_given = (parts(it.rule).get("UNTIL", "")[:_DATE] for it in (meant, given))
    if bool(ends) != bool(is_given):
        return False
    times = [list(islice(walls(it.rule, it.wall, it.wall), _COMPARED)) for it in (meant, given)]
    is_cut = len(times[0]) == _COMPARED
    return all(one == other for one, other in zip_longest(*times)) and (not is_cut or ends == is_given)
