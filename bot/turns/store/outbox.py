"""The outbox: messages to the chats, stored before they are sent."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import BigInteger, String, and_, bindparam, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation, AgentTurn
from bot.turns.store.telegram_tables import TelegramMessage, TelegramPause
from bot.turns.values.turns import TurnState

_PREVIEW, _WAITING, _SENT, _REFUSED = "preview", "waiting", "sent", "refused"

MOST_WAITING: Final = 10
"""Most waiting messages read at once."""

Columns: TypeAlias = Mapping[str, Any]
"""A message's columns: its content, the message it quotes, and the one it replaces (`message_id`)."""

# Statements are built once, since building takes longer than running them.
_INSERT = insert(TelegramMessage).inline()
_NEW: Final = ("state", "content", "entities", "file_name", "file", "is_voice", "buttons", "about", "quoted_id")
_ADD_ANSWER = _INSERT.on_conflict_do_update(
    index_elements=["turn_id", "attempt", "part"],
    set_={
        **{name: _INSERT.excluded[name] for name in _NEW},
        "message_id": func.coalesce(_INSERT.excluded.message_id, TelegramMessage.message_id),
    },
    where=TelegramMessage.state == _PREVIEW,
)
_PREVIEWED = (
    select(TelegramMessage.message_id)
    .where(
        TelegramMessage.turn_id == bindparam("turn_id"),
        TelegramMessage.attempt == bindparam("attempt"),
        (TelegramMessage.part == 0) | (TelegramMessage.state == _PREVIEW),
    )
    .order_by(TelegramMessage.part)
)
_IS_REACTION = TelegramMessage.is_reaction.is_(True)
_IS_MESSAGE = TelegramMessage.is_reaction.is_(False)
_IS_WAITING = and_(TelegramMessage.bot_id == bindparam("of_bot"), TelegramMessage.state == _WAITING)
_OF_CHAT = and_(_IS_WAITING, TelegramMessage.chat_id == bindparam("of_chat"))
_OF_PLACE = and_(_OF_CHAT, TelegramMessage.topic_id == bindparam("of_topic"))
_LATER = aliased(TelegramMessage)
_MORE_OF_TURN = exists().where(
    *(_LATER.turn_id == TelegramMessage.turn_id, _LATER.id > TelegramMessage.id, _LATER.state == _WAITING),
)
_NEXT = (
    select(
        TelegramMessage.__table__,
        and_(AgentTurn.state == TurnState.ANSWERED, _IS_MESSAGE, ~_MORE_OF_TURN).label("completes_answer"),
    )
    .outerjoin(AgentTurn, AgentTurn.id == TelegramMessage.turn_id)
    .where(_OF_PLACE)
    .order_by(TelegramMessage.due_at.is_not(None), TelegramMessage.turn_id.is_not(None), TelegramMessage.id)
    .limit(MOST_WAITING)
)
_LAST_TURN = (
    select(AgentTurn.id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentConversation.is_owned(),
        AgentConversation.is_in_place(),
        AgentConversation.ended_at.is_(None),
        AgentTurn.state != TurnState.SUPERSEDED,
    )
    .order_by(AgentTurn.id.desc())
    .limit(1)
    .scalar_subquery()
)
_ABOUT_LAST_TURN = (
    select(TelegramMessage.about, TelegramMessage.message_id)
    .where(TelegramMessage.turn_id == _LAST_TURN, TelegramMessage.about.is_not(None))
    .where(TelegramMessage.about.not_like(bindparam("unless", type_=String)))
    .order_by(TelegramMessage.id.desc())
    .limit(1)
)
_IS_ABOUT = and_(
    TelegramMessage.bot_id == bindparam("of_bot"),
    TelegramMessage.chat_id == bindparam("of_chat"),
    TelegramMessage.about == bindparam("thing"),
)
_ABOUT = select(TelegramMessage.message_id).where(_IS_ABOUT, TelegramMessage.message_id.is_not(None))
_HAS = select(exists().where(_IS_ABOUT))
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
_PLACES = select(TelegramMessage.chat_id, TelegramMessage.topic_id).where(_IS_WAITING).distinct()
_END = update(TelegramMessage).values(content=None, entities=None, file=None, buttons=None, sent_at=bindparam("at"))
_SENT_ONE = _END.where(TelegramMessage.id == bindparam("which"), TelegramMessage.state == _WAITING)
_OF_TURN = TelegramMessage.turn_id == bindparam("of_turn")
_DROP_UNSENT = delete(TelegramMessage).where(_OF_TURN, _IS_MESSAGE, TelegramMessage.message_id.is_(None))
_EMPTY: Final = dict.fromkeys(("content", "entities", "file", "file_name", "buttons", "about"), None)
_BUBBLES = (
    select(
        TelegramMessage.id,
        func.row_number()
        .over(order_by=(TelegramMessage.attempt, TelegramMessage.part, TelegramMessage.id))
        .label("place"),
    )
    .where(_OF_TURN, _IS_MESSAGE, TelegramMessage.deletes.is_(False))
    .cte("bubbles")
)
_HAND_OVER = (
    update(TelegramMessage)
    .where(TelegramMessage.id == _BUBBLES.c.id)
    .values(turn_id=bindparam("to_turn"), attempt=bindparam("try"), part=_BUBBLES.c.place - 1, state=_PREVIEW, **_EMPTY)
)
_DELETE = (
    update(TelegramMessage).where(TelegramMessage.deletes.is_(False)).values(state=_WAITING, deletes=True, **_EMPTY)
)
_DELETE_ANSWER = _DELETE.where(_OF_TURN, _IS_MESSAGE)
_DELETE_ABOVE = _DELETE_ANSWER.where(TelegramMessage.message_id < bindparam("below"))
_DELETE_REST = _DELETE.where(
    _OF_TURN,
    TelegramMessage.attempt == bindparam("try"),
    TelegramMessage.part >= bindparam("parts"),
    TelegramMessage.state == _PREVIEW,
)
_DROP_REACTIONS = (
    delete(TelegramMessage)
    .where(_OF_TURN, _IS_REACTION)
    .returning(TelegramMessage.chat_id, TelegramMessage.topic_id, TelegramMessage.quoted_id)
)
_REFUSE = _END.where(
    _OF_CHAT, TelegramMessage.id == func.coalesce(bindparam("which", type_=BigInteger), TelegramMessage.id)
)
_DATED = (
    select(TelegramMessage.id, TelegramMessage.about, TelegramMessage.due_at, TelegramMessage.missed)
    .where(_OF_PLACE, TelegramMessage.due_at.is_not(None))
    .order_by(TelegramMessage.id)
)
_REPLACED = delete(TelegramMessage).where(TelegramMessage.id.in_(bindparam("ids", expanding=True)))
_NEWEST = update(TelegramMessage).where(TelegramMessage.id == bindparam("which"))
_PAUSE = insert(TelegramPause)
_SET_PAUSE = _PAUSE.on_conflict_do_update(
    index_elements=["bot_id", "chat_id"], set_={"until": _PAUSE.excluded["until"]}
)
_PAUSES = select(TelegramPause.chat_id, TelegramPause.until).where(
    TelegramPause.bot_id == bindparam("bot_id"),
    TelegramPause.until > bindparam("now"),
)


