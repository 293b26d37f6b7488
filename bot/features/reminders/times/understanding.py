"""Times in words: what they mean, where they end, and whether the model understood them alike. Nothing is guessed."""

import asyncio
import re
from collections.abc import Set as AbstractSet
from datetime import datetime
from itertools import islice, zip_longest
from typing import Final

from bot.features.reminders.schedule import parts, scheduled, walls
from bot.features.reminders.times import english_days as english
from bot.features.reminders.times import foreign
from bot.features.reminders.times.english import Amounts, time_in
from bot.features.reminders.times.said import Said
from bot.features.reminders.values import INSTANT
from bot.kit.errors import ReminderRefused
from bot.kit.language import DEFAULT, language, mark, t
from bot.kit.text import one_line
from bot.kit.zones import zone_of_city

_ABBREVIATED: Final = frozenset(it for it in english.DAYS if len(it) == len("mon"))
"""Names of days that are other words in other languages."""
_ME: Final = re.compile(r"(?:remind\s+)?me\s+", re.IGNORECASE)
_COMPARED: Final = 1_000
"""Times of two rules that are compared, from their first one on."""
_UNCLEAR_END: Final = mark(
    "Does “{words}” belong to the time? Name one day and one time, or put a colon between the time and the text. "
    "For example:"
)
_TO: Final = re.compile(r"(?:me\s+)?(?:to|that|about|of|:|-|\u2013)\s+", re.IGNORECASE)
_TIMED: Final = re.compile(r"\d{1,4}(?:[:.,/]\d|[-\u2013]\d|h\d*$|[ap]m?\b)|[+-]\d\d?:\d")
"""The beginning of a word that can hardly be anything but a time."""
_ADDS: Final = frozenset({*"and or & + to at @ around between from until till -".split(), "\u2013"})  # noqa: SIM905 - easier to read
"""Words between a time and one more, which may be a bare number."""
_BOUNDS_NUMBER: Final = {"after", "before", "by"}
_JOINS: Final = (
    _ADDS
    | _BOUNDS_NUMBER
    | frozenset("about but each ending every except in last next not of on starting the this".split())  # noqa: SIM905 - easier to read
)
_MOST_JOINS: Final = 3
_LIMITS: Final = {"except", "excluding", "until", "till", "unless"}
"""Words that limit a rule, whatever comes after them."""
_RELATIVE: Final = {"after", "before", "during", "past", "within"}
"""Words that make another time of a day, whatever comes after them."""
_CHANGES: Final = {"ago", "exactly", "later", "or", "past", "sharp"}
"""Words that change the time before them, whatever comes after them."""
_ARTICLES: Final = {"a", "an", "couple"}
"""Numbers that are also other words."""
_BEFORE: Final = {"after", "before", "between", "each", "every", "half", "past", "quarter", "than", "till", "until"}
"""Words that change the time after them."""
_CITY_WORDS: Final = 3
_NAMES: Final = frozenset(
    "today tomorrow tonight half quarter midnight am pm o'clock weekend weekday weekdays times fortnight".split()  # noqa: SIM905 - easier to read
)
_ZONES: Final = frozenset(
    "aedt aest bst cest cet cdt cst edt eest eet est et gmt hkt ist jst kst mdt msk mst pdt pst pt sgt utc".split()  # noqa: SIM905 - easier to read
)
"""Short names of zones: many mean several."""


async def reminder_in(text: str, now: datetime) -> tuple[Said, str] | None:
    """Return the time at the beginning or the end of a text, and the rest. Raises ReminderRefused if it isn't clear."""
    text = _ME.sub("", text, count=1) if _ME.match(text) else text
    if found := time_in(text, now) or time_in("in " + text, now):
        _check(_unclear_after(*found))
        return found[0], _without_to(found[1])
    words = _without_to(text).split()
    for place in range(1, len(words)):
        found = time_in(" ".join(words[place:]), now)
        if found:
            _check(_unclear_after(*found) or _unclear_before(words[:place]))
        if found and not found[1]:
            return found[0], " ".join(words[:place])
    read = await asyncio.to_thread(foreign.time_in, words, now)
    if read:
        _check(_unclear_after(*read, foreign.NAMES, foreign.BEFORE_HOURS))
    return (read[0], _without_to(read[1])) if read else None


def _check(unclear: str) -> None:
    """Raise ReminderRefused if words may belong to a time."""
    if unclear:
        raise ReminderRefused(lambda: t(_UNCLEAR_END, words=unclear))


def time_of_words(words: str, now: datetime) -> tuple[Said, bool] | None:
    """Return the time in English words, if nothing beside it may change it, and whether they say nothing else."""
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
    """Return how a wall time and a rule differ from words for them; empty if they don't, or can't be read."""
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
    ends, is_given = (parts(it.rule).get("UNTIL", "")[:8] for it in (meant, given))
    if bool(ends) != bool(is_given):
        return False
    times = [list(islice(walls(it.rule, it.wall, it.wall), _COMPARED)) for it in (meant, given)]
    is_cut = len(times[0]) == _COMPARED
    return all(one == other for one, other in zip_longest(*times)) and (not is_cut or ends == is_given)


