"""The model reacts to a message with one of Telegram's emoji."""

import json

import pytest
from telegram.constants import ReactionEmoji

from bot.features.reactions import reaction_tools
from bot.kit.owner import Owner
from bot.model.values import ToolCall, ToolResult
from bot.store.engine import Database
from bot.store.ids import uuid7
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.origins import Source
from bot.turns.values.turns import REACTIONS, reaction_in
from practice.telegram.methods import REACTIONS as PRACTICED

tools = ToolSet([reaction_tools()])


async def react(database: Database, owner: Owner, emoji: object) -> ToolResult:
    """Call the tool."""
    caller = Caller(owner, Source(conversation_id=uuid7(), turn_id=uuid7()))
    async with database.transaction() as tx:
        return await tools.run(tx, caller, ToolCall("1", "react", json.dumps({"emoji": emoji})))


def test_the_reactions_are_telegrams() -> None:
    assert set(REACTIONS) == {it.value for it in ReactionEmoji} == PRACTICED
    assert [reaction_in(it) for it in REACTIONS] == list(REACTIONS)


@pytest.mark.parametrize(
    ("written", "emoji"),
    [(" 👍🏽\n", "👍"), ("❤️", "❤"), ("❤\u200d🔥", "❤️\u200d🔥"), ("👍👍", ""), ("Thanks", "")],
)
def test_a_reaction_is_read_whatever_its_look(written: str, emoji: str) -> None:
    assert reaction_in(written) == emoji


async def test_a_reaction_is_no_untrusted_text(database: Database, owner: Owner) -> None:
    result = await react(database, owner, "❤️")
    assert (result.reaction, result.untrusted) == ("❤", False)
    assert result.content.startswith("The user sees it.")


async def test_others_are_refused(database: Database, owner: Owner) -> None:
    result = await react(database, owner, "🍕")
    assert result.reaction == ""
    assert result.content.startswith("Nothing was done. The")
    assert "👍 👎 ❤" in result.content