@dataclass(frozen=True, slots=True)
class AnswerId:
    """An attempt at a turn's answer."""

    turn_id: UUID
    attempt: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message to send; `turn_id` is its answer's turn. The last part of an answered turn `completes_answer`."""

    id: int
    turn_id: UUID | None
    completes_answer: bool
    columns: Columns


def _waiting(row: Mapping[str, Any]) -> Waiting:
    return Waiting(row["id"], row["turn_id"], bool(row["completes_answer"]), row)


class Outbox:
    """The outbox of one bot. Works in the caller's transaction."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = bot_id

    async def add(self, tx: Transaction, place: Place, messages: Sequence[Columns]) -> None:
        """Store messages to send."""
        if messages:
            tx.connection.defer(_INSERT, self._rows(place, messages))

    async def add_answer(self, tx: Transaction, place: Place, answer: AnswerId, messages: Sequence[Columns]) -> None:
        """Store a turn's whole answer; its first part replaces the preview, unless it names another message.

        A part that was sent stays unchanged.
        """
        if messages:
            tx.connection.defer(_ADD_ANSWER, [row | asdict(answer) for row in self._rows(place, messages)])

    async def react(self, tx: Transaction, place: Place, turn_id: UUID, reaction: Columns) -> None:
        """Store a turn's reaction to a message, which is no part of its answer."""
        await tx.connection.execute(_INSERT, [row | {"turn_id": turn_id} for row in self._rows(place, [reaction])])

    async def take_reactions_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Remove a turn's reactions, also one that is just being sent."""
        gone = await tx.connection.execute(_DROP_REACTIONS, {"of_turn": turn_id})
        for place, message_id in {(Place(row.chat_id, row.topic_id), row.quoted_id) for row in gone}:
            await self.react(tx, place, turn_id, {"is_reaction": True, "quoted_id": message_id})

    async def note_preview(self, tx: Transaction, place: Place, answer: AnswerId, message_id: int) -> None:
        """Store the message id of an answer's preview."""
        await self.add_answer(tx, place, answer, [{"state": _PREVIEW, "message_id": message_id}])

    async def previews(self, tx: Transaction, answer: AnswerId) -> list[int]:
        """Return the ids of the messages that an answer is to replace: its preview, or all of a former answer."""
        return [it for it in await tx.connection.scalars(_PREVIEWED, asdict(answer)) if it]

    async def hand_over(self, tx: Transaction, turn_id: UUID, answer: AnswerId, *, below: int) -> None:
        """Let an answer replace the messages of a turn's, part by part, that are `below` a message of the chat.

        Those above it are deleted, as those of an attempt that failed before the message. What was not sent is dropped.
        Reactions go.
        """
        await self.take_reactions_back(tx, turn_id)
        await tx.connection.execute(_DROP_UNSENT, {"of_turn": turn_id})
        await tx.connection.execute(_DELETE_ABOVE, {"of_turn": turn_id, "below": below})
        await tx.connection.execute(_HAND_OVER, {"of_turn": turn_id, "to_turn": answer.turn_id, "try": answer.attempt})

    async def delete_rest(self, tx: Transaction, answer: AnswerId, parts: int) -> None:
        """Delete the messages that an answer of some parts has not replaced."""
        await tx.connection.execute(_DELETE_REST, {"of_turn": answer.turn_id, "try": answer.attempt, "parts": parts})

    async def delete_answer(self, tx: Transaction, turn_id: UUID) -> None:
        """Delete the messages of a turn's answer. What was not sent is dropped; reactions go."""
        await self.take_reactions_back(tx, turn_id)
        await tx.connection.execute(_DROP_UNSENT, {"of_turn": turn_id})
        await tx.connection.execute(_DELETE_ANSWER, {"of_turn": turn_id})

    async def about(self, tx: Transaction, chat_id: int, thing: str) -> list[int]:
        """Return the ids of a chat's messages about a thing."""
        of = {"of_bot": self._bot_id, "of_chat": chat_id, "thing": thing}
        return [it for it in await tx.connection.scalars(_ABOUT, of) if it]

    async def has(self, tx: Transaction, chat_id: int, thing: str) -> bool:
        """Tell whether a message about a thing was ever stored for a chat, sent or not."""
        of = {"of_bot": self._bot_id, "of_chat": chat_id, "thing": thing}
        return bool(await tx.connection.scalar(_HAS, of))

    async def about_last_turn(
        self, tx: Transaction, owner: Owner, place: Place, *, unless: str = ""
    ) -> tuple[str, int | None] | None:
        """Return the `about` and the message id of the last buttons below the place's last turn, or None.

        Those whose `about` begins with `unless` and a colon are passed over.
        """
        of = {**owner.columns, **place.columns, "unless": f"{unless}:%"}
        row = (await tx.connection.execute(_ABOUT_LAST_TURN, of)).one_or_none()
        return (row.about, row.message_id) if row else None

    async def waiting(self, tx: Transaction, place: Place) -> list[Waiting]:
        """Return the first messages to send to a place: answers of commands, then the model's, then dated ones."""
        return [_waiting(row) for row in await tx.connection.fetch(_NEXT, self._of(place))]

    def read_ahead(self, tx: Transaction, place: Place) -> Callable[[], list[Waiting] | None]:
        """Have `waiting` read with COMMIT, and return what then gives it; None if it wasn't, or nothing is committed.

        Call it after everything else in the transaction.
        """
        deferred = tx.connection.defer(_NEXT, self._of(place))
        return lambda: None if deferred.rows is None else [_waiting(row) for row in deferred.rows]

    async def merge_dated(self, tx: Transaction, place: Place) -> bool:
        """Let the newest that waits of each series of dated messages replace the earlier ones, which count as missed.

        A series has the same `about` up to the last colon. Of several messages about the same, it is as late as the
        first. False if there were none to replace. The sender calls this, so that no message goes that is just being
        sent.
        """
        by_series = defaultdict[str, list[Any]](list)
        for row in await tx.connection.execute(_DATED, self._of(place)):
            by_series[row.about.rpartition(":")[0]].append(row)
        to_merge = [rows for rows in by_series.values() if len(rows) > 1]
        for rows in to_merge:
            newest = rows[-1]
            missed = sum(it.missed for it in rows) + len({it.about for it in rows}) - 1
            due_at = min(it.due_at for it in rows if it.about == newest.about)
            await tx.connection.execute(_REPLACED, {"ids": [it.id for it in rows[:-1]]})
            await tx.connection.execute(_NEWEST.values(missed=missed, due_at=due_at), {"which": newest.id})
        return bool(to_merge)

    async def waiting_places(self, tx: Transaction) -> tuple[list[Place], dict[int, datetime]]:
        """Return the places for which messages wait, and the chats with a pause, each with its end."""
        waiting = await tx.connection.execute(_PLACES, {"of_bot": self._bot_id})
        places = [Place(row.chat_id, row.topic_id) for row in waiting]
        values = {"bot_id": self._bot_id, "now": datetime.now(UTC)}
        pauses = await tx.connection.execute(_PAUSES, values)
        return places, {row.chat_id: row.until for row in pauses}

    async def about_same(self, tx: Transaction, which: int) -> list[int]:
        """Return the ids of earlier messages about the same thing."""
        return [it for it in await tx.connection.scalars(_ABOUT_SAME, {"which": which}) if it]

    async def sent(self, tx: Transaction, which: int, message_id: int | None) -> bool:
        """Store the message id of a sent text, if it has one, and drop the text; False if it waits no more."""
        values = {"state": _SENT, "message_id": message_id, "problem": None}
        return bool(
            (await tx.connection.execute(_SENT_ONE, {"which": which, "at": datetime.now(UTC), **values})).rowcount
        )

    async def delete_superseded(self, tx: Transaction, place: Place, turn_id: UUID, message_id: int) -> None:
        """Delete a message that was sent for a turn while that was superseded."""
        turn = select(AgentTurn.state).where(AgentTurn.id == turn_id)
        if await tx.connection.scalar(turn) is TurnState.SUPERSEDED:
            await self.add(tx, place, [{"message_id": message_id, "deletes": True}])

    async def refuse(self, tx: Transaction, chat_id: int, problem: str, which: int | None = None) -> bool:
        """Mark a text, or all that wait for a chat, as refused by Telegram for a reason, and drop the texts.

        False if that was done already.
        """
        values = {"at": datetime.now(UTC), "state": _REFUSED, "problem": problem}
        those = {"of_bot": self._bot_id, "of_chat": chat_id, "which": which}
        return bool((await tx.connection.execute(_REFUSE, those | values)).rowcount)

    async def pause(self, tx: Transaction, chat_id: int, until: datetime) -> None:
        """Store the end of a chat's pause."""
        await tx.connection.execute(_SET_PAUSE, {"bot_id": self._bot_id, "chat_id": chat_id, "until": until})

    def _of(self, place: Place) -> dict[str, int]:
        return {"of_bot": self._bot_id, "of_chat": place.chat_id, "of_topic": place.topic_id}

    def _rows(self, place: Place, messages: Sequence[Columns]) -> list[dict[str, Any]]:
        of_all = {"bot_id": self._bot_id, **place.columns, "state": _WAITING, "created_at": datetime.now(UTC)}
        return [{**of_all, "part": part, **message} for part, message in enumerate(messages)]
