"""English words for times."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar
from unicodedata import decimal

from bot.features.reminders.schedule import DAYS as CODES
from bot.features.reminders.times.said import DayPart

V = TypeVar("V")


def _by_name(values: Iterable[V], names: str) -> dict[str, V]:
    """Return values by their names, which commas part from those of the next value."""
    return {name: value for value, several in zip(values, names.split(","), strict=True) for name in several.split()}


DAYS: Final = _by_name(
    CODES, "monday mon, tuesday tue tues, wednesday wed, thursday thu thur thurs, friday fri, saturday sat, sunday sun"
)
MONTHS: Final = _by_name(
    range(1, 13),
    "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept,"
    "october oct, november nov, december dec",
)
PARTS: Final = _by_name(DayPart, "morning, noon midday, afternoon, evening, night")
_ONES: Final = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
    """.split()  # noqa: SIM905 - easier to read
TENS: Final = _by_name(range(20, 100, 10), "twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety")
NUMBERS: Final = {
    **{name: number for number, name in enumerate(_ONES)},
    "a": 1,
    "an": 1,
    "couple": 2,
    **TENS,
    **{f"{tens}-{_ONES[one]}": number + one for tens, number in TENS.items() for one in range(1, 10)},
}
UNITS: Final = _by_name(
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    "s sec secs second seconds, m min mins minute minutes, h hr hrs hour hours, d day days, w week weeks, month months,"
    "year years",
)
FREQUENCIES: Final = _by_name(
    ("MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"), "minutes, hours, days, weeks, months, years"
)
ADVERBS: Final = _by_name(
    ("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"), "hourly, daily, weekly, monthly, yearly annually"
)
WEEKDAYS: Final = "MO,TU,WE,TH,FR"
CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(am|pm|a\.m\.|p\.m\.)?")
AMOUNT: Final = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?)([a-z]+)")
SHORT: Final = re.compile(rf"(?:{AMOUNT.pattern})+")
FIGURE: Final = re.compile(r"([0-9]{1,6}(?:[.,][0-9]{1,2})?)(½)?|½")
SLASHED: Final = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?")
DAY_MONTH: Final = re.compile(r"(\d{1,2})-?([a-z]+)")
OFFSET: Final = re.compile(r"(?:utc|gmt)(?:([+-])0?(\d{1,2})(?::?00)?)?")
ISO: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:t(\d\d:\d\d(?::\d\d)?))?")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?")
ORDINAL: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
NUMBER: Final = re.compile(r"(\d{1,2})\.?")
COUNT: Final = re.compile(r"[0-9]{1,6}")

_NTH: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "last": -1}
FILLERS: Final = frozenset("a an at for in just me oh ok okay on please remind thanks the then to um well".split())  # noqa: SIM905 - easier to read
"""Words beside a time that don't change it."""
_CHANGING: Final = frozenset(
    """
    after ago and before beginning between but by during each end ending every except excluding first from half if
    last later less middle minus more next not of once only or other past plus previous quarter second since skip
    skipping start starting than third through till times twice unless until when while without within
    """.split()  # noqa: SIM905 - easier to read
)


def plain(word: str) -> str:
    """Return a word in small letters, without marks at its end, with the digits of any script as 0 to 9."""
    word = word.casefold()
    if not word.isascii():
        word = "".join(str(decimal(it, it)) for it in word)
    word = word.strip(",;:")
    return word[:-1] if word.endswith(".") and word[:-1].isalpha() else word


def nth(word: str) -> int | None:
    """Return the number that an ordinal is, -1 for the last; None if it is none."""
    found = ORDINAL.fullmatch(word)
    if found is None:
        return _NTH.get(word)
    return int(found[1]) if int(found[1]) in range(1, 32) else None


def bears_on_time(word: str) -> bool:
    """Tell whether a word beside a time may change it."""
    names = (UNITS, DAYS, MONTHS, PARTS, ADVERBS, NUMBERS, _CHANGING)
    is_named = any(word in several or word.removesuffix("s") in several for several in names)
    return (is_named and word not in {"a", "an"}) or any(map(str.isdigit, word))


class Words:
    """Words of a text, of which a reader looks at some place."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def _word(self, at: int) -> str:
        """Return the word at a place; empty after the last one."""
        return self._words[at] if at < len(self._words) else ""
