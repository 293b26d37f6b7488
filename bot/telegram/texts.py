"""Outgoing messages: text with entities, buttons below it, or a file with a caption."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self, TypeAlias
from uuid import UUID, uuid4

from telegram import MessageEntity

from bot.telegram.rich import Blocks, plain
from bot.values.topics import TopicAct

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

    It has a label, and its data, or the address that it opens in a browser, or as a Mini App.
    """

    text: str
    data: str = ""
    url: str = ""
    mini_app: str = ""


Buttons: TypeAlias = Sequence[Sequence[Button]]
"""Rows of buttons."""


@dataclass(frozen=True, slots=True)
class Rich:
    """A rich message (Bot API, InputRichMessage): its blocks, the buttons below it, and what these are about.

    Of a message that a chat shows, the blocks are those above its text: see `rich_shown`.
    """

    blocks: Blocks
    buttons: Buttons = ()
    about: str | None = None
    is_above: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A message: its text with entities (outer ones first), and the message it quotes, if any.

    With a file, the text is its caption, at most 1,024 characters (Bot API, sendDocument), and there are no buttons.
    A text that `replaces` a message edits it; if Telegram refuses, it is sent as a new one. One that
    `deletes` it has no content. `about` names the thing that its buttons belong to. One that `is_reaction` is an emoji
    to be put below the message that it quotes; none removes it. One that `is_silent` makes no sound. One with a
    `topic_act` renames or deletes its topic, or opens one of a name, if it has any, and is then sent there.

    In a group, one that is `only_for` a person is seen by them alone; the ids of such messages are negative.

    One that is `rich` is sent so if Telegram takes it, in place of all texts of its `group`, if it has one. Without a
    text, there is no other way to send it.
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
    rich: Rich | None = None
    group: UUID | None = None
    topic_act: TopicAct | None = None
    topic_name: str = ""
    only_for: int | None = None

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
            rich=_rich(stored["rich"]),
            group=stored["rich_group"],
            topic_act=stored["topic_act"],
            topic_name=stored["topic_name"] or "",
            only_for=stored["only_for"],
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
            "only_for": self.only_for,
            "rich": self.rich
            and {"blocks": self.rich.blocks, "buttons": _stored(self.rich.buttons), "about": self.rich.about},
            "rich_group": self.group,
            "topic_act": self.topic_act,
            "topic_name": self.topic_name or None,
        }

    @property
    def shows_nothing(self) -> bool:
        """Whether it only changes the buttons of other messages."""
        return not self.text and self.file is None and self.rich is None

    @property
    def as_text(self) -> Self:
        """The same without blocks."""
        return replace(self, rich=None, group=None)

    @property
    def words(self) -> str:
        """What it says, with the blocks above its text."""
        above = plain(self.rich.blocks) if self.rich and self.rich.is_above else ""
        return "\n".join(filter(None, [above, self.text]))

    def for_one(self, user_id: int) -> Self:
        """Return the same for one person of a group, unless it changes what all see."""
        if self.replaces and self.replaces > 0:
            return self
        return replace(self, only_for=user_id, quoted_id=None, rich=None, group=None)

    @property
    def without_mini_apps(self) -> Self:
        """The same for a group, where no button opens a Mini App (Bot API, InlineKeyboardButton)."""
        rows = [[button for button in row if not button.mini_app] for row in self.buttons]
        return replace(self, buttons=[row for row in rows if row])

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


def _rich(stored: Mapping[str, Any] | None) -> Rich | None:
    return Rich(stored["blocks"], _buttons(stored["buttons"]), stored["about"]) if stored else None


def _file(stored: Mapping[str, Any]) -> File | None:
    content = stored["file"]
    return None if content is None else File(stored["file_name"] or "file", content, is_voice=stored["is_voice"])


def standing_for(texts: Sequence[Text], rich: Rich | None) -> list[Text]:
    """Return texts of which the first holds the rich message that stands for all of them, if there is one."""
    if not texts or rich is None:
        return [*texts]
    group = uuid4() if len(texts) > 1 else None
    first, *others = (replace(it, group=group) for it in texts)
    return [replace(first, rich=rich), *others]


def with_rich_buttons(texts: Sequence[Text]) -> list[Text]:
    """Return texts in which the rich message that stands for the last one has its buttons."""
    last = texts[-1] if texts else None
    stands = [it.rich is not None and (it is last or (last and it.group and it.group == last.group)) for it in texts]
    return [
        replace(it, rich=replace(it.rich, buttons=last.buttons, about=last.about)) if has and it.rich and last else it
        for it, has in zip(texts, stands, strict=True)
    ]


def utf16_length(text: str) -> int:
    """Return a length in UTF-16 units, as counted by Telegram."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
