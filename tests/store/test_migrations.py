from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from bot.store.backup import FUNCTIONS
from bot.store.engine import Database
from bot.store.migrate import alembic_config, newest_revision, upgrade


def tables(url: str) -> set[str]:
    """Return the names of a database's tables."""
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names


def test_models_and_migrations_agree_up_down_and_up_again(empty_url: str) -> None:
    config = alembic_config(empty_url)
    upgrade(empty_url)
    command.check(config)
    all_of_them = tables(empty_url)
    assert newest_revision() == ScriptDirectory.from_config(config).get_current_head()
    command.downgrade(config, "base")
    assert tables(empty_url) == {"alembic_version"}
    for _ in range(2):  # the second one has nothing to do
        upgrade(empty_url)
        assert tables(empty_url) == all_of_them > {"agent_memories", "agent_memory_versions", "agent_conversations"}


async def test_a_restore_knows_all_functions_that_migrations_make(database: Database) -> None:
    made = text("""
        SELECT proname FROM pg_proc
        WHERE pronamespace = CAST(current_schema() AS regnamespace)
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    """)
    async with database.transaction() as tx:
        assert set(await tx.connection.scalars(made)) == set(FUNCTIONS)
