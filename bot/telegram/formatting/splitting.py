"""Cutting a formatted text into Telegram messages."""

import re
import unicodedata
from collections.abc import Iterator

from telegram import MessageEntity

from bot.telegram.formatting.rich_text import BOLD, PRE, RichText
from bot.telegram.texts import MAX_UNITS, Text, utf16_length

MAX_ENTITIES = 100
"""Telegram leaves out the formatting that goes beyond this."""

_LINE_END = re.compile(r"[ \t]*\n")
_SENTENCE_END = r"(?<=[.!?…])(?=\s)|(?<=[.!?…][)\"'»”\u2019])(?=\s)|(?<=[。\uff01\uff1f])"
_TEXT_BREAKS = tuple(map(re.compile, (r"\n\n", r"\n", _SENTENCE_END, r"\s")))
_CODE_BREAKS = tuple(map(re.compile, (r"\n(?=\S)", r"\n", r"\s")))
_COLONS = (":", "\uff1a")


def split(rich: RichText, units: int = MAX_UNITS) -> Iterator[Text]:
    """Cut a text into messages of at most `units` UTF-16 units and 100 entities.

    The cut is made between paragraphs, lines, sentences or words, in this order, and inside a word only where it
    is longer than a message. A heading, and a line that ends with a colon, stay with what follows them. A code block
    that fits into a message is not cut; of one that is cut, each part is a code block in its language.
    """
    while rich.text:
        limit = _reach(rich.text, units)
        if len(rich.spans) > MAX_ENTITIES:
            limit = min(limit, rich.spans[MAX_ENTITIES].start)
        end = limit if limit == len(rich.text) else _cut(rich, limit, units)
        part = _message(rich.between(0, end))
        if part is not None:
            yield part
        rich = rich.between(end, len(rich.text))


def _reach(text: str, units: int) -> int:
    """Find the furthest end of a message that has at most `units` UTF-16 units."""
    end = min(len(text), units)
    while (excess := utf16_length(text[:end]) - units) > 0:
        end -= (excess + 1) // 2
    return end


def _cut(rich: RichText, limit: int, units: int) -> int:
    """Find where the first message ends, at `limit` or before."""
    cut = _best_break(rich.text, limit, _TEXT_BREAKS)
    block = next((it for it in rich.spans if it.style.type == PRE.type and it.start < cut < it.end), None)
    if block is None:
        return _before_headings(rich, cut)
    fits = utf16_length(rich.text[block.start : block.end]) <= units
    if rich.text[: block.start].strip() and (fits or block.start > limit * 3 // 4):
        return _before_headings(rich, block.start)
    return _best_break(rich.text, limit, _CODE_BREAKS)


def _best_break(text: str, limit: int, breaks: tuple[re.Pattern[str], ...]) -> int:
    """Find the last break of the first kind that there is in the second half of a message."""
    for break_ in breaks:
        places = [found.start() for found in break_.finditer(text, max(1, limit // 2), limit + 2)]
        if fitting := [place for place in places if place <= limit]:
            return fitting[-1]
    return limit


def _before_headings(rich: RichText, cut: int) -> int:
    """Move a cut before the lines that introduce what follows it, unless these take up half of the message."""
    moved = cut
    while moved > cut // 2:
        end = len(rich.text[:moved].rstrip())
        line = rich.text.rfind("\n", 0, end) + 1
        if not _introduces(rich, line, end):
            return moved
        moved = line
    return cut


def _introduces(rich: RichText, line: int, end: int) -> bool:
    """Tell whether a line is whole, no code, and is bold as a heading is or ends with a colon."""
    around = {it.style.type for it in rich.spans if it.start <= line and it.end >= end}
    is_heading = BOLD.type in around or rich.text[:end].endswith(_COLONS)
    return is_heading and PRE.type not in around and _LINE_END.match(rich.text, end) is not None


def _message(rich: RichText) -> Text | None:
    """Return a text as a message, or None if it is blank. Entities lose the white space at their edges, as there."""
    start, end = _trimmed(rich.text, 0, len(rich.text))
    trimmed = rich.between(start, end)
    text = trimmed.text
    if all(char.isspace() or unicodedata.category(char) == "Cf" for char in text):
        return None
    entities: list[MessageEntity] = []
    at, units = 0, 0
    for span in trimmed.spans:
        start, end = _trimmed(text, span.start, span.end)
        if start < end:
            units += utf16_length(text[at:start]) if start >= at else -utf16_length(text[start:at])
            at = start
            length = utf16_length(text[start:end])
            style = span.style
            entities.append(MessageEntity(style.type, units, length, url=style.url, language=style.language))
    return Text(text, tuple(sorted(entities, key=lambda it: (it.offset, -it.length))))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    covered = text[start:end]
    return end - len(covered.lstrip()), start + len(covered.rstrip())
