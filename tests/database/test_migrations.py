from collections.abc import Iterator

import pytest
from alembic import command
from alembic.config import Config
from psycopg import sql
from sqlalchemy import create_engine, inspect, make_url

from bot.database.migrate import alembic_config, upgrade
from tests.conftest import administration


@pytest.fixture
def empty_url(server_url: str) -> Iterator[str]:
    """The address of a database without any table."""
    name = sql.Identifier("test_migrations")
    with administration(server_url) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        yield make_url(server_url).set(database="test_migrations").render_as_string(hide_password=False)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@pytest.fixture
def config(empty_url: str) -> Config:
    """Alembic's configuration for that database."""
    return alembic_config(empty_url)


def tables(url: str) -> set[str]:
    """Return the names of a database's tables."""
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names


def test_models_and_migrations_agree(empty_url: str, config: Config) -> None:
    upgrade(empty_url)
    command.check(config)


def test_up_down_and_up_again(empty_url: str, config: Config) -> None:
    upgrade(empty_url)
    all_of_them = tables(empty_url)
    command.downgrade(config, "base")
    assert tables(empty_url) == {"alembic_version"}
    upgrade(empty_url)
    assert tables(empty_url) == all_of_them > {"agent_memories", "agent_memory_versions", "agent_conversations"}


def test_an_upgrade_with_nothing_to_do_changes_nothing(empty_url: str) -> None:
    upgrade(empty_url)
    before = tables(empty_url)
    upgrade(empty_url)
    assert tables(empty_url) == before
