"""Text of any kind: Markdown, JSON, CSV, code and the rest."""

import codecs
import csv
import json
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Final

from bot.kit.language import mark
from bot.turns.files.documents.sections import CHARACTERS, Section, Unreadable, by_headings, table_sections

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MARKS: Final = tuple(mark for mark, _ in _BOMS)
"""What a text may begin with that says how it is encoded."""
_CONTROLS: Final = frozenset(map(chr, range(32))) - set("\t\n\r\f\b\x1a\x1b")
_MOST_CONTROLS: Final = 0.002
"""Largest share of control characters in a text."""
_LONG_LINE: Final = 1_000


def decoded(content: bytes) -> str:
    """Return a file's text. Raises Unreadable if it is none."""
    bom = next((encoding for mark, encoding in _BOMS if content.startswith(mark)), None)
    try:
        text = content.decode(bom or _without_bom(content))
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    sample = text[:100_000]
    if sum(character in _CONTROLS for character in sample) > _MOST_CONTROLS * len(sample):
        raise Unreadable(mark("it isn't text, and I can't read its format"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _without_bom(content: bytes) -> str:
    """Return the encoding of a text without a byte order mark: UTF-16 if every other byte is zero."""
    beginning = content[:1_000]
    for zeros, encoding in ((beginning[1::2], "utf-16-le"), (beginning[::2], "utf-16-be")):
        if len(zeros) > 1 and zeros.count(0) > 0.7 * len(zeros):
            return encoding
    return "utf-8"


def sections(content: bytes) -> Iterator[Section]:
    """Yield the sections of a text."""
    yield from by_headings(_beginning(content))


def code_sections(content: bytes) -> Iterator[Section]:
    """Yield a text as it stands."""
    yield Section(text=_beginning(content))


def json_sections(content: bytes) -> Iterator[Section]:
    """Yield JSON, in lines if it is on one."""
    text = decoded(content)
    if max(map(len, text.splitlines()), default=0) > _LONG_LINE:
        with suppress(ValueError, RecursionError):  # then it stays as it is
            text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    yield Section(text=text)


def csv_sections(content: bytes) -> Iterator[Section]:
    """Yield comma-separated values as tables (RFC 4180)."""
    text = _beginning(content)
    first = text.partition("\n")[0]
    delimiter = max(",;\t|", key=first.count)
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    yield from table_sections(csv.reader(StringIO(text, newline=""), delimiter=delimiter))


def _beginning(content: bytes) -> str:
    """Return a file's text, of one that is too long somewhat more than is kept."""
    return decoded(content)[: CHARACTERS + 1]
