"""Cutting a formatted text into Telegram messages."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from telegram import MessageEntity

from bot.telegram.formatting.rich_text import BOLD, RichText, Span

MAX_UNITS = 4096
"""The longest text of a message, in UTF-16 units (sendMessage in the Bot API)."""
MAX_ENTITIES = 100
"""Telegram leaves out the formatting that goes beyond this."""

_SENTENCE_END = re.compile(r"[.!?…][)\"'»”\u2019]*(?=\s)|[。\uff01\uff1f]")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")
_FLAG_LETTERS = re.compile(r"[\U0001f1e6-\U0001f1ff]+\Z")
_LONGEST_GRAPHEME = 64
_SPACE = " \n\t"
_LINE_ENDS = re.compile(r"[ \t]*\n")
_COLONS = ":\uff1a"


@dataclass(frozen=True, slots=True)
class Part:
    """One Telegram message: its text, never blank, and its entities, all within the text.

    White space around the text is taken away, since Telegram does that, except where a code block begins the
    text with indentation, which Telegram keeps.
    """

    text: str
    entities: tuple[MessageEntity, ...] = ()


def utf16_length(text: str) -> int:
    """Count as Telegram counts: in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(part: Part) -> Part:
    """Give a part without formatting, the addresses of its links behind their words as far as there is room.

    It is what can be sent where Telegram refuses the entities.
    """
    text = part.text.encode("utf-16-le", "surrogatepass")
    room = MAX_UNITS - len(text) // 2
    pieces, start = [], 0
    for entity in sorted(part.entities, key=lambda it: it.offset + it.length):
        address = f" ({entity.url})" if entity.url else ""
        if address and utf16_length(address) <= room:
            room -= utf16_length(address)
            end = 2 * (entity.offset + entity.length)
            pieces += [text[start:end].decode("utf-16-le", "surrogatepass"), address]
            start = end
    return Part("".join([*pieces, text[start:].decode("utf-16-le", "surrogatepass")]))


def split(rich: RichText, units: int = MAX_UNITS) -> Iterator[Part]:
    """Cut a text into messages of at most `units` UTF-16 units and 100 entities.

    The cut is made between paragraphs, lines, sentences or words, in this order, and inside a word only where it
    is longer than a message. A heading, and a line that ends with a colon, stay with what follows them. A code block
    that fits into a message is not cut; of one that is cut, each part is a code block in its language.
    """
    start, taken = 0, 0
    carried: list[Span] = []
    while start < len(rich.text):
        limit = _reach(rich.text, start, units)
        ahead = islice(rich.spans, taken, taken + MAX_ENTITIES + 1)
        near = carried + [span for span in ahead if span.start < limit]
        if len(near) > MAX_ENTITIES:
            limit = near[MAX_ENTITIES].start
        end = _cut(rich.text, near, start, limit, units)
        part = _part(rich.text, near, start, end)
        if part is not None:
            yield part
        taken += sum(span.start < end for span in near) - len(carried)
        carried = [span for span in near if span.start < end < span.end]
        start = end


def _part(text: str, spans: list[Span], start: int, end: int) -> Part | None:
    """Give the message from `start` to `end`, or nothing where that is blank."""
    while end > start and text[end - 1].isspace():
        end -= 1
    indented = next((span.start for span in spans if span.style.type == MessageEntity.PRE), end)
    while start < end and text[start].isspace() and (text[start] == "\n" or start < indented):
        start += 1
    if all(char.isspace() or unicodedata.category(char) == "Cf" for char in text[start:end]):
        return None
    offsets = _Offsets(text[start:end])
    entities = (_entity(text, span, start, end, offsets) for span in spans if span.start < end and span.end > start)
    return Part(text[start:end], tuple(sorted((it for it in entities if it is not None), key=_order)))


def _order(entity: MessageEntity) -> tuple[int, int, bool]:
    """Sort as Telegram does: by start, the outer one before the inner one."""
    return entity.offset, -entity.length, entity.type != MessageEntity.BLOCKQUOTE


class _Offsets:
    """Where each character of a text begins in UTF-16."""

    def __init__(self, text: str) -> None:
        self._wide = [] if text.isascii() else [i for i, char in enumerate(text) if char > "\uffff"]

    def __getitem__(self, index: int) -> int:
        return index + bisect_right(self._wide, index - 1)


