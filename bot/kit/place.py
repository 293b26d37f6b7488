"""Where a conversation lives."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.kit.owner import Owner

NAME_MAX: Final = 128
"""Most characters of a topic's name (Bot API, createForumTopic)."""
FIRST_WORDS: Final = 40
"""Most characters of a topic's name taken from its first message."""


@dataclass(frozen=True, slots=True)
class Place:
    """A Telegram chat or a topic of one, by their ids. A chat without topics, and its General topic, have 0."""

    chat_id: int
    topic_id: int = 0

    @property
    def columns(self) -> dict[str, int]:
        """The columns of a row that hold its place, with their values."""
        return {"chat_id": self.chat_id, "topic_id": self.topic_id}


def private_chat(owner: Owner) -> Place:
    """Return an owner's private chat, which has their id (Bot API, Chat)."""
    return Place(owner.user_id)


class TopicAct(StrEnum):
    """What to do with a topic. A message of the outbox that opens one is then sent to it."""

    OPEN = "open"
    OPEN_PRIVATE = "open_private"
    RENAME = "rename"
    DELETE = "delete"
