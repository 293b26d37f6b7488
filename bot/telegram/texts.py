"""What goes out to a chat, by its kinds: messages, edits of earlier ones, and what is done with topics."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Self, TypeAlias

from telegram import MessageEntity

from bot.kit.language import lapse, plural, t
from bot.kit.place import TopicAct
from bot.turns.store.outbox import Columns

MAX_UNITS: Final = 4096
"""Longest text of a message in UTF-16 units (Bot API, sendMessage)."""
MOST_BYTES: Final = 50_000_000
"""Largest file in bytes that a bot can send (Bot API, "Sending files")."""
_LATE: Final = timedelta(minutes=2)
"""What comes later than this says so."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message (Bot API, InlineKeyboardButton).

    It has a label, and its data, or the address that it opens in a browser, or as a Mini App. One with a label only is
    no button: the app begins a reply to the message, with the label as a hint (Bot API, ForceReply).
    """

    text: str
    data: str = ""
    url: str = ""
    mini_app: str = ""


Buttons: TypeAlias = Sequence[Sequence[Button]]
"""Rows of buttons."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message: its text with entities (outer ones first), buttons, and the message it quotes, if any.

    `about` names the thing that its buttons belong to. One that `is_silent` makes no sound.
    """

    text: str
    entities: tuple[MessageEntity, ...] = ()
    quoted_id: int | None = None
    buttons: Buttons = ()
    about: str | None = None
    is_silent: bool = False

    @property
    def plain(self) -> Self:
        """The same without formatting, used if Telegram refuses the entities.

        The addresses of links follow their words, as far as there is room.
        """
        text = self.text.encode("utf-16-le", "surrogatepass")
        for entity in sorted(self.entities, key=lambda it: it.offset + it.length, reverse=True):
            address = f" ({entity.url})".encode("utf-16-le") if entity.url else b""
            if len(text) + len(address) <= 2 * MAX_UNITS:
                end = 2 * (entity.offset + entity.length)
                text = text[:end] + address + text[end:]
        return replace(self, text=text.decode("utf-16-le", "surrogatepass"), entities=())


@dataclass(frozen=True, slots=True)
class File:
    """A file of at most `MOST_BYTES`, with a caption of at most 1,024 characters (Bot API, sendDocument)."""

    name: str
    content: bytes
    caption: str
    quoted_id: int | None = None


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice message (Bot API, sendVoice)."""

    name: str
    content: bytes
    quoted_id: int | None = None


Message: TypeAlias = Text | File | Voice
"""What a chat shows as a message of its own."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A message in the place of an earlier one. If Telegram refuses the edit, it is sent as a new one."""

    message_id: int
    message: Message


@dataclass(frozen=True, slots=True)
class Deletion:
    """The deletion of a message."""

    message_id: int


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Other buttons, or none, below every earlier message about a thing.

    They go below one more message if its id is given, whose row may be erased before the delivery.
    """

    about: str
    buttons: Buttons = ()
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Emoji:
    """A reaction to a message; an empty one removes it (Bot API, setMessageReaction)."""

    emoji: str
    message_id: int


@dataclass(frozen=True, slots=True)
class Dated:
    """A text due at a time, which comes after what answers the user, and says how late it comes.

    Of those whose `about` differs only after the last colon, the newest that waits stands for the others; it says how
    many were `missed`.
    """

    text: Text
    due_at: datetime
    missed: int

    def at(self, now: datetime) -> Text:
        """Return the text as it is sent at a time."""
        late = now - self.due_at
        added = [t("{time} late", time=lapse(late))] if late > _LATE else []
        if self.missed:
            added.append(plural("{count} earlier time missed", "{count} earlier times missed", self.missed))
        return replace(self.text, text="; ".join([self.text.text, *added]))


@dataclass(frozen=True, slots=True)
class Opening:
    """A message in a topic that is opened for it, with a name or without one (Bot API, createForumTopic)."""

    text: Text
    name: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class TopicName:
    """A new name of the topic (Bot API, editForumTopic)."""

    name: str


@dataclass(frozen=True, slots=True)
class TopicDeletion:
    """The deletion of the topic (Bot API, deleteForumTopic)."""


Part: TypeAlias = Message | Edit | Deletion | Keyboard | Emoji | Dated | Opening | TopicName | TopicDeletion
"""What the outbox holds: each is one thing to be done in a chat or a topic."""


def columns_of(parts: Iterable[Part]) -> list[Columns]:
    """Return the outbox's columns of parts."""
    return [_columns(it) for it in parts]


def _columns(part: Part) -> Columns:  # noqa: C901, PLR0911 - one for each kind
    match part:
        case Text():
            return {
                "content": part.text,
                "entities": [entity.to_dict() for entity in part.entities] or None,
                "quoted_id": part.quoted_id,
                "buttons": _stored(part.buttons),
                "about": part.about,
                "is_silent": part.is_silent,
            }
        case File() | Voice():
            its = {"file_name": part.name, "file": part.content, "quoted_id": part.quoted_id}
            return {**its, "is_voice": True} if isinstance(part, Voice) else {**its, "content": part.caption}
        case Edit():
            return {**_columns(part.message), "message_id": part.message_id}
        case Deletion():
            return {"message_id": part.message_id, "deletes": True}
        case Keyboard():
            return {"about": part.about, "buttons": _stored(part.buttons), "message_id": part.message_id}
        case Emoji():
            return {"content": part.emoji, "quoted_id": part.message_id, "is_reaction": True}
        case Dated():
            return {**_columns(part.text), "due_at": part.due_at, "missed": part.missed}
        case Opening():
            act = TopicAct.OPEN_PRIVATE if part.is_private else TopicAct.OPEN
            return {**_columns(part.text), "topic_act": act, "topic_name": part.name or None}
        case TopicName():
            return {"topic_act": TopicAct.RENAME, "topic_name": part.name}
        case TopicDeletion():
            return {"topic_act": TopicAct.DELETE}


def part_of(row: Columns) -> Part:  # noqa: PLR0911 - one for each kind
    """Return a part from its row in the outbox."""
    content, message_id, name = row["content"] or "", row["message_id"], row["topic_name"] or ""
    buttons = tuple(tuple(Button(**button) for button in each) for each in row["buttons"] or ())
    message: Message
    if row["deletes"]:
        return Deletion(message_id)
    if row["is_reaction"]:
        return Emoji(content, row["quoted_id"])
    if row["topic_act"] is TopicAct.RENAME:
        return TopicName(name)
    if row["topic_act"] is TopicAct.DELETE:
        return TopicDeletion()
    if row["file"] is not None and row["is_voice"]:
        message = Voice(row["file_name"], row["file"], row["quoted_id"])
    elif row["file"] is not None:
        message = File(row["file_name"], row["file"], content, row["quoted_id"])
    elif not content:
        return Keyboard(row["about"], buttons, message_id)
    else:
        entities = tuple(MessageEntity(**entity) for entity in row["entities"] or ())
        message = Text(content, entities, row["quoted_id"], buttons, row["about"], row["is_silent"])
        if row["due_at"]:
            return Dated(message, row["due_at"], row["missed"])
        if row["topic_act"]:
            return Opening(message, name, is_private=row["topic_act"] is TopicAct.OPEN_PRIVATE)
    return Edit(message_id, message) if message_id else message


def _stored(buttons: Buttons) -> list[list[dict[str, str]]] | None:
    return [[asdict(button) for button in row] for row in buttons] or None


def utf16_length(text: str) -> int:
    """Return a length in UTF-16 units, as counted by Telegram."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
