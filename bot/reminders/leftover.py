"""Words beside a time that may belong to it: where a time ends is asked back, not guessed. Pure."""

import re
from collections.abc import Set as AbstractSet
from typing import Final

from bot.reminders import english_words as english
from bot.reminders.english import Amounts
from bot.reminders.said import Said
from bot.zones import zone_of_city

_TO: Final = re.compile(r"(?:me\s+)?(?:to|that|about|of|:|-|\u2013)\s+", re.IGNORECASE)
_TIMED: Final = re.compile(r"\d{1,4}(?:[:.,/]\d|[-\u2013]\d|h\d*$|[ap]m?\b)|[+-]\d\d?:\d")
"""The beginning of a word that can hardly be anything but a time."""
_ADDS: Final = frozenset({*"and or & + to at @ around between from until till -".split(), "\u2013"})
"""Words between a time and one more, which may be a bare number."""
_BOUNDS_NUMBER: Final = {"after", "before", "by"}
_JOINS: Final = (
    _ADDS
    | _BOUNDS_NUMBER
    | frozenset("about but each ending every except in last next not of on starting the this".split())
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
    "today tomorrow tonight half quarter midnight am pm o'clock weekend weekday weekdays times fortnight".split()
)
_ZONES: Final = frozenset(
    "aedt aest bst cest cet cdt cst edt eest eet est et gmt hkt ist jst kst mdt msk mst pdt pst pt sgt utc".split()
)
"""Short names of zones: many mean several."""


def without_to(text: str) -> str:
    """Return a text without a word that ends the time before it, such as "to"."""
    return _TO.sub("", text, count=1) if _TO.match(text) else text


def unclear_after(
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


def unclear_before(words: list[str]) -> str:
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
