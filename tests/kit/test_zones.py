"""The zone of the user who is served decides which time a clock shows."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit.zones import OwnersZone, in_zone, present, set_zone

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@given(at=st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2037, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - bounds
def test_it_shows_what_the_zone_shows(at: datetime) -> None:
    zone = OwnersZone(BERLIN)
    for name in (None, "America/New_York", "Asia/Kolkata"):
        with in_zone(name):
            expected, shown = at.astimezone(ZoneInfo(name) if name else BERLIN), at.astimezone(zone)
            assert (shown.isoformat(), shown.fold) == (expected.isoformat(), expected.fold)
            assert shown.astimezone(UTC) == at
            assert (shown.tzname(), shown.dst()) == (expected.tzname(), expected.dst())


@pytest.mark.usefixtures("_in_tokyo")
def test_without_a_host_s_zone_it_is_the_machine_s() -> None:
    assert NOON.astimezone(OwnersZone(None)).isoformat() == NOON.astimezone().isoformat()


@pytest.fixture
def _in_tokyo(monkeypatch: pytest.MonkeyPatch) -> None:
    import time  # noqa: PLC0415 - only here

    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()


def test_a_zone_ends_with_its_block() -> None:
    with in_zone("Asia/Tokyo"):
        set_zone("Europe/Berlin")
        assert present() == BERLIN
    assert present() is None


def test_a_zone_has_the_name_of_its_owners_else_of_the_hosts() -> None:
    with in_zone("Asia/Tokyo"):
        assert OwnersZone(BERLIN).key == "Asia/Tokyo"
    assert OwnersZone(BERLIN).key == BERLIN.key
    assert OwnersZone(None).key == ""
