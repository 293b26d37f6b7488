"""Where texts come from: whose a message's are, and which conversations hold others'."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import JSON, ColumnElement, SQLColumnExpression, and_, case, func, literal, select
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.message_text import words_shown
from bot.turns.store.tables import AgentConversation, AgentMessage, AgentTurn
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.values.conversations import FROM_THE_BEGINNING
from bot.turns.values.incoming import OWN_WORDS, Attribution
from bot.turns.values.turns import TurnState

_LONGEST: Final = 2_000
"""Most characters of a message read."""
_MOST_MESSAGES: Final = 10
"""Most messages of a turn read; the first ones."""
_SHORT: Final = 20
"""Most characters of a message that may only agree to an earlier one."""
_ADAPTER: Final = TypeAdapter(Attribution)
_FIRST_UNTRUSTED: Final = (
    select(AgentMessage.turn_id)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .where(AgentTurn.conversation_id == AgentConversation.id, AgentMessage.untrusted.is_(True))
    .order_by(AgentMessage.turn_id)
    .limit(1)
    .scalar_subquery()
)
_UNTRUSTED_SINCE: Final = select(
    AgentConversation.id,
    case(
        (AgentConversation.carries_untrusted | AgentConversation.offers_untrusted, literal(FROM_THE_BEGINNING)),
        else_=_FIRST_UNTRUSTED,
    ).label("turn_id"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a user said in a turn, each message on one line, their conversation, and their last Telegram message.

    If that is as short as a "yes", it is about what they `said_before`, in the turn before.
    """

    said: Sequence[str]
    said_before: Sequence[str] = ()
    conversation: int | None
    message_id: int | None

    @property
    def words(self) -> str:
        """All of it on one line."""
        return " … ".join(" ".join(texts) for texts in (self.said_before, self.said) if texts)


IS_USERS: Final = and_(AgentMessage.role == "user", AgentMessage.from_keepsake.is_(False))
"""Whether a message is its user's, and not one from Keepsake itself that began a turn."""


def stored_source(attribution: Attribution) -> Any | None:
    """Return an attribution as stored; None if all is the user's own."""
    return None if attribution == OWN_WORDS else _ADAPTER.dump_python(attribution, mode="json")


def attribution(source: Any | None) -> Attribution:
    """Return a stored attribution."""
    return _ADAPTER.validate_python(source) if source else OWN_WORDS


def beginning(most: int) -> ColumnElement[Any]:
    """Select the beginning of what a user's message says, for `shown`."""
    text = func.left(AgentMessage.text, most)
    return func.json_build_object("text", text, "source", AgentMessage.source, type_=JSON)


def shown(said: Any | None) -> str:
    """Return what a message says as people read it, on one line; empty if there is none."""
    if not said or said["text"] is None:
        return ""
    return words_shown(said["text"], attribution(said["source"]))


async def of_turns(tx: Transaction, owner: Owner, turn_ids: Collection[UUID]) -> Mapping[UUID, Provenance]:
    """Return the user's words in existing turns that were not superseded, by turn id."""
    if not turn_ids:
        return {}
    before = aliased(AgentTurn)
    turn_before = (
        select(before.id)
        .where(
            before.conversation_id == AgentTurn.conversation_id,
            before.id < AgentTurn.id,
            before.state != TurnState.SUPERSEDED,
        )
        .order_by(before.id.desc())
        .limit(1)
        .correlate(AgentTurn)  # at any depth of the statement
        .scalar_subquery()
    )
    rows = await tx.connection.execute(
        select(
            AgentTurn.id,
            AgentConversation.number,
            _said(AgentTurn.id).label("said"),
            _last_update(AgentTurn.id).label("message_id"),
            _said(turn_before).label("said_before"),
            _last_update(turn_before).label("message_id_before"),
        )
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentTurn.id.in_(turn_ids), AgentTurn.state != TurnState.SUPERSEDED, AgentConversation.owned_by(owner))
    )
    sources: dict[UUID, Provenance] = {}
    for row in rows:
        said, said_before = (list(filter(None, map(shown, texts))) for texts in (row.said, row.said_before))
        message_id = row.message_id
        if row.said and said_before and len(" ".join(said)) <= _SHORT:
            message_id = row.message_id_before or message_id
        else:
            said_before = []
        if said or said_before:
            its = Provenance(said=said, said_before=said_before, conversation=row.number, message_id=message_id)
            sources[row.id] = its
    return sources


async def untrusted_since(tx: Transaction, conversation_ids: Collection[UUID]) -> Mapping[UUID, UUID]:
    """Return the turn since which each conversation holds untrusted text, which its later answers may repeat.

    Turns that left the prompt count, since a summary may repeat them. What is carried from another conversation counts
    from the beginning. Conversations that hold none are left out.
    """
    rows = await tx.connection.execute(_UNTRUSTED_SINCE.where(AgentConversation.id.in_(conversation_ids)))
    return {row.id: row.turn_id for row in rows if row.turn_id}


async def holds_untrusted(tx: Transaction, conversation_id: UUID) -> bool:
    """Tell whether a conversation holds untrusted text, apart from what servers say of the tools that it is offered."""
    first = case((AgentConversation.carries_untrusted, literal(FROM_THE_BEGINNING)), else_=_FIRST_UNTRUSTED)
    return await tx.connection.scalar(select(first).where(AgentConversation.id == conversation_id)) is not None


def _said(turn_id: SQLColumnExpression[UUID]) -> ColumnElement[list[Any]]:
    messages = select(beginning(_LONGEST)).where(IS_USERS)
    first = messages.where(AgentMessage.turn_id == turn_id).order_by(AgentMessage.position).limit(_MOST_MESSAGES)
    return func.array(first.scalar_subquery())


def _last_update(turn_id: SQLColumnExpression[UUID]) -> ColumnElement[int | None]:
    return select(func.max(TelegramUpdate.message_id)).where(TelegramUpdate.turn_id == turn_id).scalar_subquery()
