"""Reading the Markdown that models write: where it differs from CommonMark, the reader's meaning wins."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import pyromark
from pyromark.event import Event, Range

from bot.telegram.formatting import formulas

_OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_TASKLISTS
_MAX_PASSES = 8

_Edit = tuple[int, int, bytes]
"""What is to stand in the source instead of the bytes from the first number up to the second."""

MARK = "\U00010100"
"""Punctuation that nobody writes. Beside a marker, it makes CommonMark take that for one; it is never shown."""
SPOILER_MARKER = f"~{MARK}"
"""Begins a spoiler, which CommonMark does not know; a single `~` begins nothing else."""
LINE_BREAK = "\ufdd0"
"""Stands for `<br>`; Unicode leaves it to a program's own use."""

_LINE_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_UNPRINTABLE = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u030a\u0333\u033f\ufdd0-\ufdef{MARK}]")
"""The marks over and under letters among these, and those of direction, are what Telegram's server leaves out."""

_ENDS_WORD = re.compile(rb"[0-9A-Za-z]\Z")
_DUNDER = re.compile(rb"__[a-z0-9]+(?:_[a-z0-9]+)*__")
_EMPHASIS = ("Emphasis", "Strong", "Strikethrough")
_IN_URL = re.compile(rb"://[^\s<>()\[\]]+")
_LONGEST_URL = 500
_CODE_IN_CELL = re.compile(rb"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_BARE_PIPE = re.compile(rb"(?<!\\)\|")
_FENCE = re.compile(rb"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_OVERLOOKED_BOLD = re.compile(
    rf"(?<![0-9A-Za-z/\\*{MARK}])\*\*(?=[^\s*])"
    r"([^*\n]*(?:[^\s*]\*\*(?=\w)|: +\*\*)|(?<=[^\x00-\x7f]\*\*)\W[^*\n]*\*\*)"
)
"""`**Note:**text`, `**Note: **text` and `**「重要」**です`, in which CommonMark sees plain asterisks."""
_SPOILER = re.compile(r"(?<![|\w\\])\|\|(?=[^\s|])([^|\n]+)(?<=[^\s|\\])\|\|(?![|\w])")
_FOOTNOTE = re.compile(r"(?<!\\)\[\^(\d+)\]")
_BR = re.compile(r"(?<!\\)<br\s*/?>", re.IGNORECASE)
_FOLDED = re.compile(r"(?<!\\)</?(?:details|summary)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)")
_REWRITES: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str | None]], ...] = (
    ("$", formulas.FORMULA, formulas.rewritten),
    ("\\", formulas.FORMULA, formulas.rewritten),
    ("**", _OVERLOOKED_BOLD, lambda it: f"{MARK}**{MARK}{it[1][:-2]}{MARK}**{MARK}"),
    ("||", _SPOILER, lambda it: f"{MARK}{SPOILER_MARKER}{it[1]}{SPOILER_MARKER[::-1]}{MARK}"),
    ("[^", _FOOTNOTE, lambda it: f"\\[{it[1]}\\]"),
    ("<", _BR, lambda _: LINE_BREAK),
    ("<", _FOLDED, lambda _: "\n\n"),
    ("<", _TAG, lambda _: "\\<"),
)
"""What CommonMark does not know or would hide: a part of it, the whole, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Document:
    """Markdown as it was understood: its source in UTF-8, and the parser's events with their place in it."""

    source: bytes
    events: tuple[tuple[Event, Range], ...]


def clean(text: str) -> str:
    """Leave out what cannot be sent: control characters, half surrogate pairs, other systems' line ends."""
    if text.isascii() and text.isprintable():
        return text
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _UNPRINTABLE.sub("", _LINE_BREAKS.sub("\n", text))


def parse(markdown: str) -> Document:
    r"""Parse clean Markdown, correct what was not meant as the parser took it, and parse again, until it holds.

    Corrected are products (`2*3*4`), names (`__init__`) and addresses taken for formatting, HTML that would hide text,
    `|` in a table's code, `||spoilers||`, `\(formulas\)`, and definitions that define nothing.
    """
    corrected = markdown.encode()
    for _ in range(_MAX_PASSES):
        source = corrected
        document = Document(source, tuple(pyromark.events_with_range(source.decode(), options=_OPTIONS)))
        corrected = _edited(source, _corrections(document))
        if corrected == source:
            break
    return document


def _edited(source: bytes, edits: Iterable[_Edit]) -> bytes:
    pieces, done = [], 0
    for start, end, text in sorted(edits, key=lambda it: (it[0], -it[1])):
        if start >= done:
            pieces += [source[done:start], text]
            done = end
    return b"".join([*pieces, source[done:]])


