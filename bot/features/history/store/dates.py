"""Days and months that a query names. Pure."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

_LANGUAGES: Final = ("en", "de", "es", "fr", "it", "pt", "ru", "uk", "tr", "ar", "hi")
"""Languages whose names of months are known; Chinese and Japanese number them."""
_ISO: Final = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?\b")
_NUMBERED: Final = re.compile(r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?")


@lru_cache
def _months() -> dict[str, int]:
    """Return the number of each month by its names in lower case."""
    from babel.dates import get_month_names  # noqa: PLC0415 - many chats never name a month

    return {
        name.lower(): number
        for language in _LANGUAGES
        for context in ("format", "stand-alone")
        for number, name in get_month_names("wide", context=context, locale=language).items()
    }


@lru_cache
def _named() -> re.Pattern[str]:
    """Return the pattern of a month with its year, perhaps with a day before or after it."""
    names = "|".join(map(re.escape, sorted(_months(), key=len, reverse=True)))
    return re.compile(
        rf"(?:\b(?P<before>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+|de\s+)?)?\b(?P<name>{names})\b"
        r"(?:\s+(?P<after>\d{1,2})(?:st|nd|rd|th)?\b)?(?:,|\s+de|\s+del)?\s+(?P<year>\d{4})\b"
    )


def periods(words: str) -> list[tuple[datetime, datetime]]:
    """Return the days and months in UTC that a text names with their year: beginning, and end exclusive."""
    text = words.lower()
    dates = [(it["year"], int(it["month"]), it["day"]) for way in (_ISO, _NUMBERED) for it in way.finditer(text)]
    dates += [(it["year"], _months()[it["name"]], it["before"] or it["after"]) for it in _named().finditer(text)]
    return [period for date in dates if (period := _period(*date))]


def _period(year: str, month: int, day: str | None) -> tuple[datetime, datetime] | None:
    """Return a day, or a month without one; None if there is no such day."""
    try:
        begins = datetime(int(year), month, int(day or 1), tzinfo=UTC)
        if day:
            return begins, begins + timedelta(days=1)
        return begins, datetime(int(year) + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
