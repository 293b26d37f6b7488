"""Access control, on an update's JSON before anything else is done with it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

REFUSAL_INTERVAL = timedelta(hours=1)
_MOST_STRANGERS = 1_000
_ID_BITS = 52
"""Significant bits of an id (Bot API, User and Chat)."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The user and the private chat of an update."""

    user_id: int
    chat_id: int
    message_id: int | None


def known_id(value: object) -> int | None:
    """Return a value that can be an id, else None."""
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > _ID_BITS:
        return None
    return value


def private_sender(raw: dict[str, Any]) -> Sender | None:
    """Return the sender of an update in a private chat, None for other updates.

    An update without a chat belongs to its sender's private chat.
    """
    for event in raw.values():
        user = event.get("from", event.get("user")) if isinstance(event, dict) else None
        user_id = known_id(user.get("id")) if isinstance(user, dict) else None
        if user_id is None:
            continue
        message = event.get("message", event)
        chat = message.get("chat", {"id": user_id, "type": "private"}) if isinstance(message, dict) else None
        chat_id = known_id(chat.get("id")) if isinstance(chat, dict) and chat.get("type") == "private" else None
        if chat_id is not None:
            return Sender(user_id, chat_id, known_id(message.get("message_id")))
    return None


class Access:
    """The allowed users by Telegram id, and the strangers refused recently."""

    def __init__(self, allowed_user_ids: Collection[int]) -> None:
        self.user_ids = frozenset(allowed_user_ids)
        self._refused: dict[int, datetime] = {}

    def allows(self, sender: Sender) -> bool:
        """Tell whether a sender may use the bot."""
        return sender.user_id in self.user_ids

    def allows_raw(self, raw: dict[str, Any]) -> bool:
        """Tell whether an update's JSON has a sender who may use the bot."""
        sender = private_sender(raw)
        return sender is not None and self.allows(sender)

    def refuse(self, user_id: int, now: datetime) -> bool:
        """Tell whether to answer a stranger: once an hour each."""
        self._refused = {stranger: at for stranger, at in self._refused.items() if now - at < REFUSAL_INTERVAL}
        if user_id in self._refused or len(self._refused) >= _MOST_STRANGERS:
            return False
        self._refused[user_id] = now
        return True
