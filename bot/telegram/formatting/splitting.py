"""Splits a formatted text into Telegram messages."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from telegram import MessageEntity

from bot.telegram.formatting.rich_text import BOLD, PRE, RichText, Span
from bot.telegram.texts import MAX_UNITS, Text, utf16_length

MAX_ENTITIES = 100
"""Most entities of a message; Telegram drops further formatting."""

_LINE_END = re.compile(r"[ \t]*\n")
_SENTENCE_END = r"(?<=[.!?…])(?=\s)|(?<=[.!?…][)\"'»”\u2019])(?=\s)|(?<=[。\uff01\uff1f])"
_TEXT_BREAKS = tuple(map(re.compile, (r"\n\n", r"\n", _SENTENCE_END, r"\s")))
_CODE_BREAKS = tuple(map(re.compile, (r"\n(?=\S)", r"\n", r"\s")))
_COLONS = (":", "\uff1a")


def split(rich: RichText, units: int = MAX_UNITS) -> Iterator[Text]:
    """Split a text into messages of at most `units` UTF-16 units and 100 entities.

    Cuts are between paragraphs, lines, sentences or words, in this order, and inside a word only if it is longer than
    a message. A heading, or a line that ends with a colon, stays with the text after it. A code block that fits into
    a message is not cut; the parts of a longer one are code blocks in the same language.
    """
    while rich.text:
        limit = _reach(rich.text, units)
        spans = rich.between(0, limit).spans
        if len(spans) > MAX_ENTITIES:
            limit = spans[MAX_ENTITIES][0]
        end = limit if limit == len(rich.text) else _cut(rich, limit, units)
        if message := _message(rich.text[:end], spans):
            yield message
        rich = rich.between(end, len(rich.text))


def _reach(text: str, units: int) -> int:
    """Return the furthest end of a message of at most `units` UTF-16 units."""
    end = min(len(text), units)
    while (excess := utf16_length(text[:end]) - units) > 0:
        end -= (excess + 1) // 2
    return end


def _cut(rich: RichText, limit: int, units: int) -> int:
    """Return the end of the first message, at `limit` or before."""
    cut = _best_break(rich.text, limit, _TEXT_BREAKS)
    if not (_is_code(rich, cut - 1) and _is_code(rich, cut)):
        return _before_headings(rich, cut)
    start, end = cut, cut
    while start > 0 and _is_code(rich, start - 1):
        start -= 1
    while end < len(rich.text) and end - start <= units and _is_code(rich, end):
        end += 1
    fits = utf16_length(rich.text[start:end]) <= units
    if rich.text[:start].strip() and (fits or start > limit * 3 // 4):
        return _before_headings(rich, start)
    return _best_break(rich.text, limit, _CODE_BREAKS)


def _is_code(rich: RichText, at: int) -> bool:
    return any(style.type == PRE.type for style in rich.styles[at])


def _best_break(text: str, limit: int, breaks: tuple[re.Pattern[str], ...]) -> int:
    """Return the last break, of the first kind found, in the second half of a message."""
    for break_ in breaks:
        places = [found.start() for found in break_.finditer(text, max(1, limit // 2), limit + 2)]
        if fitting := [place for place in places if place <= limit]:
            return fitting[-1]
    return limit


def _before_headings(rich: RichText, cut: int) -> int:
    """Move a cut before the lines that introduce the next part, unless they take up half of the message."""
    moved = cut
    while moved > cut // 2:
        end = len(rich.text[:moved].rstrip())
        line = rich.text.rfind("\n", 0, end) + 1
        if not _introduces(rich, line, end):
            return moved
        moved = line
    return cut


def _introduces(rich: RichText, line: int, end: int) -> bool:
    """Tell whether a whole line outside code is a bold heading or ends with a colon."""
    is_heading = rich.text[:end].endswith(_COLONS) or all(BOLD in styles for styles in rich.styles[line:end])
    return is_heading and not _is_code(rich, line) and _LINE_END.match(rich.text, end) is not None


def _message(text: str, spans: Iterable[Span]) -> Text | None:
    """Return a text as a message, or None if it is blank. Entities are trimmed, as Telegram does."""
    if all(char.isspace() or unicodedata.category(char) == "Cf" for char in text):
        return None
    entities: list[MessageEntity] = []
    begin, end = _trimmed(text, 0, len(text))
    for span_start, span_end, style in spans:
        start, stop = _trimmed(text, span_start, span_end)
        if start < stop:
            offset, length = utf16_length(text[begin:start]), utf16_length(text[start:stop])
            entities.append(MessageEntity(style.type, offset, length, url=style.url, language=style.language))
    return Text(text[begin:end], tuple(sorted(entities, key=lambda it: (it.offset, -it.length))))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the start and end of a range without the white space at its edges."""
    covered = text[start:end]
    return start + len(covered) - len(covered.lstrip()), start + len(covered.rstrip())
