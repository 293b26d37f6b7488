"""What a look at a database tells, beyond what the doctor's own tests see."""

import pytest

from bot.database.check import DatabaseState, look, place
from bot.errors import StartError


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql+psycopg://me:hunter2@db.example:6432/memories?sslmode=require", "db.example:6432/memories"),
        ("postgresql+psycopg://me:hunter2@db.example/memories", "db.example/memories"),
        ("postgresql+psycopg://me@/memories?host=/run/postgresql&password=hunter2", "/run/postgresql/memories"),
        ("postgresql+psycopg:///memories", "this machine/memories"),
        ("postgresql+psycopg:///memories?host=one&host=two", "one, two/memories"),
    ],
)
def test_a_place_holds_nothing_secret(url: str, told: str) -> None:
    assert place(url) == told


def test_an_address_that_cannot_be_read_is_not_quoted() -> None:
    with pytest.raises(StartError) as raised:
        place("postgresql+psycopg://me:hunter2@host:port/memories")
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(("major", "is_too_old"), [(14, True), (15, False), (18, False)])
def test_postgresql_15_is_the_oldest(major: int, *, is_too_old: bool) -> None:
    state = DatabaseState(
        version=f"{major}.1",
        major=major,
        revision="0001",
        newest_revision="0001",
        knows_revision=True,
        is_read_only=False,
        may_write=True,
    )
    assert state.is_too_old is is_too_old


async def test_a_migrated_database_is_seen_as_it_is(database_url: str) -> None:
    state = await look(database_url)
    assert (state.version, state.major) == ("18.4", 18)
    assert state.revision == state.newest_revision
    assert state.knows_revision
    assert state.may_write
    assert not state.is_read_only
