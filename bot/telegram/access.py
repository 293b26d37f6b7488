"""Who may use the bot, read from an update's JSON before anything else is done with it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

REFUSAL_INTERVAL = timedelta(hours=1)
_MOST_STRANGERS = 1_000


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent an update, and in which private chat."""

    user_id: int
    chat_id: int
    message_id: int | None


def private_sender(raw: dict[str, Any]) -> Sender | None:
    """Return who sent an update in a private chat; None for anything else, and for what names no one."""
    for kind in ("message", "edited_message"):
        message = raw.get(kind)
        if not isinstance(message, dict):
            continue
        chat, user, message_id = message.get("chat"), message.get("from"), message.get("message_id")
        if not isinstance(chat, dict) or not isinstance(user, dict) or chat.get("type") != "private":
            continue
        if isinstance(chat.get("id"), int) and isinstance(user.get("id"), int):
            return Sender(user["id"], chat["id"], message_id if isinstance(message_id, int) else None)
    return None


class Access:
    """The users that are allowed, by their Telegram ids, and the strangers that were refused of late."""

    def __init__(self, allowed_user_ids: Collection[int]) -> None:
        self._allowed = frozenset(allowed_user_ids)
        self._refused: dict[int, datetime] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nobody is allowed."""
        return not self._allowed

    def allows(self, sender: Sender) -> bool:
        """Tell whether a sender may use the bot."""
        return sender.user_id in self._allowed

    def allows_raw(self, raw: dict[str, Any]) -> bool:
        """Tell whether an update's JSON is that of a sender who may use the bot."""
        sender = private_sender(raw)
        return sender is not None and self.allows(sender)

    def refuse(self, user_id: int, now: datetime) -> bool:
        """Tell whether a stranger is to be told that they are one: once an hour each."""
        self._refused = {stranger: at for stranger, at in self._refused.items() if now - at < REFUSAL_INTERVAL}
        if user_id in self._refused or len(self._refused) >= _MOST_STRANGERS:
            return False
        self._refused[user_id] = now
        return True
