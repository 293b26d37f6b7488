"""The table of reminders."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, String
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.features.reminders.values import ReminderState
from bot.store.tables import (
    JSON_OR_NULL,
    OWNER,
    Base,
    Count,
    Flag,
    Owned,
    ShortId,
    Small,
    index,
    one_of,
)


class AgentReminder(Owned, Base, table="agent_reminders"):
    """A reminder. `wall` is its next time as a clock of its zone shows it; it `rings_at` the first of what is due.

    It rings in the topic `topic_id` of its owner's private chat. `again_at` is when the last ring comes again, and
    `rung_at` the time that it was for. The text of an `untrusted` one came through a program. One that is a task is
    done by a turn when it is due: it waits until `waits_until`, and has had these `failures` since it was due. `former`
    holds the columns that the last change replaced.
    """

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    text: Mapped[str]
    wall: Mapped[datetime] = mapped_column(DateTime(timezone=False))
    zone: Mapped[str] = mapped_column(String(64))
    rule: Mapped[str] = mapped_column(server_default=sql("''"))
    follows: Mapped[Flag]
    untrusted: Mapped[Flag]
    topic_id: Mapped[int] = mapped_column(server_default=sql("0"))
    state: Mapped[ReminderState] = mapped_column(one_of(ReminderState))
    is_due: Mapped[bool] = mapped_column(server_default=sql("true"))
    rings_at: Mapped[datetime | None]
    again_at: Mapped[datetime | None]
    nag_minutes: Mapped[Small | None]
    nags: Mapped[Count]
    rung_at: Mapped[datetime | None]
    is_task: Mapped[Flag]
    waits_until: Mapped[datetime | None]
    failures: Mapped[Count]
    version: Mapped[Small] = mapped_column(server_default=sql("1"))
    former: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    created_at: Mapped[datetime]

    __table_args__ = (
        index("idx_agent_reminders_due", "bot_id", "rings_at", where="rings_at IS NOT NULL"),
        index("idx_agent_reminders_owner", *OWNER, "rings_at", "id"),
    )
