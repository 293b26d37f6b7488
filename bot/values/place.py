"""Where a conversation lives."""

from dataclasses import dataclass

from bot.values.owner import Owner


@dataclass(frozen=True, slots=True)
class Place:
    """A Telegram chat or a topic of one, by their ids. A chat without topics, and its General topic, have 0."""

    chat_id: int
    topic_id: int = 0

    @property
    def is_in_group(self) -> bool:
        """Whether the chat is a group, whose ids are negative (Bot API, Chat)."""
        return self.chat_id < 0

    @property
    def columns(self) -> dict[str, int]:
        """The columns of a row that hold its place, with their values."""
        return {"chat_id": self.chat_id, "topic_id": self.topic_id}


def private_chat(owner: Owner) -> Place:
    """Return an owner's private chat, which has their id (Bot API, Chat)."""
    return Place(owner.user_id)
