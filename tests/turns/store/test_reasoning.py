"""A turn's reasoning: of all of its steps, at most so much."""

from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.model.values import UserMessage
from bot.store.engine import Database
from bot.turns.store import reasoning
from bot.turns.store import turns as stored_turns
from bot.turns.values.turns import TurnState
from tests.memory.telegram.conversing import begun


async def test_the_reasoning_of_each_step_follows_that_before_and_the_end_is_kept(
    database: Database, owner: Owner
) -> None:
    said = await begun(database, owner, UserMessage(own("Hello")))
    async with database.transaction() as tx:
        await reasoning.add(tx, said.turn_id, "One.")
        await reasoning.add(tx, said.turn_id, "Two.")
        assert await reasoning.of_last_answer(tx, said.conversation_id) == ""
        await stored_turns.end(tx, said.turn_id, TurnState.ANSWERED)
        assert await reasoning.of_last_answer(tx, said.conversation_id) == "One.\n\nTwo."
        await reasoning.add(tx, said.turn_id, f"{'x' * reasoning.MOST}Three.")
        kept = await reasoning.of_last_answer(tx, said.conversation_id)
        assert (len(kept), kept[-7:]) == (reasoning.MOST, "xThree.")
