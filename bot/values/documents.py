"""Documents that users send, in parts."""

from dataclasses import dataclass
from uuid import UUID

ID_CHARACTERS = 8
"""Characters of a document's id as models write it."""


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
