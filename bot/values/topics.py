"""Topics of chats."""

from enum import StrEnum
from typing import Final

NAME_MAX: Final = 128
"""Most characters of a topic's name (Bot API, createForumTopic)."""
FIRST_WORDS: Final = 40
"""Most characters of what was said first that name a topic."""


class TopicAct(StrEnum):
    """What is to be done with a topic: a message of the outbox that opens one is then said in it."""

    OPEN = "open"
    OPEN_PRIVATE = "open_private"
    RENAME = "rename"
    DELETE = "delete"
