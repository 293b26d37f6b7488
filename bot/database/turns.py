"""The turns and their messages, stored as they happen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Row, and_, bindparam, func, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.messages import (
    AssistantMessage,
    CarriedTurns,
    Message,
    Owner,
    ToolCall,
    ToolResult,
    Turn,
    TurnState,
    Usage,
    UserMessage,
)

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_INSERT_TURN = insert(AgentTurn)
_SUPERSEDE = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.kind == "assistant")
    .where(AgentMessage.tool_calls.is_(None))
    .values(superseded=True)
)
_SET_STATE = update(AgentTurn).where(AgentTurn.id == bindparam("of_turn"))
_ADD_USAGE = _SET_STATE.values(
    input_tokens=AgentTurn.input_tokens + bindparam("more_input"),
    cached_tokens=AgentTurn.cached_tokens + bindparam("more_cached"),
    output_tokens=AgentTurn.output_tokens + bindparam("more_output"),
)
_TURN = select(AgentTurn.id, AgentTurn.conversation_id, AgentTurn.state, AgentTurn.attempt)
_ONE = _TURN.where(AgentTurn.id == bindparam("turn_id"))
_LAST = _TURN.where(AgentTurn.conversation_id == bindparam("conversation_id")).order_by(AgentTurn.id.desc()).limit(1)
_IS_RUNNING = and_(
    AgentTurn.conversation_id == AgentConversation.id,
    AgentTurn.state == TurnState.RUNNING.value,
    AgentConversation.bot_id == bindparam("of_bot"),
)
_RUNNING_IN = (
    select(AgentTurn.id)
    .where(
        _IS_RUNNING,
        AgentConversation.user_id == bindparam("user_id"),
        AgentConversation.chat_id == bindparam("chat_id"),
    )
    .order_by(AgentTurn.id)
)
_TAKE_UP = (
    update(AgentTurn)
    .where(_IS_RUNNING)
    .values(deaths=AgentTurn.deaths + bindparam("more"))
    .returning(AgentTurn.id, AgentTurn.attempt, AgentTurn.deaths, AgentConversation.user_id, AgentConversation.chat_id)
)
_FORGIVE = update(AgentTurn).where(_IS_RUNNING, AgentTurn.deaths > 0).values(deaths=0)
_EARLIER = aliased(AgentMessage)
_NEXT_POSITION = select(func.coalesce(func.max(_EARLIER.position), 0) + 1).where(
    _EARLIER.turn_id == bindparam("of_turn")
)
_APPEND = insert(AgentMessage).values(position=_NEXT_POSITION.scalar_subquery())
_MESSAGES = (
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
    .where(
        (AgentTurn.conversation_id == bindparam("conversation_id"))
        | (AgentTurn.conversation_id == bindparam("carried_id")) & (AgentTurn.id >= bindparam("carried_from")),
        AgentMessage.superseded.is_(False),
    )
    .order_by(AgentMessage.turn_id, AgentMessage.position)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningTurn:
    """A turn that has not ended, whose it is, and how often the process died while it ran."""

    id: UUID
    attempt: int
    user_id: int
    chat_id: int
    deaths: int


class Turns:
    """The turns of every conversation. Works in the caller's transaction."""

    async def begin(self, tx: Transaction, conversation_id: UUID, *, after: Turn | None = None) -> Turn:
        """Begin a turn that has no messages yet; it sorts behind the turn `after`."""
        turn_id = uuid7(after.id if after else None)
        turn = Turn(id=turn_id, conversation_id=conversation_id, state=TurnState.RUNNING, attempt=1)
        values = {"id": turn.id, "conversation_id": conversation_id, "state": turn.state.value}
        await tx.connection.execute(_INSERT_TURN, {**values, "created_at": datetime.now(UTC)})
        return turn

    async def begin_anew(self, tx: Transaction, turn: Turn, *, supersede: bool) -> Turn:
        """Run a turn again that had ended; `supersede` its final words, while its calls and results stay."""
        if supersede:
            await tx.connection.execute(_SUPERSEDE, {"of_turn": turn.id})
        again = Turn(
            id=turn.id, conversation_id=turn.conversation_id, state=TurnState.RUNNING, attempt=turn.attempt + 1
        )
        values = {"state": again.state.value, "attempt": again.attempt, "deaths": 0, "ended_at": None}
        await tx.connection.execute(_SET_STATE, {"of_turn": turn.id, **values})
        return again

    async def end(self, tx: Transaction, turn_id: UUID, state: TurnState) -> None:
        """Note how a turn ended."""
        await tx.connection.execute(
            _SET_STATE, {"of_turn": turn_id, "state": state.value, "ended_at": datetime.now(UTC)}
        )

    async def last_in(self, tx: Transaction, conversation_id: UUID) -> Turn | None:
        """Return the newest turn of a conversation."""
        row = (await tx.connection.execute(_LAST, {"conversation_id": conversation_id})).one_or_none()
        return _turn(row) if row else None

    async def get(self, tx: Transaction, turn_id: UUID) -> Turn:
        """Return a turn that exists."""
        row = (await tx.connection.execute(_ONE, {"turn_id": turn_id})).one_or_none()
        if row is None:
            raise LookupError(turn_id)
        return _turn(row)

    async def running_in(self, tx: Transaction, owner: Owner, chat_id: int) -> list[UUID]:
        """Return the turns of a chat that have not ended, oldest first."""
        values = {"of_bot": owner.bot_id, "user_id": owner.user_id, "chat_id": chat_id}
        return list(await tx.connection.scalars(_RUNNING_IN, values))

    async def take_up(self, tx: Transaction, bot_id: int, *, after_death: bool) -> list[RunningTurn]:
        """Return the turns of a bot that have not ended, oldest first; `after_death` of the process, count it."""
        rows = await tx.connection.execute(_TAKE_UP, {"of_bot": bot_id, "more": int(after_death)})
        running = [
            RunningTurn(id=row.id, attempt=row.attempt, user_id=row.user_id, chat_id=row.chat_id, deaths=row.deaths)
            for row in rows
        ]
        return sorted(running, key=lambda turn: turn.id)

    async def forgive(self, tx: Transaction, bot_id: int) -> None:
        """Forget the deaths of the turns that run: the process ends in order."""
        await tx.connection.execute(_FORGIVE, {"of_bot": bot_id})

    async def append(self, tx: Transaction, turn_id: UUID, messages: Sequence[Message]) -> None:
        """Store messages behind those the turn has."""
        now = datetime.now(UTC)
        await tx.connection.execute(
            _APPEND,
            [{"of_turn": turn_id, "turn_id": turn_id, "created_at": now, **_values(message)} for message in messages],
        )

    async def add_usage(self, tx: Transaction, turn_id: UUID, model: str, usage: Usage) -> None:
        """Add what a step cost to what the turn cost so far."""
        more = {
            "more_input": usage.input_tokens,
            "more_cached": usage.cached_tokens,
            "more_output": usage.output_tokens,
        }
        await tx.connection.execute(_ADD_USAGE, {"of_turn": turn_id, "model": model, **more})

    async def messages(
        self, tx: Transaction, conversation_id: UUID, carried: CarriedTurns | None = None
    ) -> list[tuple[UUID, Message]]:
        """Return all that was said in a conversation, behind what it carried along, each with its turn's id."""
        rows = await tx.connection.execute(
            _MESSAGES,
            {
                "conversation_id": conversation_id,
                "carried_id": carried and carried.conversation_id,
                "carried_from": carried and carried.from_turn_id,
            },
        )
        return [(row.turn_id, _message(row)) for row in rows]


def _turn(row: "Row[UUID, UUID, str, int]") -> Turn:
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
