"""What a model thought before its answers, to be shown on demand. Works in the caller's transaction.

What it thought before it called tools stands with the calls, too, and is sent back with them.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import Text, bindparam, func, select, update

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation, AgentMessage, AgentTurn
from bot.turns.values.turns import TurnState

MOST: Final = 12_000
"""Most characters kept of a turn's reasoning: the last ones, as they lead to the answer."""
_BETWEEN: Final = "\n\n"
_WHOLE: Final = func.concat_ws(_BETWEEN, AgentTurn.reasoning, bindparam("more", type_=Text))
_ADD: Final = update(AgentTurn).where(AgentTurn.id == bindparam("of_turn")).values(reasoning=func.right(_WHOLE, MOST))
_OF_LAST_ANSWER: Final = (
    select(AgentTurn.reasoning)
    .where(
        AgentTurn.conversation_id == bindparam("conversation_id"),
        AgentTurn.state.not_in([TurnState.RUNNING, TurnState.SUPERSEDED]),
    )
    .order_by(AgentTurn.id.desc())
    .limit(1)
)


async def add(tx: Transaction, turn_id: UUID, text: str) -> None:
    """Store what the model thought before a step of a turn, after its earlier reasoning there."""
    await tx.connection.execute(_ADD, {"of_turn": turn_id, "more": text})


async def of_last_answer(tx: Transaction, conversation_id: UUID) -> str:
    """Return the reasoning of a conversation's last turn that has ended; empty without any."""
    return await tx.connection.scalar(_OF_LAST_ANSWER, {"conversation_id": conversation_id}) or ""


async def drop(tx: Transaction, owner: Owner) -> set[UUID]:
    """Erase all of an owner's reasoning, as it may repeat a deleted memory; return the conversations that change."""
    theirs = select(AgentConversation.id).where(AgentConversation.owned_by(owner))
    its = update(AgentTurn).where(AgentTurn.conversation_id.in_(theirs), AgentTurn.reasoning.is_not(None))
    await tx.connection.execute(its.values(reasoning=None))
    sent_back = (
        update(AgentMessage)
        .where(
            AgentMessage.turn_id == AgentTurn.id,
            AgentTurn.conversation_id.in_(theirs),
            AgentMessage.tool_calls.is_not(None),
            AgentMessage.reasoning.is_not(None),
        )
        .values(reasoning=None)
        .returning(AgentTurn.conversation_id)
    )
    return set(await tx.connection.scalars(sent_back))
