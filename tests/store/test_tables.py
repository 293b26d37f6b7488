"""Each table says whose its rows are, so that none is left out of an erasure, an export or a backup."""

import pytest
from sqlalchemy import Table

from bot.app.tables import METADATA
from bot.kit.owner import Owner
from bot.store.tables import Base, Whose, belong


@pytest.mark.parametrize("table", METADATA.sorted_tables, ids=str)
def test_rows_that_are_no_owners_lead_to_none(table: Table) -> None:
    owner = Owner(1, 2)
    if belong(table, owner) is not None:
        return
    whole = [belong(key.referred_table, owner) for key in table.foreign_key_constraints]
    if table.info["of"] is Whose.CHAT:
        assert {"bot_id", "chat_id"}.issubset(table.columns.keys())
    else:
        assert not {"user_id", "chat_id"}.intersection(table.columns.keys())
        assert whole == [None] * len(whole)


def test_a_table_has_to_say_whose_its_rows_are() -> None:
    with pytest.raises(TypeError, match="agent_things"):

        class AgentThing(Base, table="agent_things"):
            """A thing."""

    assert "agent_things" not in METADATA.tables
