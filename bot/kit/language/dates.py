"""Dates and numbers in the current language. English ones are written by the standard library alone."""

from collections.abc import Sequence
from datetime import date as Date  # noqa: N812 - `date` is what this module renders
from datetime import datetime, time
from typing import Final

from bot.kit.language.languages import DEFAULT, language

_SHORT_DAY: Final = "EEE"
_LONG_DAY: Final = "EEEE"


def number(count: float, *, decimals: int | None = None) -> str:
    """Return a number with the language's separators: "1,234", "1.234"; with so many `decimals`, or as it is."""
    if language() == DEFAULT:
        return f"{count:,}" if decimals is None else f"{count:,.{decimals}f}"
    from babel.numbers import format_decimal  # noqa: PLC0415 - whoever speaks English needs none of it

    pattern = None if decimals is None else f"#,##0.{'0' * decimals}"
    return str(format_decimal(count, pattern, locale=language()))


def date(at: Date, *, year: bool = True) -> str:
    """Return a day: "1 Dec 2026", or "1 Dec"."""
    if language() == DEFAULT:
        return f"{at.day} {at:%b %Y}" if year else f"{at.day} {at:%b}"
    from babel.dates import format_date, format_skeleton  # noqa: PLC0415 - as above

    return format_date(at, "medium", locale=language()) if year else format_skeleton("MMMd", at, locale=language())


def hours(at: datetime | time) -> str:
    """Return a time of day, by 24 hours: "09:30"."""
    return f"{at:%H:%M}"


def date_time(at: datetime) -> str:
    """Return a day with the time: "25 Nov 2026, 09:30"."""
    return f"{date(at)}, {hours(at)}"


def month(at: Date) -> str:
    """Return a month: "November 2026"."""
    if language() == DEFAULT:
        return f"{at:%B %Y}"
    from babel.dates import format_skeleton  # noqa: PLC0415 - as above

    return format_skeleton("yMMMM", at, locale=language())


def month_name(number: int) -> str:
    """Return the name of a month of the year, from 1: "November"."""
    at = Date(2000, number, 1)
    if language() == DEFAULT:
        return f"{at:%B}"
    from babel.dates import format_date  # noqa: PLC0415 - as above

    return format_date(at, "LLLL", locale=language())


def weekday(at: Date, *, short: bool = False) -> str:
    """Return the day of the week: "Wednesday", or "Wed"."""
    if language() == DEFAULT:
        return f"{at:%a}" if short else f"{at:%A}"
    from babel.dates import format_date  # noqa: PLC0415 - as above

    return format_date(at, _SHORT_DAY if short else _LONG_DAY, locale=language())


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: "a, b and c"."""
    if len(names) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(names)
    if language() == DEFAULT:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    from babel.lists import format_list  # noqa: PLC0415 - as above

    return format_list(list(names), locale=language())
