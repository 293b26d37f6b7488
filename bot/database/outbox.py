"""The outbox: what is to be sent to the chats, from before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import and_, bindparam, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentTurn, TelegramMessage, TelegramPause
from bot.values import Owner, TurnState

_PREVIEW, _WAITING, _SENT, _REFUSED = "preview", "waiting", "sent", "refused"

MOST_WAITING: Final = 10
"""Waiting messages read at once."""

Columns: TypeAlias = Mapping[str, Any]
"""What a message shows, which one it quotes, and which one it replaces (`message_id`), by the names of the columns."""

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_INSERT = insert(TelegramMessage)
_ADD_ANSWER = _INSERT.on_conflict_do_update(
    index_elements=["turn_id", "attempt", "part"],
    set_={
        **{name: _INSERT.excluded[name] for name in ("state", "content", "entities", "buttons", "about", "quoted_id")},
        "message_id": func.coalesce(_INSERT.excluded.message_id, TelegramMessage.message_id),
    },
    where=TelegramMessage.state == _PREVIEW,
)
_PREVIEWED = select(TelegramMessage.message_id).where(
    TelegramMessage.turn_id == bindparam("turn_id"),
    TelegramMessage.attempt == bindparam("attempt"),
    TelegramMessage.part == 0,
)
_IS_WAITING = and_(TelegramMessage.bot_id == bindparam("of_bot"), TelegramMessage.state == _WAITING)
_OF_CHAT = and_(_IS_WAITING, TelegramMessage.chat_id == bindparam("of_chat"))
_LATER = aliased(TelegramMessage)
_MORE_OF_TURN = exists().where(
    _LATER.turn_id == TelegramMessage.turn_id, _LATER.id > TelegramMessage.id, _LATER.state == _WAITING
)
_NEXT = (
    select(
        TelegramMessage.__table__,
        and_(AgentTurn.state == TurnState.ANSWERED, ~_MORE_OF_TURN).label("completes_answer"),
    )
    .outerjoin(AgentTurn, AgentTurn.id == TelegramMessage.turn_id)
    .where(_OF_CHAT)
    .order_by(TelegramMessage.turn_id.is_not(None), TelegramMessage.id)
    .limit(MOST_WAITING)
)
_LAST_TURN = (
    select(AgentTurn.id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == bindparam("user_id"),
        AgentConversation.chat_id == bindparam("chat_id"),
        AgentConversation.ended_at.is_(None),
    )
    .order_by(AgentTurn.id.desc())
    .limit(1)
    .scalar_subquery()
)
_ABOUT_LAST_TURN = (
    select(TelegramMessage.about, TelegramMessage.message_id)
    .where(TelegramMessage.turn_id == _LAST_TURN, TelegramMessage.about.is_not(None))
    .order_by(TelegramMessage.id.desc())
    .limit(1)
)
_ABOUT_SAME = (
    select(TelegramMessage.message_id)
    .distinct()
    .join(
        _LATER,
        and_(
            _LATER.bot_id == TelegramMessage.bot_id,
            _LATER.chat_id == TelegramMessage.chat_id,
            _LATER.about == TelegramMessage.about,
            _LATER.id > TelegramMessage.id,
        ),
    )
    .where(_LATER.id == bindparam("which"), TelegramMessage.message_id.is_not(None))
)
_CHATS = select(TelegramMessage.chat_id).where(_IS_WAITING).distinct()
_END = update(TelegramMessage).values(content=None, entities=None, file=None, buttons=None, sent_at=bindparam("at"))
_SENT_ONE = _END.where(TelegramMessage.id == bindparam("which"))
_REFUSE_ALL = _END.where(_OF_CHAT)
_REFUSE_ONE = _REFUSE_ALL.where(TelegramMessage.id == bindparam("which"))
_PAUSE = insert(TelegramPause)
_SET_PAUSE = _PAUSE.on_conflict_do_update(
    index_elements=["bot_id", "chat_id"], set_={"until": _PAUSE.excluded["until"]}
)
_PAUSES = select(TelegramPause.chat_id, TelegramPause.until).where(
    TelegramPause.bot_id == bindparam("bot_id"), TelegramPause.until > bindparam("now")
)


@dataclass(frozen=True, slots=True)
class AnswerId:
    """Which attempt at a turn's answer."""

    turn_id: UUID
    attempt: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that is to be sent.

    `turn_id` is that of an answer's turn; it `completes_answer` if it is the last text of a turn that was answered.
    """

    id: int
    turn_id: UUID | None
    completes_answer: bool
    columns: Columns


class Outbox:
    """What one bot is to send. Works in the caller's transaction."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = bot_id

    async def add(self, tx: Transaction, chat_id: int, messages: Sequence[Columns]) -> None:
        """Keep messages to be sent."""
        if messages:
            await tx.connection.execute(_INSERT, self._rows(chat_id, messages))

    async def add_answer(self, tx: Transaction, chat_id: int, answer: AnswerId, messages: Sequence[Columns]) -> None:
        """Keep a turn's whole answer; its first part replaces the noted preview, unless it names another message.

        A part that was sent stays as it is.
        """
        if messages:
            await tx.connection.execute(_ADD_ANSWER, [row | asdict(answer) for row in self._rows(chat_id, messages)])

    async def note_preview(self, tx: Transaction, chat_id: int, answer: AnswerId, message_id: int) -> None:
        """Note which message shows the beginning of an answer."""
        await self.add_answer(tx, chat_id, answer, [{"state": _PREVIEW, "message_id": message_id}])

    async def preview(self, tx: Transaction, answer: AnswerId) -> int | None:
        """Return the message that shows the beginning of an answer, if one does."""
        message_id: int | None = await tx.connection.scalar(_PREVIEWED, asdict(answer))
        return message_id

    async def about_last_turn(self, tx: Transaction, owner: Owner, chat_id: int) -> tuple[str, int | None] | None:
        """Return what the buttons under the chat's last turn are about, and their message; None if it has none."""
        row = (await tx.connection.execute(_ABOUT_LAST_TURN, {**owner.columns, "chat_id": chat_id})).one_or_none()
        return (row.about, row.message_id) if row else None

    async def waiting(self, tx: Transaction, chat_id: int) -> list[Waiting]:
        """Return the first of what is to be sent to a chat, in this order: what commands say, then answers."""
        rows = await tx.connection.execute(_NEXT, {"of_bot": self._bot_id, "of_chat": chat_id})
        return [Waiting(row.id, row.turn_id, bool(row.completes_answer), row._asdict()) for row in rows]

    async def chats(self, tx: Transaction) -> dict[int, datetime | None]:
        """Return the chats that something is to be sent to, or nothing before a time, and that time."""
        waiting = await tx.connection.scalars(_CHATS, {"of_bot": self._bot_id})
        pauses = await tx.connection.execute(_PAUSES, {"bot_id": self._bot_id, "now": datetime.now(UTC)})
        return dict.fromkeys(waiting) | {row.chat_id: row.until for row in pauses}

    async def about_same(self, tx: Transaction, which: int) -> list[int]:
        """Return the ids of the earlier messages about the same thing."""
        return [it for it in await tx.connection.scalars(_ABOUT_SAME, {"which": which}) if it]

    async def sent(self, tx: Transaction, which: int, message_id: int | None) -> None:
        """Note which message shows a text, if it shows any; the text goes."""
        values = {"state": _SENT, "message_id": message_id, "problem": None}
        await tx.connection.execute(_SENT_ONE, {"which": which, "at": datetime.now(UTC), **values})

    async def refuse(self, tx: Transaction, chat_id: int, problem: str, which: int | None = None) -> bool:
        """Note that Telegram refuses a text for good, or all that wait for a chat, and why; the texts go.

        False if that was noted already.
        """
        values = {"at": datetime.now(UTC), "state": _REFUSED, "problem": problem}
        of_chat = {"of_bot": self._bot_id, "of_chat": chat_id}
        if which is None:
            ended = await tx.connection.execute(_REFUSE_ALL, of_chat | values)
        else:
            ended = await tx.connection.execute(_REFUSE_ONE, of_chat | values | {"which": which})
        return bool(ended.rowcount)

    async def pause(self, tx: Transaction, chat_id: int, until: datetime) -> None:
        """Note until when nothing may be sent to a chat."""
        await tx.connection.execute(_SET_PAUSE, {"bot_id": self._bot_id, "chat_id": chat_id, "until": until})

    def _rows(self, chat_id: int, messages: Sequence[Columns]) -> list[dict[str, Any]]:
        of_all = {"bot_id": self._bot_id, "chat_id": chat_id, "state": _WAITING, "created_at": datetime.now(UTC)}
        return [{**of_all, "part": part, **message} for part, message in enumerate(messages)]
