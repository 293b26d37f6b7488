"""The outbox: what is to be sent to the chats, from before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Protocol
from uuid import UUID

from sqlalchemy import and_, bindparam, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentTurn, TelegramMessage, TelegramPause
from bot.values import Owner, TurnState

_PREVIEW, _WAITING, _SENT, _REFUSED = "preview", "waiting", "sent", "refused"

CONTENT: Final = ("content", "entities", "file_name", "file", "buttons", "quoted_id")
"""The columns that hold what a message shows, and which one it quotes."""
MOST_WAITING: Final = 10
"""Waiting messages read at once."""

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
_NOTE_PREVIEW = _INSERT.on_conflict_do_update(
    index_elements=["turn_id", "attempt", "part"],
    set_={"message_id": _INSERT.excluded.message_id},
    where=TelegramMessage.state == _PREVIEW,
)
_PREVIEWED = select(TelegramMessage.message_id).where(
    TelegramMessage.turn_id == bindparam("turn_id"),
    TelegramMessage.attempt == bindparam("attempt"),
    TelegramMessage.part == 0,
)
_IS_WAITING = and_(TelegramMessage.bot_id == bindparam("bot_id"), TelegramMessage.state == _WAITING)
_LATER = aliased(TelegramMessage)
_BEHIND_IT = exists().where(
    _LATER.turn_id == TelegramMessage.turn_id, _LATER.id > TelegramMessage.id, _LATER.state == _WAITING
)
_OF_CHAT = (
    select(
        TelegramMessage.id,
        TelegramMessage.turn_id,
        and_(AgentTurn.state == TurnState.ANSWERED, ~_BEHIND_IT).label("completes_answer"),
        TelegramMessage.content,
        TelegramMessage.entities,
        TelegramMessage.file_name,
        TelegramMessage.file,
        TelegramMessage.buttons,
        TelegramMessage.quoted_id,
        TelegramMessage.message_id,
    )
    .outerjoin(AgentTurn, AgentTurn.id == TelegramMessage.turn_id)
    .where(_IS_WAITING, TelegramMessage.chat_id == bindparam("chat_id"))
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
_CHATS = select(TelegramMessage.chat_id).where(_IS_WAITING).distinct()
_ENDED = update(TelegramMessage).values(content=None, entities=None, file=None, buttons=None, sent_at=bindparam("at"))
_END = _ENDED.where(TelegramMessage.id == bindparam("which"))
_REFUSE = _END.where(TelegramMessage.state == _WAITING)
_REFUSE_ALL = _ENDED.where(
    TelegramMessage.bot_id == bindparam("of_bot"),
    TelegramMessage.chat_id == bindparam("of_chat"),
    TelegramMessage.state == _WAITING,
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


class Content(Protocol):
    """What a message shows, as its sender understands it."""

    @property
    def columns(self) -> Mapping[str, object]:
        """The columns that keep it: those of `CONTENT`, `about`, `quoted_id`, and `message_id` if it edits that."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingText:
    """What is to be sent, or shown in place of what a message that is there shows.

    `turn_id` is that of an answer's turn; it `completes_answer` if it is the last text of a turn that was answered.
    """

    id: int
    turn_id: UUID | None
    completes_answer: bool
    content: Mapping[str, Any]
    message_id: int | None


