"""Each table says whose its rows are, so that none is left out of an erasure, an export or a backup."""

import pytest
from sqlalchemy import Table

from bot.app.features import FEATURES, METADATA
from bot.store.tables import Base, Whose


@pytest.mark.parametrize("table", METADATA.sorted_tables, ids=str)
def test_rows_that_are_no_owners_lead_to_none(table: Table) -> None:
    if table.info["of"] is Whose.CHAT:
        assert {"bot_id", "chat_id"}.issubset(table.columns.keys())
    elif isinstance(table.info["of"], Whose):
        assert not {"user_id", "chat_id"}.intersection(table.columns.keys())
        assert not table.foreign_key_constraints


def test_a_table_has_to_say_whose_its_rows_are() -> None:
    with pytest.raises(TypeError, match="agent_things"):

        class AgentThing(Base, table="agent_things"):
            """A thing."""

    assert "agent_things" not in METADATA.tables


def test_a_features_tables_are_in_its_value() -> None:
    declared = {mapper.class_ for mapper in Base.registry.mappers}
    of_features = {it for it in declared if it.__module__.startswith(("bot.features.", "bot.memory."))}
    assert of_features == {table for feature in FEATURES for table in feature.tables}
