"""An owner's conversations, without private ones, and what was said in them. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import JSON, Row, bindparam, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.message_text import with_held
from bot.turns.store.provenance import IS_USERS, attribution, beginning, shown
from bot.turns.store.tables import AgentConversation, AgentMessage, AgentTurn
from bot.turns.values.turns import TurnState

_FIRST_WORDS: Final = 60
"""Most characters shown of a conversation's first message."""

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_IS_KEPT = AgentTurn.state != TurnState.SUPERSEDED
_TURNS = (
    select(func.count())
    .select_from(AgentTurn)
    .where(AgentTurn.conversation_id == AgentConversation.id, _IS_KEPT)
    .scalar_subquery()
)
_FIRST_MESSAGE = (
    select(beginning(10 * _FIRST_WORDS))
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .where(AgentTurn.conversation_id == AgentConversation.id, _IS_KEPT, IS_USERS)
    .order_by(AgentMessage.turn_id, AgentMessage.position)
    .limit(1)
    .correlate(AgentConversation)
    .scalar_subquery()
)
_NUMBERED = select(
    AgentConversation.id,
    AgentConversation.number,
    AgentConversation.started_at,
    AgentConversation.ended_at,
    _TURNS.label("turns"),
    _FIRST_MESSAGE.label("first_message"),
).where(
    AgentConversation.is_owned(),
    AgentConversation.number.is_not(None),
)
_ONE = _NUMBERED.where(AgentConversation.number == bindparam("number"))
_NEWEST = (
    _NUMBERED.add_columns(func.count().over().label("of"))
    .order_by(AgentConversation.number.desc())
    .offset(bindparam("skip"))
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastConversation:
    """A conversation in the history; `ended_at` is None for the current one."""

    id: UUID
    number: int
    started_at: datetime
    ended_at: datetime | None
    turns: int
    first_words: str
    """Beginning of the user's first message, on one line; empty if they wrote none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTurn:
    """A turn: what its user said, in the words that they wrote, and the words of the answer."""

    id: UUID
    state: TurnState
    created_at: datetime
    said: Sequence[str]
    answer: str


async def newest(tx: Transaction, owner: Owner, *, skip: int, most: int) -> tuple[list[PastConversation], int]:
    """Return a page of an owner's conversations, newest first, and their total (0 after the last page)."""
    rows = (await tx.connection.execute(_NEWEST, {**owner.columns, "skip": skip, "most": most})).all()
    return [_past(row) for row in rows], rows[0].of if rows else 0


async def one(tx: Transaction, owner: Owner, number: int) -> PastConversation | None:
    """Return an owner's conversation by its number, if there is one."""
    row = (await tx.connection.execute(_ONE, {**owner.columns, "number": number})).one_or_none()
    return _past(row) if row else None


async def turns(tx: Transaction, conversation_id: UUID, *, skip: int, most: int) -> list[LoggedTurn]:
    """Return turns of a conversation, the first one first; those that were taken back are left out."""
    words_of = func.coalesce(AgentMessage.text, AgentMessage.content)
    said = func.json_build_object("text", words_of, "source", AgentMessage.source, type_=JSON)
    texts = func.array_agg(aggregate_order_by(said, AgentMessage.position))
    words = func.array_agg(aggregate_order_by(AgentMessage.content, AgentMessage.position))
    is_answer = (AgentMessage.role == "assistant") & (AgentMessage.content != "") & ~AgentMessage.superseded
    found = await tx.connection.execute(
        select(
            AgentTurn.id,
            AgentTurn.state,
            AgentTurn.created_at,
            func.coalesce(texts.filter(IS_USERS), []).label("said"),
            func.coalesce(words.filter(is_answer), []).label("answers"),
        )
        .outerjoin(AgentMessage, AgentMessage.turn_id == AgentTurn.id)
        .where(AgentTurn.conversation_id == conversation_id, _IS_KEPT)
        .group_by(AgentTurn.id)
        .order_by(AgentTurn.id)
        .offset(skip)
        .limit(most)
    )
    return [
        LoggedTurn(
            id=it.id,
            state=it.state,
            created_at=it.created_at,
            said=[with_held(of["text"], attribution(of["source"])) for of in it.said],
            answer="\n\n".join(it.answers),
        )
        for it in found
    ]


def _past(row: "Row[*tuple[Any, ...]]") -> PastConversation:
    its = {name: getattr(row, name) for name in ("id", "number", "started_at", "ended_at", "turns")}
    return PastConversation(first_words=_clipped(shown(row.first_message)), **its)


def _clipped(text: str) -> str:
    """Return a text's beginning, cut after a word."""
    beginning = text[: _FIRST_WORDS - 1]
    return text if len(text) <= _FIRST_WORDS else f"{beginning.rpartition(' ')[0] or beginning} …"
