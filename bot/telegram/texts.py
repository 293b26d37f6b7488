"""Outgoing messages: text with entities, buttons below it, or a file with a caption."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self, TypeAlias

from telegram import MessageEntity

from bot.values.place import TopicAct

MAX_UNITS: Final = 4096
"""Longest text of a message in UTF-16 units (Bot API, sendMessage)."""
MOST_BYTES: Final = 50_000_000
"""Largest file in bytes that a bot can send (Bot API, "Sending files")."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of at most `MOST_BYTES`, sent as a document, or as a voice message."""

    name: str
    content: bytes
    is_voice: bool = False


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
    """A message: its text with entities (outer ones first), and the message it quotes, if any.

    With a file, the text is its caption, at most 1,024 characters (Bot API, sendDocument), and there are no buttons.
    A text that `replaces` a message edits it; if Telegram refuses, it is sent as a new one. One that
    `deletes` it has no content. `about` names the thing that its buttons belong to. One that `is_reaction` is an emoji
    to be put below the message that it quotes; none removes it. One that `is_silent` makes no sound. One with a
    `topic_act` renames or deletes its topic, or opens one of a name, if it has any, and is then sent there.
    """

    text: str
    entities: tuple[MessageEntity, ...] = ()
    quoted_id: int | None = None
    file: File | None = None
    buttons: Buttons = ()
    replaces: int | None = None
    deletes: bool = False
    about: str | None = None
    is_reaction: bool = False
    is_silent: bool = False
    topic_act: TopicAct | None = None
    topic_name: str = ""

    @classmethod
    def without_buttons(cls, about: str, message_id: int | None = None) -> Self:
        """Return the edit that removes the buttons of every earlier message about a thing.

        `message_id` is that of one whose row may be erased before the delivery.
        """
        return cls("", about=about, replaces=message_id)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return a message from its row in the outbox."""
        return cls(
            text=stored["content"] or "",
            entities=tuple(MessageEntity(**entity) for entity in stored["entities"] or ()),
            quoted_id=stored["quoted_id"],
            file=_file(stored),
            buttons=_buttons(stored["buttons"]),
            replaces=stored["message_id"],
            deletes=stored["deletes"],
            is_reaction=stored["is_reaction"],
            is_silent=stored["is_silent"],
            topic_act=stored["topic_act"],
            topic_name=stored["topic_name"] or "",
        )

    @property
    def columns(self) -> Mapping[str, object]:
        """The outbox's columns."""
        return {
            "content": self.text,
            "entities": [entity.to_dict() for entity in self.entities] or None,
            "file_name": self.file and self.file.name,
            "file": self.file and self.file.content,
            "is_voice": self.file is not None and self.file.is_voice,
            "buttons": _stored(self.buttons) or None,
            "about": self.about,
            "quoted_id": self.quoted_id,
            "message_id": self.replaces,
            "deletes": self.deletes,
            "is_reaction": self.is_reaction,
            "is_silent": self.is_silent,
            "topic_act": self.topic_act,
            "topic_name": self.topic_name or None,
        }

    @property
    def shows_nothing(self) -> bool:
        """Whether it only changes the buttons of other messages."""
        return not self.text and self.file is None

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


def _stored(buttons: Buttons) -> list[list[dict[str, str]]]:
    return [[asdict(button) for button in row] for row in buttons]


def _buttons(stored: Sequence[Sequence[Mapping[str, str]]] | None) -> Buttons:
    return tuple(tuple(Button(**button) for button in row) for row in stored or ())


def _file(stored: Mapping[str, Any]) -> File | None:
    content = stored["file"]
    return None if content is None else File(stored["file_name"] or "file", content, is_voice=stored["is_voice"])


def utf16_length(text: str) -> int:
    """Return a length in UTF-16 units, as counted by Telegram."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
