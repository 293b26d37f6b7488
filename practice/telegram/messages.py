"""Users, their messages, and what goes with them, as both sides of a chat share them."""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from practice.telegram.keyboards import Button, Keyboard
from practice.telegram.rich_blocks import buttons_in
from practice.telegram.texts import Entity
from practice.telegram.updates import JsonObject

RICH: Final = "rich_message"
"""Field of the Bot API's Message for a rich message."""
MEDIA: Final = ("animation", "audio", "document", "photo", "sticker", "video", "video_note", "voice")
"""Fields of the Bot API's Message for files. An animation's message has its `document`, too."""


@dataclass(frozen=True, slots=True)
class User:
    """A person with a private chat with the bot; both have the same id."""

    id: int
    first_name: str
    blocked: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group or supergroup with its people; its id is negative (Bot API, Chat)."""

    id: int
    title: str
    creator: int
    members: tuple[int, ...]
    is_super: bool = True
    is_forum: bool = False
    bot_status: str = "member"
    """The bot's ChatMember.status."""
    migrated_to: int | None = None

    @property
    def type(self) -> str:
        """Its Chat.type."""
        return "supergroup" if self.is_super else "group"

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in it."""
        return self.bot_status in {"member", "administrator"}


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a private chat (Bot API, ForumTopic)."""

    id: int
    user_id: int
    name: str
    icon_color: int


Peer: TypeAlias = User | Group
"""The other side of a chat with the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message of a chat in its current version; dates are Unix seconds.

    The text of a message with a file is the file's caption, and that of a rich one all that its blocks say. `user_id`
    is the chat's id: a user's, or a group's, where the `author` wrote it. An ephemeral one is seen by its `receiver`
    only.
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
    reactions: tuple[str, ...] = ()
    """The user's emoji."""
    bot_reactions: tuple[str, ...] = ()
    author: int | None = None
    receiver: int | None = None
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
        """The buttons below the message, and those in its blocks."""
        return (*(button for row in self.keyboard for button in row), *buttons_in(self.extra.get(RICH)))


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
class Draft:
    """A part of a message that the bot is still writing (Bot API, sendMessageDraft); without text, the bot thinks."""

    draft_id: int
    text: str
    entities: tuple[Entity, ...] = ()
    can_stop: bool = False
    keep_on_stop: bool = False
    topic: int = 0


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