def _entity(text: str, span: Span, start: int, end: int, offsets: _Offsets) -> MessageEntity | None:
    """Give the span's share of the message from `start` to `end`, without white space at its edges."""
    first, last = max(span.start, start), min(span.end, end)
    while last > first and text[last - 1].isspace():
        last -= 1
    while first < last and text[first].isspace() and span.style.type != MessageEntity.PRE:
        first += 1
    if first == last:
        return None
    offset = offsets[first - start]
    length = offsets[last - start] - offset
    return MessageEntity(span.style.type, offset, length, url=span.style.url, language=span.style.language)


def _cut(text: str, spans: list[Span], start: int, limit: int, units: int) -> int:
    """Find where the message from `start` ends, at `limit` or before."""
    if limit == len(text):
        return limit
    cut = _best_cut(text, start, limit)
    block = next((span for span in spans if _cuts(span, cut)), None)
    if block is None:
        return _before_headings(text, spans, start, cut)
    if text[start : block.start].strip() and (
        utf16_length(text[block.start : block.end]) <= units or limit - block.start < (limit - start) // 4
    ):
        return _before_headings(text, spans, start, block.start)
    return _best_cut_in_code(text, max(start, block.start), limit)


def _cuts(span: Span, cut: int) -> bool:
    return span.style.type == MessageEntity.PRE and span.start < cut < span.end


def _before_headings(text: str, spans: list[Span], start: int, cut: int) -> int:
    """Move a cut before the lines that introduce what follows it, unless these take up half of the message."""
    moved = cut
    while True:
        end = start + len(text[start:moved].rstrip())
        line = max(start, text.rfind("\n", start, end) + 1)
        if not _introduces(text, spans, line, end):
            return moved
        if line <= (start + cut) // 2:
            return cut
        moved = line


def _introduces(text: str, spans: list[Span], line: int, end: int) -> bool:
    """Tell whether a line is whole, no code, and is bold as a heading is or ends with a colon."""
    if any(span.style.type == MessageEntity.PRE and span.start <= line < span.end for span in spans):
        return False
    first = line + len(text[line:end]) - len(text[line:end].lstrip())
    is_bold = any(span.style == BOLD and span.start == first and span.end >= end for span in spans)
    return _LINE_ENDS.match(text, end) is not None and (is_bold or text[end - 1] in _COLONS)


def _reach(text: str, start: int, units: int) -> int:
    """Find the furthest end of a message from `start` that has at most `units` UTF-16 units."""
    end = min(len(text), start + units)
    while (excess := utf16_length(text[start:end]) - units) > 0:
        end -= (excess + 1) // 2
    return end


def _best_cut(text: str, start: int, limit: int) -> int:
    """Choose a cut after `start`, at `limit` or before: a later paragraph or line, a sentence, a word."""
    half = (start + limit) // 2
    for break_, earliest in (("\n\n", half), ("\n", half)):
        if (found := text.rfind(break_, earliest, limit + len(break_))) > start:
            return found
    for sentence in reversed(list(_SENTENCE_END.finditer(text, half, limit))):
        return sentence.end()
    found = max(text.rfind(space, start + 1, limit + 1) for space in _SPACE)
    return found if found > start and text[start:found].strip() else _between_graphemes(text, start, limit)


def _best_cut_in_code(text: str, start: int, limit: int) -> int:
    """Choose a cut at the end of a line of code, if possible before a line without indentation."""
    half = (start + limit) // 2
    lines = [found.start() for found in re.compile(r"\n").finditer(text, half, limit + 1)]
    for cut in reversed(lines):
        if not text[cut + 1 : cut + 2].isspace():
            return cut
    return lines[-1] if lines else _best_cut(text, start, limit)


def _between_graphemes(text: str, start: int, limit: int) -> int:
    """Move a cut back to where no letter or emoji is torn apart."""
    for cut in range(limit, max(start, limit - _LONGEST_GRAPHEME), -1):
        if not _continues(text, start, cut):
            return cut
    return limit


def _continues(text: str, start: int, index: int) -> bool:
    """Tell whether the character at `index` belongs to the same grapheme as the one before it, in text from `start`."""
    before, char = text[index - 1 : index], text[index : index + 1]
    flag = _FLAG_LETTERS.search(text, start, index) if _FLAG_LETTERS.match(char) else None
    return (
        char in _JOINERS
        or before == "\u200d"
        or (char != "" and unicodedata.category(char).startswith("M"))
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or (flag is not None and len(flag.group()) % 2 == 1)
    )
