import pytest
from alembic import command
from alembic.config import Config
from psycopg import sql
from sqlalchemy import create_engine, inspect, text

from bot.database.backup.schema import FUNCTIONS
from bot.database.engine import Database
from bot.database.migrate import alembic_config, upgrade
from tests.databases import administration


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


async def test_a_restore_knows_all_functions_that_migrations_make(database: Database) -> None:
    made = text("""
        SELECT proname FROM pg_proc
        WHERE pronamespace = CAST(current_schema() AS regnamespace)
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    """)
    async with database.transaction() as tx:
        assert set(await tx.connection.scalars(made)) == set(FUNCTIONS)


LEFT_OPEN = """
INSERT INTO agent_conversations (id, bot_id, user_id, chat_id, system_prompt, tools, started_at, last_message_at)
VALUES ('{c}', 1, 1, 1, '', '[]', now(), now());
INSERT INTO agent_turns (id, conversation_id, state, created_at) VALUES ('{failed}', '{c}', 'failed', now()),
    ('{running}', '{c}', 'running', now());
INSERT INTO agent_messages (turn_id, position, kind, content, tool_calls, call_id, created_at) VALUES
    ('{failed}', 1, 'user', 'one', NULL, NULL, now()),
    ('{failed}', 2, 'assistant', '', '[{{"id": "a"}}, {{"id": "b"}}, {{"id": "c"}}]', NULL, now()),
    ('{failed}', 3, 'tool', 'done', NULL, 'a', now()),
    ('{failed}', 4, 'user', 'two', NULL, NULL, now()),
    ('{failed}', 5, 'assistant', '', '[{{"id": "d"}}]', NULL, now()),
    ('{running}', 1, 'assistant', '', '[{{"id": "e"}}]', NULL, now());
INSERT INTO agent_words (turn_id, position, said_at, words)
SELECT turn_id, position, created_at, '' FROM agent_messages WHERE kind = 'user';
INSERT INTO agent_message_vectors (turn_id, position) SELECT turn_id, position FROM agent_words;
"""


def test_calls_that_an_older_release_left_without_a_result_get_one(empty_url: str, config: Config) -> None:
    """Each behind its message, in its order; a turn that runs still runs its own."""
    ids = {
        name: f"00000000-0000-7000-8000-00000000000{number}" for number, name in enumerate(("c", "failed", "running"))
    }
    command.upgrade(config, "0011")
    with administration(empty_url) as connection:
        connection.execute(LEFT_OPEN.format(**ids).encode())
    upgrade(empty_url)
    with administration(empty_url) as connection:
        said = connection.execute(
            "SELECT position, coalesce(call_id, kind) FROM agent_messages ORDER BY turn_id, position"
        )
        assert said.fetchall() == [
            *enumerate(["user", "assistant", "a", "b", "c", "user", "assistant", "d"], 1),
            (1, "assistant"),
        ]
        for table in ("agent_words", "agent_message_vectors"):
            moved = connection.execute(sql.SQL("SELECT position FROM {} ORDER BY 1").format(sql.Identifier(table)))
            assert moved.fetchall() == [(1,), (6,)]
