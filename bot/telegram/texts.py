"""Messages to be sent: text with entities, buttons below it, or a file with a caption."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Self, TypeAlias

MOST_BYTES: Final = 50_000_000
"""The largest file that a bot can send (Bot API, "Sending files")."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that is sent as a document, of at most `MOST_BYTES`."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: what it says, and what its press tells us (Bot API, InlineKeyboardButton)."""

    text: str
    data: str


Buttons: TypeAlias = Sequence[Sequence[Button]]
"""Rows of buttons."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message's text, its entities as the Bot API writes them (MessageEntity), and the message it quotes, if any.

    With a file it is the caption of that, at most 1,024 characters (Bot API, sendDocument), and has no buttons. One
    that `replaces` a message is what that shows from then on; if Telegram refuses the edit, a new one does. Its
    buttons are `about` the thing of that name.
    """

    text: str
    entities: Sequence[Mapping[str, Any]] = ()
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
        """Return a message as the outbox kept it (`Content`)."""
        file = File(stored["file_name"] or "file", stored["file"]) if stored["file"] is not None else None
        buttons = tuple(tuple(Button(**button) for button in row) for row in stored["buttons"] or ())
        return cls(stored["content"] or "", tuple(stored["entities"] or ()), stored["quoted_id"], file, buttons)

    @property
    def columns(self) -> Mapping[str, object]:
        """What the outbox keeps of it."""
        return {
            "content": self.text,
            "entities": [dict(entity) for entity in self.entities] or None,
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
