"""Access control, on an update's JSON before anything else is done with it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.kit.place import Place

REFUSAL_INTERVAL = timedelta(hours=1)
_MOST_CODES = 5
"""Most codes of links that a stranger may try an hour."""
_MOST_STRANGERS = 1_000
_ID_BITS = 52
"""Significant bits of an id (Bot API, User and Chat)."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The user, the chat and the topic of an update, and the language of the user's app if it is known.

    The chat is the user's private one.
    """

    user_id: int
    chat_id: int
    message_id: int | None
    language_code: str | None = None
    topic_id: int = 0

    @property
    def place(self) -> Place:
        """The chat, or the topic of it."""
        return Place(self.chat_id, self.topic_id)


def known_id(value: object) -> int | None:
    """Return a value that can be an id, else None."""
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > _ID_BITS:
        return None
    return value


def private_sender(raw: dict[str, Any]) -> Sender | None:
    """Return the sender of an update in a private chat, None for other updates.

    An update without a chat belongs to its sender's private chat, whose id is the user's own (Bot API, Chat). Any other
    private chat is none of theirs.
    """
    if "my_chat_member" in raw:
        return None
    for event in raw.values():
        user = event.get("from", event.get("user")) if isinstance(event, dict) else None
        user_id = known_id(user.get("id")) if isinstance(user, dict) else None
        if user_id is None:
            continue
        message = event.get("message", event)
        chat = message.get("chat", {"id": user_id, "type": "private"}) if isinstance(message, dict) else None
        chat_id = known_id(chat.get("id")) if isinstance(chat, dict) and chat.get("type") == "private" else None
        if chat_id == user_id:
            its_id, language = known_id(message.get("message_id")), language_code(user)
            return Sender(user_id, chat_id, its_id, language, topic_id(message))
    return None


def language_code(user: object) -> str | None:
    """Return the language of a user's app, if Telegram knows it (Bot API, User)."""
    code = user.get("language_code") if isinstance(user, dict) else None
    return code if isinstance(code, str) else None


def topic_id(message: Mapping[str, Any]) -> int:
    """Return a message's topic, 0 for General and for a thread of replies (Bot API, Message.is_topic_message)."""
    return known_id(message.get("message_thread_id")) or 0 if message.get("is_topic_message") is True else 0


class Access:
    """The allowed users by Telegram id, and what strangers did recently."""

    def __init__(self, allowed_user_ids: Collection[int]) -> None:
        self.user_ids = allowed_user_ids
        self._refused = _Limit(1)
        self._tries = _Limit(_MOST_CODES)

    def allows(self, sender: Sender) -> bool:
        """Tell whether a sender may use the bot."""
        return sender.user_id in self.user_ids

    def allows_raw(self, raw: dict[str, Any]) -> bool:
        """Tell whether an update's JSON has a sender who may use the bot."""
        sender = private_sender(raw)
        return sender is not None and self.allows(sender)

    def refuse(self, user_id: int, now: datetime) -> bool:
        """Tell whether to answer a stranger: once an hour each."""
        return self._refused.take(user_id, now)

    def may_try(self, user_id: int, now: datetime) -> bool:
        """Tell whether a stranger may try the code of a link: a few times an hour."""
        return self._tries.take(user_id, now)


class _Limit:
    """A limit on what each stranger does in the hour after the first time, and on the number of strangers."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[int, tuple[datetime, int]] = {}

    def take(self, user_id: int, now: datetime) -> bool:
        """Tell whether a stranger may do it once more, and count it."""
        self._counts = {user: it for user, it in self._counts.items() if now - it[0] < REFUSAL_INTERVAL}
        since, count = self._counts.get(user_id, (now, 0))
        if count >= self._most or (not count and len(self._counts) >= _MOST_STRANGERS):
            return False
        self._counts[user_id] = since, count + 1
        return True
