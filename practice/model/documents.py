"""The documents in a user's message, as the bot marks them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_QUOTED = r"(?:> .*(?:\n|\Z))*"
DOCUMENT = re.compile(
    r"^\[Not the user's words: [^\n\"]*\"(?P<name>[^\n\"]+)\"(?P<about>[^\n]*)\]\n"
    rf"(?P<text>{_QUOTED})(?:\[Not the user's words: outline of document[^\n]*\]\n{_QUOTED})?",
    re.MULTILINE,
)
UNUSABLE = re.compile(r"^\[[^\n]*, which can't be used: [^\n]*\](?:\n|\Z)", re.MULTILINE)
"""A file in place of which the bot says what is wrong with it."""
_IS_A_FILE = re.compile(r", document \w+|; part")
_PLACE = re.compile(r"\[(?:Page|Slide) \d+\]|\W*")
_FIRST_WORDS = 80


@dataclass(frozen=True, slots=True)
class Document:
    """A document's name, and its first line."""

    name: str
    begins: str


def documents_in(text: str) -> Iterator[Document]:
    """Yield the documents of a message."""
    for found in DOCUMENT.finditer(text):
        if _IS_A_FILE.match(found["about"]):
            lines = (line.removeprefix("> ").strip() for line in found["text"].splitlines())
            first = next((line for line in lines if not _PLACE.fullmatch(line)), "")
            yield Document(found["name"], first[:_FIRST_WORDS])


def without_documents(text: str) -> str:
    """Return a message without its documents and without files that can't be used."""
    return UNUSABLE.sub("", DOCUMENT.sub(lambda it: "" if _IS_A_FILE.match(it["about"]) else it[0], text))
