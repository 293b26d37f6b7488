"""Users, their messages, and what goes with them, as both sides of a chat share them."""

from dataclasses import dataclass, field
from typing import Final

from practice.telegram.keyboards import Button, Keyboard
from practice.telegram.texts import Entity
from practice.telegram.updates import JsonObject

MEDIA: Final = ("animation", "audio", "document", "photo", "sticker", "video", "voice")
"""Fields of the Bot API's Message for files. An animation's message has its `document`, too."""


@dataclass(frozen=True, slots=True)
class User:
    """A person with a private chat with the bot; both have the same id. A group has a negative one (Bot API, Chat)."""

    id: int
    first_name: str
    blocked: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a private chat (Bot API, ForumTopic)."""

    id: int
    user_id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message of a chat in its current version; dates are Unix seconds.

    The text of a message with a file is the file's caption. `user_id` is the chat's id.
    """

    message_id: int
    user_id: int
    from_bot: bool
    date: int
    text: str
    entities: tuple[Entity, ...] = ()
    edited: int | None = None
    reply_to: int | None = None
    keyboard: Keyboard = ()
    asks_reply: bool = False
    """Whether a client begins a reply to it (Bot API, ForceReply)."""
    reactions: tuple[str, ...] = ()
    """The user's emoji."""
    bot_reactions: tuple[str, ...] = ()
    topic: int = 0
    """Its topic, 0 for General."""
    extra: JsonObject = field(default_factory=dict)
    """Further fields of the Bot API's Message, such as `photo`."""

    @property
    def medium(self) -> str:
        """The field of the message's file, empty for a message without one."""
        return next((name for name in MEDIA if name in self.extra), "")

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons below the message."""
        return tuple(button for row in self.keyboard for button in row)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be sent."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class MessageVersion:
    """A version of a message; `at` is its start in monotonic seconds."""

    message_id: int
    text: str
    entities: tuple[Entity, ...]
    at: float


@dataclass(frozen=True, slots=True)
class PressAnswer:
    """The bot's answer to a button press, as a toast or an alert (Bot API, answerCallbackQuery)."""

    text: str = ""
    show_alert: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """Bot API, BotCommand."""

    command: str
    description: str