class Outbox:
    """What one bot is to send. Works in the caller's transaction."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = bot_id

    async def add(
        self, tx: Transaction, chat_id: int, texts: Sequence[Content], *, quoted_id: int | None = None
    ) -> None:
        """Keep the parts of what is to be said; the first one quotes a message."""
        if texts:
            await tx.connection.execute(_INSERT, self._rows(chat_id, texts, quoted_id))

    async def add_answer(
        self,
        tx: Transaction,
        chat_id: int,
        answer: AnswerId,
        texts: Sequence[Content],
        *,
        quoted_id: int | None = None,
        message_id: int | None = None,
    ) -> None:
        """Keep the parts of a turn's whole answer; the first one is shown by the message that showed its preview.

        A part that was sent stays as it is. `message_id` is that of a preview that could not be noted.
        """
        which = {"turn_id": answer.turn_id, "attempt": answer.attempt}
        rows = [{**row, **which} for row in self._rows(chat_id, texts, quoted_id)]
        if rows:
            rows[0]["message_id"] = message_id
            await tx.connection.execute(_ADD_ANSWER, rows)

    async def note_preview(self, tx: Transaction, chat_id: int, answer: AnswerId, message_id: int) -> None:
        """Note which message shows the beginning of an answer."""
        values = {
            "bot_id": self._bot_id,
            "chat_id": chat_id,
            "turn_id": answer.turn_id,
            "attempt": answer.attempt,
            "part": 0,
            "state": _PREVIEW,
            "message_id": message_id,
            "created_at": datetime.now(UTC),
        }
        await tx.connection.execute(_NOTE_PREVIEW, values)

    async def preview(self, tx: Transaction, answer: AnswerId) -> int | None:
        """Return the message that shows the beginning of an answer, if one does."""
        which = {"turn_id": answer.turn_id, "attempt": answer.attempt}
        message_id: int | None = await tx.connection.scalar(_PREVIEWED, which)
        return message_id

    async def about_last_turn(self, tx: Transaction, owner: Owner, chat_id: int) -> tuple[str, int | None] | None:
        """Return what the buttons under the chat's last turn are about, and their message; None if it has none."""
        row = (await tx.connection.execute(_ABOUT_LAST_TURN, {**owner.columns, "chat_id": chat_id})).one_or_none()
        return (row.about, row.message_id) if row else None

    async def waiting(self, tx: Transaction, chat_id: int) -> list[WaitingText]:
        """Return the first of what is to be sent to a chat, in this order: what commands say, then answers."""
        rows = await tx.connection.execute(_OF_CHAT, {"bot_id": self._bot_id, "chat_id": chat_id})
        return [
            WaitingText(
                id=row.id,
                turn_id=row.turn_id,
                completes_answer=bool(row.completes_answer),
                content={name: getattr(row, name) for name in CONTENT},
                message_id=row.message_id,
            )
            for row in rows
        ]

    async def chats(self, tx: Transaction) -> list[int]:
        """Return the chats that something is to be sent to."""
        return list(await tx.connection.scalars(_CHATS, {"bot_id": self._bot_id}))

    async def about_same(self, tx: Transaction, which: int) -> list[int]:
        """Return the ids of the earlier messages about the same thing."""
        return [it for it in await tx.connection.scalars(_ABOUT_SAME, {"which": which}) if it]

    async def sent(self, tx: Transaction, which: int, message_id: int | None) -> None:
        """Note which message shows a text, if it shows any; the text goes."""
        values = {"state": _SENT, "message_id": message_id, "problem": None}
        await tx.connection.execute(_END, {"which": which, "at": datetime.now(UTC), **values})

    async def refused(self, tx: Transaction, which: int, problem: str) -> bool:
        """Note that Telegram refuses a text for good, and why; the text goes. False if that was noted already."""
        values = {"state": _REFUSED, "problem": problem}
        ended = await tx.connection.execute(_REFUSE, {"which": which, "at": datetime.now(UTC), **values})
        return bool(ended.rowcount)

    async def refuse_all(self, tx: Transaction, chat_id: int, problem: str) -> None:
        """Note that nothing that waits for a chat can be sent, and why; the texts go."""
        which = {"of_bot": self._bot_id, "of_chat": chat_id}
        values = {"state": _REFUSED, "problem": problem}
        await tx.connection.execute(_REFUSE_ALL, {**which, "at": datetime.now(UTC), **values})

    async def pause(self, tx: Transaction, chat_id: int, until: datetime) -> None:
        """Note until when nothing may be sent to a chat."""
        await tx.connection.execute(_SET_PAUSE, {"bot_id": self._bot_id, "chat_id": chat_id, "until": until})

    async def pauses(self, tx: Transaction) -> dict[int, datetime]:
        """Return the chats that nothing may be sent to yet, and until when."""
        rows = await tx.connection.execute(_PAUSES, {"bot_id": self._bot_id, "now": datetime.now(UTC)})
        return {row.chat_id: row.until for row in rows}

    def _rows(self, chat_id: int, texts: Sequence[Content], quoted_id: int | None) -> list[dict[str, object]]:
        now = datetime.now(UTC)
        return [
            {
                "bot_id": self._bot_id,
                "chat_id": chat_id,
                "part": part,
                "state": _WAITING,
                **text.columns,
                **({"quoted_id": text.columns["quoted_id"] or quoted_id} if part == 0 else {}),
                "created_at": now,
            }
            for part, text in enumerate(texts)
        ]
