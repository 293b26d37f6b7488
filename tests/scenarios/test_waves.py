"""While models fail in waves, no turn shows a failure, and each has its effect once."""

from pathlib import Path

from tests.waves import Wave, sail


async def test_no_turn_shows_a_failure_and_each_has_its_effect_once(database_url: str, tmp_path: Path) -> None:
    voyage = await sail(database_url, tmp_path, 24)
    assert voyage.problems == []
    assert set(voyage.strikes) == set(Wave)
