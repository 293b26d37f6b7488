"""Time zones by name, and that of the user who is served at the moment, which each task has of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, cached_property
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_OFFSETS: Final = ("Etc/GMT+", "Etc/GMT-")
"""Beginnings of zones whose sign is the opposite of the usual one: Etc/GMT+1 is an hour behind (IANA, etcetera)."""
_YEARS: Final = (1970, 9999)
"""Years between which days are read."""
_current: Final[ContextVar[ZoneInfo | None]] = ContextVar("zone", default=None)


def present() -> ZoneInfo | None:
    """Return the zone that the user has set, if any."""
    return _current.get()


def set_zone(name: str | None) -> None:
    """Be in a zone of the IANA database until the task ends; None is the host's."""
    _current.set(ZoneInfo(name) if name else None)


@contextmanager
def in_zone(name: str | None) -> Iterator[None]:
    """Be in a zone of the IANA database during the block; None is the host's."""
    token = _current.set(ZoneInfo(name) if name else None)
    try:
        yield
    finally:
        _current.reset(token)


def zones_named(name: str) -> list[str]:
    """Return the zone with a name, or those whose city has it or begins with it.

    Those with an offset are found only by their whole name.
    """
    wanted = name.casefold().replace(" ", "_")
    same = [it for it in _cities() if it.casefold() == wanted]
    of_city = [it for it, city in _cities().items() if city == wanted]
    return same or of_city or [it for it, city in _cities().items() if wanted and city.startswith(wanted)]


def zone_of_city(name: str) -> str:
    """Return the zone with exactly this name or city; empty if there is none, or several."""
    wanted = name.casefold().replace(" ", "_")
    found = [it for it, city in _cities().items() if wanted in {city, it.casefold()}]
    return found[0] if len(found) == 1 else ""


def day_begins(day: str, timezone: tzinfo | None) -> datetime:
    """Return the start of a day (YYYY-MM-DD) in `timezone` (None: the machine's own). Raises ValueError."""
    midnight = datetime.combine(date.fromisoformat(day), time(), tzinfo=timezone)
    if not _YEARS[0] < midnight.year < _YEARS[1]:
        raise ValueError(day)
    return midnight if timezone else midnight.astimezone()


@cache
def _cities() -> Mapping[str, str]:
    """Return all zones with their city in small letters; those with an offset have none."""
    known = sorted(it for it in available_timezones() if "/" in it or it == "UTC")
    return {it: "" if it.startswith(_OFFSETS) else it.rpartition("/")[2].casefold() for it in known}


class OwnersZone(tzinfo):
    """The zone of the user who is served, else the host's, else this machine's."""

    def __init__(self, hosts: ZoneInfo | None) -> None:
        self.hosts = hosts

    @property
    def key(self) -> str:
        """The zone's name; empty for this machine's."""
        return self._zone.key if self._zone else ""

    @cached_property
    def hosts_name(self) -> str:
        """The name of the host's zone, else of this machine's; UTC if that has none."""
        if self.hosts:
            return self.hosts.key
        from tzlocal import get_localzone_name  # noqa: PLC0415 - only those who ask for it need it

        try:
            return ZoneInfo(get_localzone_name()).key
        except Exception:  # noqa: BLE001 - whatever is wrong with the machine's settings
            return "UTC"

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        """Return the offset at a time of this zone."""
        return self._at(at).utcoffset() if at else None

    def dst(self, at: datetime | None) -> timedelta | None:
        """Return the offset's part for daylight saving."""
        return self._at(at).dst() if at else None

    def tzname(self, at: datetime | None) -> str | None:
        """Return the zone's abbreviation at a time."""
        return self._at(at).tzname() if at else None

    def fromutc(self, at: datetime) -> datetime:
        """Return a time of UTC, which is given with this zone, in this zone."""
        return at.replace(tzinfo=UTC).astimezone(self._zone).replace(tzinfo=self)

    @property
    def _zone(self) -> ZoneInfo | None:
        return present() or self.hosts

    def _at(self, at: datetime) -> datetime:
        return at.replace(tzinfo=self._zone) if self._zone else at.replace(tzinfo=None).astimezone()