def _escapes(*offsets: int) -> Iterator[_Edit]:
    return ((offset, offset, b"\\") for offset in offsets)


def _corrections(document: Document) -> Iterator[_Edit]:
    """Find what in the source has to be written differently to be understood as it was meant."""
    source = document.source
    cells_end = 0
    for event, where in document.events:
        if isinstance(event, str) or "Text" in event:
            continue
        start, end = where["start"], where["end"]
        tag = event.get("Start")
        if tag in _EMPHASIS and _is_literal(source, start, end):
            width = _width(source, start)
            yield from _escapes(*range(start, start + width), *range(end - width, end))
        elif tag == "TableCell":
            cells_end = end
        elif tag is None and event.get("End") in ("TableHead", "TableRow"):
            yield from _row_corrections(source, start, cells_end, end)
    yield from _rewrites(document)
    yield from _definition_corrections(document)


def _width(source: bytes, start: int) -> int:
    return 2 if source[start] == source[start + 1] else 1


def _is_literal(source: bytes, start: int, end: int) -> bool:
    """Tell whether an emphasis is none."""
    marker, width = source[start : start + 1], _width(source, start)
    before, after = source[max(0, start - 1) : start], source[end : end + 1]
    address = source.rfind(b"://", max(0, start - _LONGEST_URL), start)
    if address >= 0 and _IN_URL.fullmatch(source, address, start):
        return True
    if marker == b"~":
        return width == 1 and not source.startswith(SPOILER_MARKER.encode(), start)
    if marker == b"_":
        return _DUNDER.fullmatch(source, start, end) is not None
    if before == b"/" and (width == 1 or after == b"/"):
        return True  # part of a path, as in `src/**/*.py`
    return _ENDS_WORD.match(before) is not None and (after.isdigit() or (width == 1 and after.isalnum()))


def _row_corrections(source: bytes, start: int, cells_end: int, end: int) -> Iterator[_Edit]:
    """Escape the `|` in a row's code, and those after the table's last column: the text stays in its cell."""
    code = _CODE_IN_CELL.finditer(source, start, end)
    pipes = [pipe.start() for it in code for pipe in _BARE_PIPE.finditer(source, it.start(), it.end())]
    if not pipes and source[cells_end:end].strip(b"| \t\r\n"):
        last = len(source[:end].rstrip()) - 1
        pipes = [pipe.start() for pipe in _BARE_PIPE.finditer(source, cells_end, last)]
    yield from _escapes(*pipes)


def _rewrites(document: Document) -> Iterator[_Edit]:
    """Rewrite what CommonMark does not know or would hide, outside code."""
    source = document.source.decode()
    rewrites = [(pattern, rewritten) for part, pattern, rewritten in _REWRITES if part in source]
    if not any(pattern.search(source) for pattern, _ in rewrites):
        return
    source = _without_code(document).decode()
    for pattern, rewritten in rewrites:
        start = done = 0  # in bytes, and in characters
        for match in pattern.finditer(source):
            text = rewritten(match)
            start, done = start + len(source[done : match.start()].encode()), match.start()
            if text is not None and "\0" not in match.group():
                yield start, start + len(match.group().encode()), text.encode()


def _without_code(document: Document) -> bytes:
    """Return the source with zeros in place of code, which may also come after a fence in HTML."""
    source = bytearray(document.source)
    for event, where in document.events:
        if isinstance(event, str):
            continue
        tag = event.get("Start", "")
        start, end = where["start"], where["end"]
        if "Code" in event or (isinstance(tag, dict) and "CodeBlock" in tag):
            source[start:end] = bytes(end - start)
        elif tag == "HtmlBlock" and (fence := _FENCE.search(source, start, end)):
            source[fence.start() : end] = bytes(end - fence.start())
    return bytes(source)


def _definition_corrections(document: Document) -> Iterator[_Edit]:
    """Show a line like `[Note]: later`, which would vanish as a definition, unless a link uses it."""
    if b"]:" not in document.source:
        return
    used: set[str] = set()
    for event, _ in document.events:
        match event:
            case {"Start": {"Link": {"id": label}} | {"Image": {"id": label}}}:
                used.add(label.casefold())
    source = document.source
    for label, definition in pyromark.reference_definitions(source.decode(), options=_OPTIONS).items():
        if label.casefold() not in used:
            yield from _escapes(source.find(b"[", definition["span"]["start"]))