def _without_to(text: str) -> str:
    """Return a text without a word that ends the time before it, such as "to"."""
    return _TO.sub("", text, count=1) if _TO.match(text) else text


def _unclear_after(
    said: Said, rest: str, names: AbstractSet[str] = frozenset(), joins: AbstractSet[str] = frozenset()
) -> str:
    """Return the words at the beginning of a rest that may belong to the time before it; empty if none may.

    `names` are words that do in another language, `joins` those that may stand between a day and its hour there.
    """
    shown = rest.split()
    words = [english.plain(it).rstrip(".!?") or it for it in shown]
    begin = next((at for at, it in enumerate(words[:_MOST_JOINS]) if it not in _JOINS), _MOST_JOINS)
    is_open = not (said.clock or said.moment or said.repeats_lapses)
    if begin >= len(words) or _to_ends(words, is_open=is_open):
        return ""
    if is_open and words[0] in joins:
        return " ".join(shown[:3])
    if _changes(said, words, is_open=is_open) or not names.isdisjoint(words[:2]):
        return " ".join(shown[:2])
    before, word, following = words[:begin], words[begin], words[begin + 1] if begin + 1 < len(words) else ""
    is_added = not _ADDS.isdisjoint(before) or bool(before and before[-1] in _BOUNDS_NUMBER)
    is_figure = word.isdecimal() or (bool(names) and word[0].isdecimal())
    may_belong = (
        _is_zone(said, before, words[begin:])
        or _TIMED.match(word)
        or (is_added and (word[0].isdecimal() or english.NUMBERS.get(word)))
        or (is_figure and (is_open or _is_unit(following) or (names and said.clock)))
        or (_is_number(word, before) and (is_open or _is_unit(following) or (said.clock and not before)))
        or ((is_added or not said.moment) and (_is_ordinal(word, before, following) or _is_named(word)))
    )
    return " ".join(shown[: begin + 1]) if may_belong else ""


def _unclear_before(words: list[str]) -> str:
    """Return the last of the words before a time if it may change it; else nothing."""
    last = words[-1:]
    if last and english.plain(last[0]) in _BEFORE:
        return last[0]
    several = [english.plain(it) for it in words[-2:]]
    is_to = len(several) > 1 and several[1] == "to" and (several[0].isdecimal() or several[0] in english.NUMBERS)
    return " ".join(words[-2:]) if is_to else ""


def _to_ends(words: list[str], *, is_open: bool) -> bool:
    """Tell whether "to", "about" and their like end the time; not "9 to 10", nor "tomorrow about 9"."""
    word, following = words[0], words[1] if len(words) > 1 else ""
    is_number = following[:1].isdecimal()
    if word in {"to", "-", "\u2013"}:
        return following not in english.DAYS and (is_open or not is_number)
    return word in {"that", ":"} or (word == "about" and not (is_open and is_number))


def _changes(said: Said, words: list[str], *, is_open: bool) -> bool:
    """Tell whether the first word changes the time before it, whatever comes after it."""
    if said.rule and (words[0] in _LIMITS or (words[0] == "for" and Amounts(words).amount(1))):
        return True
    return words[0] in _CHANGES or (is_open and (words[0] in _RELATIVE or words[0] == "next"))


def _is_number(word: str, before: list[str]) -> bool:
    """Tell whether a word is a number; "a" is one only after another word, such as "in"."""
    return word in english.NUMBERS and (bool(before) or word not in _ARTICLES)


def _is_named(word: str) -> bool:
    """Tell whether a word is the name of a day, a month, a unit or a part of a day."""
    names = (english.DAYS, english.MONTHS, english.PARTS, english.UNITS, _NAMES)
    several = {word, word.removesuffix("s"), word.removesuffix("'s")}
    return len(word) > 1 and any(it in known for it in several for known in names)


def _is_unit(word: str) -> bool:
    """Tell whether a word after a number makes that one of a time."""
    return word in english.UNITS or word in english.MONTHS or word in {"am", "pm", "times"}


def _is_ordinal(word: str, before: list[str], following: str) -> bool:
    """Tell whether a word is "13th", or "first" where it may be that of a month."""
    if english.ORDINAL.fullmatch(word):
        return True
    is_of = following == "of" or following in english.DAYS
    return english.nth(word) is not None and (is_of or bool({"on", "of", "and", "every"}.intersection(before)))


def _is_zone(said: Said, before: list[str], words: list[str]) -> bool:
    """Tell whether words after a time of day may name a zone: "EST", "in Tokyo", "Mumbai time"."""
    if not said.clock or said.zone or (before and before != ["in"]):
        return False
    if english.OFFSET.match(words[0]) or words[0] in _ZONES or "time" in words[1 : _CITY_WORDS + 1]:
        return True
    return any(zone_of_city(" ".join(words[:count])) for count in range(1, _CITY_WORDS + 1))
