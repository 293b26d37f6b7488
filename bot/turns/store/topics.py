"""Topics that Keepsake opened or is to name. Works in the caller's transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, literal, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.kit.owner import Owner
from bot.kit.place import Place, TopicAct
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentOwner
from bot.turns.store.telegram_tables import TelegramMessage, TelegramTopic

_WAITING: Final = "waiting"
_IS_IT = and_(
    TelegramTopic.bot_id == bindparam("of_bot"),
    TelegramTopic.chat_id == bindparam("of_chat"),
    TelegramTopic.topic_id == bindparam("of_topic"),
)
_STATE = select(
    select(AgentOwner.private_until).where(AgentOwner.is_owned()).scalar_subquery().label("private_until"),
    select(TelegramTopic.is_private).where(_IS_IT).scalar_subquery().label("is_private"),
    select(TelegramTopic.is_unnamed).where(_IS_IT).scalar_subquery().label("is_unnamed"),
)
_IS_DELETED = select(TelegramTopic.is_deleted).where(_IS_IT)
_INSERT = insert(TelegramTopic)
_NOTE = _INSERT.on_conflict_do_update(
    index_elements=["bot_id", "chat_id", "topic_id"],
    set_={
        **{name: _INSERT.excluded[name] for name in ("is_private", "is_deleted")},
        "is_unnamed": and_(TelegramTopic.is_unnamed, _INSERT.excluded.is_unnamed),  # who named it may have been faster
    },
)
_NAMED = _INSERT.on_conflict_do_update(index_elements=["bot_id", "chat_id", "topic_id"], set_={"is_unnamed": False})
_DELETED = update(TelegramTopic).where(_IS_IT).values(is_deleted=True)
_OPENED = (
    update(TelegramMessage)
    .where(TelegramMessage.id == bindparam("which"), TelegramMessage.state == _WAITING)
    .values(topic_id=bindparam("its_topic"), topic_act=None, topic_name=None)
)
_WAITS = and_(
    TelegramMessage.bot_id == bindparam("of_bot"),
    TelegramMessage.chat_id == bindparam("of_chat"),
    TelegramMessage.topic_id == bindparam("of_topic"),
    TelegramMessage.state == _WAITING,
)
_DROP = delete(TelegramMessage).where(_WAITS)
_DROP_ACTS = _DROP.where(TelegramMessage.topic_act.in_([TopicAct.RENAME, TopicAct.DELETE]))
_MOVE = update(TelegramMessage).where(_WAITS)


@dataclass(frozen=True, slots=True)
class PlaceState:
    """When the owner's last private conversation in General ended by idling; and what is known of a topic.

    One that is private holds private conversations only. One that is unnamed gets its name from what is said first.
    """

    private_until: datetime | None
    is_private: bool
    is_unnamed: bool


async def state(tx: Transaction, owner: Owner, place: Place) -> PlaceState:
    """Return the state of a place."""
    row = (await tx.connection.execute(_STATE, {**owner.columns, **_which(owner.bot_id, place)})).one()
    until = None if place.topic_id else row.private_until
    return PlaceState(until, is_private=bool(row.is_private), is_unnamed=bool(row.is_unnamed))


async def note_unnamed(tx: Transaction, bot_id: int, place: Place) -> None:
    """Note that a topic is to be named."""
    await tx.connection.execute(_NOTE, _row(bot_id, place, is_unnamed=True))


async def note_named(tx: Transaction, bot_id: int, place: Place) -> None:
    """Note that a topic has its name, also one that isn't known yet."""
    await tx.connection.execute(_NAMED, _row(bot_id, place))


async def note_deleted(tx: Transaction, bot_id: int, place: Place) -> None:
    """Note that a topic is to be deleted: what waits for it is not sent anywhere else."""
    await tx.connection.execute(_DELETED, _which(bot_id, place))


async def note_opened(
    tx: Transaction, bot_id: int, place: Place, which: int, *, is_private: bool, is_unnamed: bool
) -> None:
    """Note that the topic was opened in which a message of the outbox is to be said; that waits there from now on."""
    await tx.connection.execute(_OPENED, {"which": which, "its_topic": place.topic_id})
    row = _row(bot_id, place, is_private=is_private, is_unnamed=is_unnamed)
    await tx.connection.execute(_NOTE, row)


async def leave(tx: Transaction, bot_id: int, place: Place) -> None:
    """Let what waits for a topic that is gone be sent to General; drop it if Keepsake has deleted the topic."""
    its = _which(bot_id, place)
    is_deleted = await tx.connection.scalar(_IS_DELETED, its)
    await tx.connection.execute(_DROP if is_deleted else _DROP_ACTS, its)
    await tx.connection.execute(_MOVE.values(topic_id=literal(0)), its)


def _which(bot_id: int, place: Place) -> dict[str, object]:
    return {"of_bot": bot_id, "of_chat": place.chat_id, "of_topic": place.topic_id}


def _row(bot_id: int, place: Place, **values: bool) -> dict[str, Any]:
    flags = {"is_private": False, "is_unnamed": False, "is_deleted": False}
    return {"bot_id": bot_id, **place.columns, **flags, **values}
