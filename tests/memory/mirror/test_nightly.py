"""When the copy is made: at three by the wall's clock, in summer and in winter."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.memory.mirror.nightly import next_night


@pytest.mark.parametrize(
    ("now", "at"),
    [
        ("2026-11-25T01:59", "2026-11-25T02:00"),
        ("2026-11-25T02:00", "2026-11-26T02:00"),
        ("2026-11-25T22:00", "2026-11-26T02:00"),
        ("2027-03-28T00:30", "2027-03-28T01:00"),
        ("2027-06-25T12:00", "2027-06-26T01:00"),
    ],
)
def test_the_next_night_begins_at_three_in_berlin(now: str, at: str) -> None:
    moments = [datetime.fromisoformat(it).replace(tzinfo=UTC) for it in (now, at)]
    assert next_night(moments[0], ZoneInfo("Europe/Berlin")) == moments[1]
