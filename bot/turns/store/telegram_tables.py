"""The inbox and the outbox."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary, String, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.kit.place import TopicAct
from bot.store.tables import JSON_OR_NULL, Base, Count, Flag, Placed, RowNumber, Small, Whose, index
from bot.turns.values.incoming import UpdateKind


class TelegramUpdate(Base, table="telegram_updates", of=Whose.CHAT):
    """The inbox: an update as received, until it is acknowledged; then only its ids.

    A dead letter is acknowledged, but keeps its payload; its `problem` names the error. A chat's mailbox is its waiting
    updates: `kind` says how one is handled, and `message` holds the content of a message or an edit. Waiting updates of
    earlier releases have no kind until they are read again.
    """

    id: Mapped[RowNumber]
    bot_id: Mapped[int]
    update_id: Mapped[int]
    chat_id: Mapped[int | None]
    topic_id: Mapped[int] = mapped_column(server_default=sql("0"))
    message_id: Mapped[int | None]
    payload: Mapped[Any | None] = mapped_column(JSON_OR_NULL)
    problem: Mapped[str | None]
    kind: Mapped[UpdateKind | None]
    message: Mapped[Any | None] = mapped_column(JSON_OR_NULL)
    failed_attempts: Mapped[Count]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    received_at: Mapped[datetime]
    handled_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("bot_id", "update_id"),
        index("idx_telegram_updates_waiting", "bot_id", "id", where="handled_at IS NULL"),
        index("idx_telegram_updates_set_aside", "bot_id", "id", where="problem IS NOT NULL"),
        index("idx_telegram_updates_turn_id", "turn_id"),
    )


class TelegramMessage(Placed, Base, table="telegram_messages", of=Whose.CHAT):
    """The outbox: a message to a chat; its text is dropped once it is sent.

    It is a part of an attempt at a turn's answer, or of the answer to a command or a button. A waiting one with a
    `message_id` replaces that message, or `deletes` it. A preview shows the beginning of an unfinished answer. `about`
    is the subject of its buttons. One that `is_reaction` puts its text below the message that it quotes, as an emoji.
    One `due_at` a time, which stands for so many `missed` before, comes after all others, and a private chat does not
    take it along, nor one that is silent. One with a `topic_act` changes its topic, or opens one with the
    `topic_name` and is then said there.
    """

    id: Mapped[RowNumber]
    bot_id: Mapped[int]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    attempt: Mapped[Small | None]
    part: Mapped[Small]
    state: Mapped[str] = mapped_column(String(20))
    content: Mapped[str | None]
    entities: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON_OR_NULL)
    file_name: Mapped[str | None]
    file: Mapped[bytes | None] = mapped_column(LargeBinary)
    is_voice: Mapped[Flag]
    is_reaction: Mapped[Flag]
    due_at: Mapped[datetime | None]
    missed: Mapped[Small | None]
    is_silent: Mapped[Flag]
    buttons: Mapped[list[list[dict[str, str]]] | None] = mapped_column(JSON_OR_NULL)
    about: Mapped[str | None]
    quoted_id: Mapped[int | None]
    message_id: Mapped[int | None]
    deletes: Mapped[Flag]
    topic_act: Mapped[TopicAct | None]
    topic_name: Mapped[str | None]
    problem: Mapped[str | None]
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("turn_id", "attempt", "part"),
        index("idx_telegram_messages_waiting", "bot_id", "chat_id", "topic_id", "id", where="state = 'waiting'"),
        index(
            "idx_telegram_messages_answers",
            "bot_id",
            "chat_id",
            "message_id",
            where="turn_id IS NOT NULL AND message_id IS NOT NULL",
        ),
        index("idx_telegram_messages_about", "bot_id", "chat_id", "about", where="about IS NOT NULL"),
    )


class TelegramTopic(Base, table="telegram_topics", of=Whose.CHAT):
    """A topic that Keepsake opened, or that waits for a name.

    One that `is_private` holds private conversations only. One that `is_unnamed` is named by what is said first in it.
    One that `is_deleted` was ended by Keepsake, which deletes it.
    """

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chat_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    topic_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    is_private: Mapped[Flag]
    is_unnamed: Mapped[Flag]
    is_deleted: Mapped[Flag]


class TelegramPause(Base, table="telegram_pauses", of=Whose.CHAT):
    """The end of a pause that Telegram asked for in a chat."""

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chat_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    until: Mapped[datetime]
