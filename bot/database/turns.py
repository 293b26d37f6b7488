"""The turns and their messages, stored as they happen."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, insert, select, update

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.messages import (
    AssistantMessage,
    CarriedTurns,
    Message,
    ToolCall,
    ToolResult,
    Turn,
    TurnState,
    Usage,
    UserMessage,
)


class Turns:
    """The turns of every conversation. Works in the caller's transaction."""

    async def begin(self, tx: Transaction, conversation_id: UUID, *, after: Turn | None = None) -> Turn:
        """Begin a turn that has no messages yet; it sorts behind the turn `after`."""
        turn_id = uuid7(after.id if after else None)
        turn = Turn(id=turn_id, conversation_id=conversation_id, state=TurnState.RUNNING, attempt=1)
        await tx.connection.execute(
            insert(AgentTurn).values(
                id=turn.id, conversation_id=conversation_id, state=turn.state.value, created_at=datetime.now(UTC)
            )
        )
        return turn

    async def begin_anew(self, tx: Transaction, turn: Turn, *, supersede: bool) -> Turn:
        """Run a turn again that had ended; `supersede` its final words, while its calls and results stay."""
        if supersede:
            await tx.connection.execute(
                update(AgentMessage)
                .where(AgentMessage.turn_id == turn.id, AgentMessage.kind == "assistant")
                .where(AgentMessage.tool_calls.is_(None))
                .values(superseded=True)
            )
        await tx.connection.execute(
            update(AgentTurn)
            .where(AgentTurn.id == turn.id)
            .values(state=TurnState.RUNNING.value, attempt=turn.attempt + 1, ended_at=None)
        )
        return Turn(id=turn.id, conversation_id=turn.conversation_id, state=TurnState.RUNNING, attempt=turn.attempt + 1)

    async def end(self, tx: Transaction, turn_id: UUID, state: TurnState) -> None:
        """Note how a turn ended."""
        await tx.connection.execute(
            update(AgentTurn).where(AgentTurn.id == turn_id).values(state=state.value, ended_at=datetime.now(UTC))
        )

    async def last_in(self, tx: Transaction, conversation_id: UUID) -> Turn | None:
        """Return the newest turn of a conversation."""
        return await self._first(tx, AgentTurn.conversation_id == conversation_id)

    async def get(self, tx: Transaction, turn_id: UUID) -> Turn:
        """Return a turn that exists."""
        turn = await self._first(tx, AgentTurn.id == turn_id)
        if turn is None:
            raise LookupError(turn_id)
        return turn

    async def running(self, tx: Transaction, bot_id: int) -> list[tuple[UUID, int, int]]:
        """Return the turns of a bot that have not ended, oldest first: turn id, user id, chat id."""
        rows = await tx.connection.execute(
            select(AgentTurn.id, AgentConversation.user_id, AgentConversation.chat_id)
            .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
            .where(AgentTurn.state == TurnState.RUNNING.value, AgentConversation.bot_id == bot_id)
            .order_by(AgentTurn.id)
        )
        return [(turn_id, user_id, chat_id) for turn_id, user_id, chat_id in rows]

    async def append(self, tx: Transaction, turn_id: UUID, messages: Sequence[Message]) -> None:
        """Store messages behind those the turn has."""
        taken = await tx.connection.scalar(
            select(func.coalesce(func.max(AgentMessage.position), 0)).where(AgentMessage.turn_id == turn_id)
        )
        now = datetime.now(UTC)
        await tx.connection.execute(
            insert(AgentMessage),
            [
                {"turn_id": turn_id, "position": position, "created_at": now, **_values(message)}
                for position, message in enumerate(messages, start=(taken or 0) + 1)
            ],
        )

    async def add_usage(self, tx: Transaction, turn_id: UUID, model: str, usage: Usage) -> None:
        """Add what a step cost to what the turn cost so far."""
        await tx.connection.execute(
            update(AgentTurn)
            .where(AgentTurn.id == turn_id)
            .values(
                model=model,
                input_tokens=AgentTurn.input_tokens + usage.input_tokens,
                cached_tokens=AgentTurn.cached_tokens + usage.cached_tokens,
                output_tokens=AgentTurn.output_tokens + usage.output_tokens,
            )
        )

    async def messages(
        self, tx: Transaction, conversation_id: UUID, carried: CarriedTurns | None = None
    ) -> list[tuple[UUID, Message]]:
        """Return all that was said in a conversation, behind what it carried along, each with its turn's id."""
        belongs = AgentTurn.conversation_id == conversation_id
        if carried:
            belongs |= (AgentTurn.conversation_id == carried.conversation_id) & (AgentTurn.id >= carried.from_turn_id)
        rows = await tx.connection.execute(
            select(
                AgentMessage.turn_id,
                AgentMessage.kind,
                AgentMessage.content,
                AgentMessage.note,
                AgentMessage.tool_calls,
                AgentMessage.call_id,
                AgentMessage.receipt,
            )
            .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
            .where(belongs, AgentMessage.superseded.is_(False))
            .order_by(AgentMessage.turn_id, AgentMessage.position)
        )
        return [(row.turn_id, _message(row)) for row in rows]

    async def _first(self, tx: Transaction, condition: ColumnElement[bool]) -> Turn | None:
        query = (
            select(AgentTurn.id, AgentTurn.conversation_id, AgentTurn.state, AgentTurn.attempt)
            .where(condition)
            .order_by(AgentTurn.id.desc())
            .limit(1)
        )
        row = (await tx.connection.execute(query)).one_or_none()
        if row is None:
            return None
        return Turn(id=row.id, conversation_id=row.conversation_id, state=TurnState(row.state), attempt=row.attempt)


def _message(row: "Row[UUID, str, str, str, list[dict[str, str]] | None, str | None, str | None]") -> Message:
    match row.kind:
        case "user":
            return UserMessage(row.content, row.note)
        case "assistant":
            return AssistantMessage(row.content, tuple(ToolCall(**call) for call in row.tool_calls or ()))
        case _:
            return ToolResult(row.call_id or "", row.content, row.receipt)


def _values(message: Message) -> dict[str, object]:
    empty: dict[str, object] = {"note": "", "tool_calls": None, "call_id": None, "receipt": None}
    match message:
        case UserMessage(content, note):
            return empty | {"kind": "user", "content": content, "note": note}
        case AssistantMessage(content, calls):
            asked = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in calls]
            return empty | {"kind": "assistant", "content": content, "tool_calls": asked or None}
        case ToolResult(call_id, content, receipt):
            return empty | {"kind": "tool", "content": content, "call_id": call_id, "receipt": receipt}
