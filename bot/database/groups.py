"""Groups that an allowed person has added the bot to. Works in the caller's transaction."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.memories import lock
from bot.database.tables import (
    AgentConversation,
    AgentGroup,
    AgentMessage,
    AgentOwner,
    AgentTurn,
    Base,
    TelegramMessage,
    TelegramUpdate,
)
from bot.values.groups import Group
from bot.values.owner import Owner
from bot.values.place import Place

_WAITING: Final = "waiting"
"""State of a message in the outbox that isn't sent."""
_PREVIEW: Final = "preview"
"""State of one that shows the beginning of an answer."""


async def of_bot(tx: Transaction, bot_id: int) -> Sequence[Group]:
    """Return the groups that a bot is in."""
    query = select(AgentGroup).where(AgentGroup.bot_id == bot_id, AgentGroup.left_at.is_(None))
    return [_group(row) for row in await tx.connection.execute(query.order_by(AgentGroup.chat_id))]


async def join(tx: Transaction, itself: Owner, manager_id: int, title: str, *, reads_all: bool) -> bool:
    """Store that a person added the bot to a group, which they manage from now on; return whether it wasn't in it."""
    now = datetime.now(UTC)
    about = {"manager_id": manager_id, "title": title, "is_alone": False, "since": now, "reads_all": reads_all}
    row = insert(AgentGroup).values(bot_id=itself.bot_id, chat_id=itself.user_id, **about)
    came = row.on_conflict_do_update(
        index_elements=["bot_id", "chat_id"], set_={**about, "left_at": None}, where=AgentGroup.left_at.is_not(None)
    )
    return (await tx.connection.execute(came.returning(AgentGroup.chat_id))).first() is not None


async def leave(tx: Transaction, itself: Owner) -> Group | None:
    """Store that the bot is in a group no more, and return it if it was. What belongs to the group stays."""
    values = {"left_at": datetime.now(UTC), "is_alone": False}
    left = update(AgentGroup).where(_is(itself), AgentGroup.left_at.is_(None)).values(values).returning(AgentGroup)
    row = (await tx.connection.execute(left)).one_or_none()
    return _group(row) if row else None


async def note(tx: Transaction, itself: Owner, **changed: Any) -> None:
    """Store what has changed of a group: its `title`, or whether the bot `reads_all`."""
    await tx.connection.execute(update(AgentGroup).where(_is(itself)).values(changed))


async def hand_over(tx: Transaction, group: Group, *, is_alone: bool) -> None:
    """Store whether a group's manager is alone there, and drop what was not sent there yet."""
    values = {"is_alone": is_alone, "since": datetime.now(UTC)}
    await tx.connection.execute(update(AgentGroup).where(_is(group.itself)).values(values))
    unsent = delete(TelegramMessage).where(
        TelegramMessage.bot_id == group.bot_id,
        TelegramMessage.chat_id == group.chat_id,
        TelegramMessage.state == _WAITING,
        TelegramMessage.deletes.is_(False),
    )
    await tx.connection.execute(unsent)


async def places(tx: Transaction, owner: Owner, chat_id: int) -> Sequence[Place]:
    """Return where in a chat an owner has an open conversation."""
    query = select(AgentConversation.topic_id).where(
        AgentConversation.owned_by(owner), AgentConversation.chat_id == chat_id, AgentConversation.ended_at.is_(None)
    )
    return [Place(chat_id, topic_id) for topic_id in await tx.connection.scalars(query)]


async def upgrade(tx: Transaction, former: Owner, chat_id: int, moved: Callable[[Any], Any]) -> list[dict[str, Any]]:
    """Move all that belongs to a group to its id as a supergroup; return the payloads of updates that wait there now.

    `moved` returns a payload as one of the supergroup. Message ids begin anew there, so what refers to former messages
    is dropped (Bot API, Message.migrate_to_chat_id).
    """
    if not await tx.connection.scalar(select(AgentGroup.chat_id).where(_is(former))):
        return []
    await lock(tx, former)
    new = Owner(former.bot_id, chat_id)
    await tx.connection.execute(delete(AgentGroup).where(_is(new)))
    await tx.connection.execute(delete(AgentOwner).where(AgentOwner.owned_by(new)))
    await tx.connection.execute(update(AgentGroup).where(_is(former)).values(chat_id=chat_id))
    its_turns = (
        select(AgentTurn.id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentConversation.bot_id == former.bot_id, AgentConversation.chat_id == former.user_id)
    )
    of_its_turns = AgentMessage.turn_id.in_(its_turns)
    await tx.connection.execute(update(AgentMessage).where(of_its_turns).values(telegram_ids=None))
    for table in Base.metadata.sorted_tables:
        if set(former.columns).issubset(table.columns.keys()):
            await tx.connection.execute(update(table).filter_by(**former.columns).values(user_id=chat_id))
    its_chat = {"bot_id": former.bot_id, "chat_id": former.user_id}
    conversations = update(AgentConversation).filter_by(**its_chat).values(chat_id=chat_id)
    await tx.connection.execute(conversations)
    await _move_unsent(tx, its_chat, chat_id)
    return await _move_waiting(tx, its_chat, chat_id, moved)


async def _move_unsent(tx: Transaction, its_chat: dict[str, int], chat_id: int) -> None:
    """Let what was not sent to a group be sent to its id as a supergroup, as far as it is a message of its own."""
    is_unsent = TelegramMessage.state == _WAITING
    shows_nothing = and_(
        *(it.is_(None) for it in (TelegramMessage.content, TelegramMessage.rich, TelegramMessage.file))
    )
    is_about_former = or_(TelegramMessage.deletes, TelegramMessage.is_reaction, shows_nothing)
    gone = or_(TelegramMessage.state == _PREVIEW, and_(is_unsent, is_about_former))
    await tx.connection.execute(delete(TelegramMessage).filter_by(**its_chat).where(gone))
    unsent = update(TelegramMessage).filter_by(**its_chat).where(is_unsent)
    await tx.connection.execute(unsent.values(chat_id=chat_id, message_id=None, quoted_id=None))


async def _move_waiting(
    tx: Transaction, its_chat: dict[str, int], chat_id: int, moved: Callable[[Any], Any]
) -> list[dict[str, Any]]:
    """Let updates that wait in a group wait in the supergroup, and return their payloads."""
    of_chat = select(TelegramUpdate.id, TelegramUpdate.payload).filter_by(**its_chat, handled_at=None)
    rows = (await tx.connection.execute(of_chat.order_by(TelegramUpdate.id))).all()
    payloads = [moved(row.payload) for row in rows]
    for row, payload in zip(rows, payloads, strict=True):
        move = update(TelegramUpdate).where(TelegramUpdate.id == row.id)
        await tx.connection.execute(move.values(chat_id=chat_id, payload=payload))
    return [it for it in payloads if it]


def _is(itself: Owner) -> ColumnElement[bool]:
    return (AgentGroup.bot_id == itself.bot_id) & (AgentGroup.chat_id == itself.user_id)


def _group(row: Row[Any]) -> Group:
    return Group(
        bot_id=row.bot_id,
        chat_id=row.chat_id,
        manager_id=row.manager_id,
        title=row.title,
        is_alone=row.is_alone,
        since=row.since,
        reads_all=row.reads_all,
    )
