"""Files that users send."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.kit.usage import Usage
from bot.model.values import Picture

ID_CHARACTERS = 8
"""Characters of a document's id as models write it."""


class AttachmentKind(StrEnum):
    """What is done with a file. `SPEECH` was recorded by its sender; a `RECORDING` may hold anybody's words."""

    PICTURE = "picture"
    SPEECH = "speech"
    RECORDING = "recording"
    DOCUMENT = "document"


SOUNDS: Final = (AttachmentKind.SPEECH, AttachmentKind.RECORDING)
"""Kinds that are transcribed. Their files are kept as they came, so that this can be done again."""


class QuotedFrom(StrEnum):
    """Whose message a quoted file is of."""

    USER = "user"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile:
    """A file that a user sent, as Telegram describes it (Bot API, File).

    `what` is what people call it, such as "photo". The `size` is in bytes, the duration in `seconds`. A file with the
    same `unique_id` is the same file. It came with the Telegram message `message_id`, or, if `quoted`, it
    belongs to the message that was replied to.
    """

    kind: AttachmentKind
    what: str
    file_id: str
    unique_id: str
    size: int | None = None
    media_type: str = ""
    name: str = ""
    seconds: int | None = None
    message_id: int | None = None
    quoted: QuotedFrom | None = None

    @property
    def is_untrusted(self) -> bool:
        """Whether its words may be somebody else's, also if the message's sender made it."""
        return self.kind is AttachmentKind.RECORDING or self.quoted is QuotedFrom.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file of a stored message, and what became of it once it `is_ready`.

    That is a `picture`, a `text` (a transcript, or what a document says), or a `problem`, in a sentence for the user.
    `key` names the stored bytes.
    """

    id: UUID
    sent: SentFile
    is_ready: bool = False
    key: str | None = None
    picture: Picture | None = None
    text: str = ""
    problem: str = ""
    cost: tuple[str, Usage] | None = None
    """The model that was asked about it, and what that cost; stored elsewhere, once."""


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A part of a document as Markdown, and what it is called: its pages or its headings."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlinedPart:
    """A stored part without its text: its number, counted from 1, its label, and the size of its text in bytes."""

    number: int
    label: str
    size: int


def document_id(attachment_id: UUID) -> str:
    """Return the id of a document as models write it: the end of its file's id, which is random."""
    return attachment_id.hex[-ID_CHARACTERS:]
