"""What a look at a database tells, beyond what the doctor's own tests see."""

import pytest

from bot.kit.errors import StartError
from bot.store.check import look, place


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql+psycopg://me:hunter2@db.example:6432/memories?sslmode=require", "db.example:6432/memories"),
        ("postgresql+psycopg://me@/memories?host=/run/postgresql&password=hunter2", "/run/postgresql/memories"),
        ("postgresql+psycopg:///memories", "this machine/memories"),
    ],
)
def test_a_place_holds_nothing_secret(url: str, told: str) -> None:
    assert place(url) == told


def test_an_address_that_cannot_be_read_is_not_quoted() -> None:
    with pytest.raises(StartError) as raised:
        place("postgresql+psycopg://me:hunter2@host:port/memories")
    assert "hunter2" not in str(raised.value)


async def test_a_migrated_database_is_seen_as_it_is(database_url: str) -> None:
    state = await look(database_url)
    assert (state.version, state.major, state.is_too_old) == ("18.4", 18, False)
    assert state.revision == state.newest_revision
    assert state.knows_revision
    assert state.may_write
    assert not state.is_read_only
