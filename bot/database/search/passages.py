"""Messages that were found, as they are told: where, when and by whom it was said, and the words around the hits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    ScalarSelect,
    Uuid,
    bindparam,
    case,
    cast,
    exists,
    func,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import REGCONFIG, TSQUERY
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.search.excerpts import BEFORE_HIT, BEHIND_HIT, Excerpt, excerpt, marked
from bot.database.search.surroundings import MessageKey
from bot.database.search.words import MOST_CHARACTERS, SIMPLE, said
from bot.database.tables import (
    AgentConversation,
    AgentMessage,
    AgentSearch,
    AgentTurn,
    TelegramMessage,
    TelegramUpdate,
)
from bot.values import Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A message that was found: the words around the hits, and the Telegram message that shows it, if that is known.

    It is `untrusted` if it holds untrusted text, or answers in a turn that holds such, and may repeat it.
    """

    key: MessageKey
    conversation: int
    said_at: datetime
    by_user: bool
    excerpt: Excerpt
    message_id: int | None
    untrusted: bool


async def passages(
    tx: Transaction, owner: Owner, found: Sequence[MessageKey], queries: Sequence[str], most: int
) -> list[Passage]:
    """Return messages of a bot's, each about so many characters, with the hits of any of the queries."""
    rows = await tx.connection.execute(
        _PASSAGES,
        {
            "bot_id": owner.bot_id,
            "turn_ids": [turn_id for turn_id, _ in found],
            "positions": [position for _, position in found],
            "marked": " | ".join(f"({query})" for query in queries),
        },
    )
    return [
        Passage(
            key=(row.turn_id, row.position),
            conversation=row.number,
            said_at=row.created_at,
            by_user=row.role == "user",
            excerpt=excerpt(_marked_in_some_way(row.marked, row.marked_as_it_stands, queries), most),
            message_id=row.message_id,
            untrusted=row.untrusted,
        )
        for row in rows
    ]


def _marked_in_some_way(in_language: str, as_it_stands: str, queries: Sequence[str]) -> str:
    """Return a text with the hits marked, as the one reading of it finds them, or else another."""
    known = next((text for text in (in_language, as_it_stands) if BEFORE_HIT in text), "")
    return known or marked(as_it_stands, queries)


def _telegram_message() -> ColumnElement[int | None]:
    """Select the Telegram message that brought a user's message, or that shows the beginning of an answer.

    A turn's messages came in the order of their updates; an update that edits has its message's id.
    """
    earlier = aliased(AgentMessage)
    before: ScalarSelect[int] = (
        select(func.count())
        .where(earlier.turn_id == AgentMessage.turn_id, earlier.position < AgentMessage.position)
        .where(earlier.role == "user")
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    heard = (
        select(TelegramUpdate.message_id)
        .where(TelegramUpdate.turn_id == AgentMessage.turn_id, TelegramUpdate.bot_id == bindparam("bot_id"))
        .where(TelegramUpdate.message_id.is_not(None))
        .group_by(TelegramUpdate.message_id)
        .order_by(func.min(TelegramUpdate.id))
        .offset(before)
        .limit(1)
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    shown = (
        select(TelegramMessage.message_id)
        .where(TelegramMessage.turn_id == AgentMessage.turn_id, TelegramMessage.bot_id == bindparam("bot_id"))
        .where(TelegramMessage.part == 0, TelegramMessage.state == "sent")
        .order_by(TelegramMessage.attempt.desc())
        .limit(1)
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    return case((AgentMessage.role == "user", heard), else_=shown)


def _untrusted() -> ColumnElement[bool]:
    """Select whether a message holds untrusted text, or answers a turn that does."""
    marked = aliased(AgentMessage)
    is_answer = AgentMessage.role == "assistant"
    answers_marked = exists().where(marked.turn_id == AgentMessage.turn_id, marked.untrusted.is_(True))
    return AgentMessage.untrusted | is_answer & answers_marked


def _marked(language: ColumnElement[str]) -> ColumnElement[str]:
    """Select what was said with marks around the hits, as a language knows them."""
    words = func.left(said(AgentMessage), MOST_CHARACTERS)
    words = func.translate(words, BEFORE_HIT + BEHIND_HIT, "")
    options = f"HighlightAll=true, StartSel={BEFORE_HIT}, StopSel={BEHIND_HIT}"
    return func.ts_headline(language, words, cast(bindparam("marked"), TSQUERY), options)


_FOUND: Final = (
    func.unnest(bindparam("turn_ids", type_=ARRAY(Uuid)), bindparam("positions", type_=ARRAY(Integer)))
    .table_valued("turn_id", "position", with_ordinality="place")
    .render_derived("found")
)
_PASSAGES: Final = (
    select(
        AgentMessage.turn_id,
        AgentMessage.position,
        AgentConversation.number,
        AgentMessage.created_at,
        AgentMessage.role,
        _marked(cast(AgentSearch.language, REGCONFIG)).label("marked"),
        _marked(cast(SIMPLE, REGCONFIG)).label("marked_as_it_stands"),
        _telegram_message().label("message_id"),
        _untrusted().label("untrusted"),
    )
    .select_from(_FOUND)
    .join(AgentMessage, (AgentMessage.turn_id == _FOUND.c.turn_id) & (AgentMessage.position == _FOUND.c.position))
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .join(AgentSearch, true())
    .order_by(_FOUND.c.place)
)
