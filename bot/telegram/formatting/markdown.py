"""Reading the Markdown that models write: where it differs from CommonMark, the reader's meaning wins."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyromark
from pyromark.event import Event, Range

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_MATH
)
_MAX_PASSES = 8

SPOILER_START, SPOILER_END, BOLD_START, BOLD_END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
"""Stand for `||` around a spoiler and a `**` that CommonMark overlooks; Unicode leaves them to a program's own use."""
_MARKS = frozenset((SPOILER_START, SPOILER_END, BOLD_START, BOLD_END))

_LINE_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u030a\u0333\u033f\ufdd0-\ufdef]")
"""The marks over and under letters among these, and those of direction, are what Telegram's server leaves out."""

_ENDS_WORD = re.compile(rb"[0-9A-Za-z]\Z")
_TWO_STARS = re.compile(rb"(?<![*\\])\*\*(?!\*)")
_BLOCKS_BOLD = re.compile(rb"[0-9A-Za-z/\\]\Z")
_DUNDER = re.compile(rb"__[a-z0-9]+(?:_[a-z0-9]+)*__")
_BARE_URL = re.compile(rb"https?://[^\s<>()\[\]]+")
_SPOILER = re.compile(rb"(?<![|\w\\])\|\|(?=[^\s|])([^|\n]+)(?<=[^\s|\\])\|\|(?![|\w])")
_FOOTNOTE = re.compile(rb"(?<!\\)\[\^(\d+)\](?!:)")
_UNKNOWN_MARKS = re.compile(rb"\|\||\\[(\[]|\[\^")
_IN_TEX = rb"(?:(?!\\[()\[\]]|\n[ \t>]*\n).)+"
_TEX = re.compile(rb"(?<!\\)\\(?:\((?P<inline>" + _IN_TEX + rb")\\\)|\[(?P<block>" + _IN_TEX + rb")\\\])", re.DOTALL)
_CODE_IN_CELL = re.compile(rb"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_BARE_PIPE = re.compile(rb"(?<!\\)\|")
_DEFINITION = re.compile(r"^[ >\t]*\[[^\]\n]+\]:", re.MULTILINE)
_HTML_TAG = re.compile(
    rb"(?P<code>`[^`\n]*`)"
    rb"|<summary\b[^<>]*>(?P<summary>[^<]*(?:<(?!/?summary)[^<]*)*)</summary\s*>"
    rb"|(?P<dropped></?(?:details|summary)\b[^<>]*>)"
    rb"|(?P<break><br\s*/?>)"
    rb"|<(?=[A-Za-z/!?])",
    re.IGNORECASE,
)
_FENCE = re.compile(rb"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_FORMULA = re.compile(r"[\\^_{}]|^[^A-Za-z]*(?:[A-Za-z](?![A-Za-z])[^A-Za-z]*)+$")
_SURE_FORMULA = re.compile(rb"[\\^_{}=+]")
_TEX_ONLY = frozenset("\\^{}")


@dataclass(frozen=True, slots=True)
class Document:
    """Markdown as it was understood: its source in UTF-8, and the parser's events with their place in it."""

    source: bytes
    events: tuple[tuple[Event, Range], ...]


@dataclass(frozen=True, slots=True, order=True)
class _Edit:
    """What is to stand in the source instead of the bytes from `start` up to `end`."""

    start: int
    end: int
    text: bytes


class _Places:
    """Stretches of the source, in order and apart from each other."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        self._places = list(places)

    def touch(self, start: int, end: int) -> bool:
        """Tell whether one of them shares a byte with the stretch from `start` to `end`."""
        found = bisect_left(self._places, (end, 0))
        return found > 0 and self._places[found - 1][1] > start


def clean(text: str) -> str:
    """Leave out what cannot be sent: control characters, half surrogate pairs, other systems' line ends."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _UNPRINTABLE.sub("", _LINE_BREAKS.sub("\n", text))


def printable(text: str) -> str:
    """Leave out of one line what character references and formulas can bring in again after `clean`."""
    return _UNPRINTABLE.sub("", _LINE_BREAKS.sub("", text))


def parse(markdown: str) -> Document:
    r"""Parse Markdown, correct what was not meant as the parser took it, and parse again, until it holds.

    Corrected are products (`2*3*4`), names (`__init__`), addresses and prices taken for formatting, HTML that would
    hide text, `|` in a table's code, `||spoilers||`, `\(formulas\)`, and definitions that define nothing.
    """
    source = clean(markdown).encode()
    for _ in range(_MAX_PASSES):
        document = _parsed(source)
        edits = list(_without_overlap(_corrections(document)))
        if not edits:
            return document
        source = _edited(source, edits)
    return _parsed(source)


def _parsed(source: bytes) -> Document:
    return Document(source, tuple(pyromark.events_with_range(source.decode(), options=_OPTIONS)))


def _edited(source: bytes, edits: list[_Edit]) -> bytes:
    ends = [0, *(edit.end for edit in edits)]
    starts = [*(edit.start for edit in edits), len(source)]
    texts = [*(edit.text for edit in edits), b""]
    return b"".join(source[end:start] + text for end, start, text in zip(ends, starts, texts, strict=True))


def _without_overlap(edits: Iterable[_Edit]) -> Iterator[_Edit]:
    end = 0
    for edit in sorted(set(edits)):
        if edit.start >= end:
            yield edit
            end = edit.end


def _corrections(document: Document) -> Iterator[_Edit]:
    """Find what in the source has to be written differently to be understood as it was meant."""
    source = document.source
    addresses = _Places((match.start() + 1, match.end()) for match in _BARE_URL.finditer(source))
    cells_end = 0
    for event, where in document.events:
        start, end = where["start"], where["end"]
        if isinstance(event, str):
            continue
        if "Start" in event:
            tag = event["Start"]
            if tag in ("Emphasis", "Strong", "Strikethrough"):
                yield from _emphasis_corrections(source, start, end, addresses)
            elif tag == "HtmlBlock":
                yield from _html_corrections(source, start, end)
            elif tag == "TableCell":
                cells_end = end
        elif "End" in event and event["End"] in ("TableHead", "TableRow"):
            yield from _row_corrections(source, start, cells_end, end)
        elif "InlineMath" in event and (not _is_formula(event["InlineMath"]) or source[end : end + 1].isdigit()):
            yield from _escapes(start, end - 1)
        elif "DisplayMath" in event and not _is_formula(event["DisplayMath"]):
            yield from _escapes(start, start + 1, end - 2, end - 1)
    yield from _corrections_outside_code(document)
    yield from _bold_corrections(document)
    yield from _definition_corrections(document)


def _escapes(*offsets: int) -> Iterator[_Edit]:
    return (_Edit(offset, offset, b"\\") for offset in offsets)


def _is_formula(tex: str) -> bool:
    """Tell a formula between dollar signs from text between two prices or variables of a shell."""
    is_price = tex[:1].isdigit() and len(tex.split()) > 1 and _TEX_ONLY.isdisjoint(tex)
    return _FORMULA.search(tex) is not None and not is_price and _MARKS.isdisjoint(tex)


def _emphasis_corrections(source: bytes, start: int, end: int, addresses: _Places) -> Iterator[_Edit]:
    """Escape the delimiters of an emphasis that is none."""
    marker = source[start : start + 1]
    width = 2 if source[start : start + 2] == marker * 2 else 1
    if addresses.touch(start, start + 1) or _is_literal(source, start, end, marker, width):
        yield from _escapes(*range(start, start + width), *range(end - width, end))


def _is_literal(source: bytes, start: int, end: int, marker: bytes, width: int) -> bool:
    after = source[end : end + 1]
    if marker == b"~":
        return width == 1
    if marker == b"_":
        return width == 2 and _DUNDER.fullmatch(source, start, end) is not None  # noqa: PLR2004 - as in `__init__`
    if source[max(0, start - 1) : start] == b"/" and (width == 1 or after == b"/"):
        return True  # part of a path, as in `src/**/*.py`
    in_word = _ENDS_WORD.search(source, max(0, start - 1), start) is not None
    return in_word and (after.isdigit() or (width == 1 and after.isalnum()))


def _html_corrections(source: bytes, start: int, end: int) -> Iterator[_Edit]:
    """Make a block of HTML text again; only up to a fence, after which code may come."""
    fence = _FENCE.search(source, start, end)
    for match in _HTML_TAG.finditer(source, start, fence.start() if fence else end):
        if match["summary"] is not None:
            title = match["summary"].strip()
            yield _Edit(match.start(), match.end(), b"\n\n**" + title + b"**\n\n" if title else b"")
        elif match["dropped"] is not None:
            yield _Edit(match.start(), match.end(), b"\n\n")
        elif match["break"] is not None:
            yield _Edit(match.start(), match.end(), b"\n")
        elif match["code"] is None:
            yield from _escapes(match.start())


def _row_corrections(source: bytes, start: int, cells_end: int, end: int) -> Iterator[_Edit]:
    """Escape the `|` in a row's code, and those behind the table's last column: the text stays in its cell."""
    code = _CODE_IN_CELL.finditer(source, start, end)
    pipes = [pipe.start() for it in code for pipe in _BARE_PIPE.finditer(source, it.start(), it.end())]
    if not pipes and source[cells_end:end].strip(b"| \t\r\n"):
        last = len(source[:end].rstrip()) - 1
        pipes = [pipe.start() for pipe in _BARE_PIPE.finditer(source, cells_end, last)]
    yield from _escapes(*pipes)


def _corrections_outside_code(document: Document) -> Iterator[_Edit]:
    """Mark spoilers, formulas and footnotes still to be written, which the parser does not know."""
    source = document.source
    if not _UNKNOWN_MARKS.search(source):
        return
    code = _Places(_places(document, code=True))
    tables = _Places(_places(document, code=False))
    footnotes = {where["start"] for event, where in document.events if "FootnoteReference" in event}
    for match in _SPOILER.finditer(source):
        if not code.touch(*match.span()) and not tables.touch(*match.span()):
            text = SPOILER_START.encode() + match[1] + SPOILER_END.encode()
            yield _Edit(match.start(), match.end(), text)
    for match in _FOOTNOTE.finditer(source):
        if not code.touch(*match.span()) and match.start() not in footnotes:
            yield _Edit(match.start(), match.end(), b"\\[" + match[1] + b"\\]")
    for match in _TEX.finditer(source):
        dollars = b"$" if match["block"] is None else b"$$"
        tex = (match["inline"] or match["block"]).strip()
        if match["block"] is not None and not _SURE_FORMULA.search(tex):
            continue
        if tex and b"$" not in tex and _is_formula(tex.decode()) and not code.touch(*match.span()):
            yield _Edit(match.start(), match.end(), dollars + tex + dollars)


def _bold_corrections(document: Document) -> Iterator[_Edit]:
    """Make `**Note:**text`, `**Note: **text` and the like bold, in which CommonMark sees plain asterisks."""
    source = document.source
    waiting: list[int | None] = [None]
    for event, where in document.events:
        if isinstance(event, str):
            waiting[-1] = None
        elif "Start" in event:
            waiting.append(None)
        elif "End" in event:
            waiting.pop()
        elif "Text" in event and _TWO_STARS.match(source, where["start"]):
            first, second = waiting[-1], where["start"]
            waiting[-1] = second
            if first is not None and _is_bold(source, first, second):
                yield _Edit(first, first + 2, BOLD_START.encode())
                yield _Edit(second, second + 2, BOLD_END.encode())
                waiting[-1] = None


def _is_bold(source: bytes, first: int, second: int) -> bool:
    content = source[first + 2 : second]
    closed = content.rstrip().endswith(b":") or content.rstrip() == content
    return closed and content.lstrip() == content != b"" and not _BLOCKS_BOLD.search(source, max(0, first - 1), first)


def _places(document: Document, *, code: bool) -> Iterator[tuple[int, int]]:
    """Give where code, or where tables, stand in the source."""
    for event, where in document.events:
        if isinstance(event, str):
            continue
        if code and ("Code" in event or "InlineMath" in event or "DisplayMath" in event):
            yield where["start"], where["end"]
        elif "Start" in event:
            tag = event["Start"]
            if isinstance(tag, dict) and ("CodeBlock" in tag if code else "Table" in tag):
                yield where["start"], where["end"]


def _definition_corrections(document: Document) -> Iterator[_Edit]:
    """Show a line like `[Note]: later`, which would vanish as a definition, unless a link uses it."""
    text = document.source.decode()
    if not _DEFINITION.search(text):
        return
    used = {label.casefold() for label in _labels(document)}
    for label, definition in pyromark.reference_definitions(text, options=_OPTIONS).items():
        if label.casefold() not in used:
            start = document.source.find(b"[", definition["span"]["start"])
            yield from _escapes(start)


def _labels(document: Document) -> Iterator[str]:
    for event, _ in document.events:
        if not isinstance(event, str) and "Start" in event:
            tag = event["Start"]
            if isinstance(tag, dict) and "Link" in tag:
                yield tag["Link"]["id"]
            elif isinstance(tag, dict) and "Image" in tag:
                yield tag["Image"]["id"]


def blank_line_before(source: bytes, offset: int) -> bool:
    """Tell whether an empty line, quote marks apart, stands before the line of `offset`."""
    line = source.rfind(b"\n", 0, offset)
    before = source.rfind(b"\n", 0, line) if line > 0 else -1
    return line > 0 and not source[before + 1 : line].strip(b" \t>")
