"""Messages to be sent: text with entities, buttons below it, or a file with a caption."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self, TypeAlias

from telegram import MessageEntity

MAX_UNITS: Final = 4096
"""The longest text of a message, in UTF-16 units (sendMessage in the Bot API)."""
MOST_BYTES: Final = 50_000_000
"""The largest file that a bot can send (Bot API, "Sending files")."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that is sent as a document, of at most `MOST_BYTES`."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: its label, and the data of its press (Bot API, InlineKeyboardButton)."""

    text: str
    data: str


Buttons: TypeAlias = Sequence[Sequence[Button]]
"""Rows of buttons."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message: its text, with entities (outer ones first), and the message it quotes, if any.

    With a file, the text is its caption, at most 1,024 characters (Bot API, sendDocument), and there are no buttons.
    What `replaces` a message is shown by that one; if Telegram refuses the edit, by a new one. Its buttons are `about`
    the thing of that name.
    """

    text: str
    entities: tuple[MessageEntity, ...] = ()
    quoted_id: int | None = None
    file: File | None = None
    buttons: Buttons = ()
    replaces: int | None = None
    about: str | None = None

    @classmethod
    def without_buttons(cls, about: str, message_id: int | None = None) -> Self:
        """Return what takes the buttons off every earlier message about a thing.

        `message_id` is that of one whose row may be erased before this is sent.
        """
        return cls("", about=about, replaces=message_id)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return a message as the outbox kept it."""
        return cls(
            text=stored["content"] or "",
            entities=tuple(MessageEntity(**entity) for entity in stored["entities"] or ()),
            quoted_id=stored["quoted_id"],
            file=File(stored["file_name"] or "file", stored["file"]) if stored["file"] is not None else None,
            buttons=tuple(tuple(Button(**button) for button in row) for row in stored["buttons"] or ()),
            replaces=stored["message_id"],
        )

    @property
    def columns(self) -> Mapping[str, object]:
        """The outbox's columns."""
        return {
            "content": self.text,
            "entities": [entity.to_dict() for entity in self.entities] or None,
            "file_name": self.file and self.file.name,
            "file": self.file and self.file.content,
            "buttons": [[asdict(button) for button in row] for row in self.buttons] or None,
            "about": self.about,
            "quoted_id": self.quoted_id,
            "message_id": self.replaces,
        }

    @property
    def shows_nothing(self) -> bool:
        """Whether it only takes buttons off other messages."""
        return not self.text and self.file is None

    @property
    def plain(self) -> Self:
        """The same without formatting, for where Telegram refuses the entities.

        The addresses of links are added after their words, as far as there is room.
        """
        text = self.text.encode("utf-16-le", "surrogatepass")
        for entity in sorted(self.entities, key=lambda it: it.offset + it.length, reverse=True):
            address = f" ({entity.url})".encode("utf-16-le") if entity.url else b""
            if len(text) + len(address) <= 2 * MAX_UNITS:
                end = 2 * (entity.offset + entity.length)
                text = text[:end] + address + text[end:]
        return replace(self, text=text.decode("utf-16-le", "surrogatepass"), entities=())


def utf16_length(text: str) -> int:
    """Count as Telegram counts: in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
