"""Parser for models' Markdown, which corrects where CommonMark differs from what is meant."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import pyromark

from bot.telegram.formatting import formulas

_OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_TASKLISTS
_MAX_PASSES = 8
_CONTINUATION_BYTES = range(0x80, 0xC0)
"""Continuation bytes in UTF-8."""

_Edit = tuple[int, int, str]
"""Start and end of characters in the source, and their replacement."""

MARK = "\U00010100"
"""Unused punctuation that makes CommonMark recognise the marker beside it; never shown."""
SPOILER_MARKER = f"~{MARK}"
"""Marker of a spoiler, which CommonMark lacks; a single `~` has no other use."""
LINE_BREAK = "\ufdd0"
"""Stands for `<br>`; a noncharacter, reserved for internal use."""

_LINE_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_UNPRINTABLE = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u030a\u0333\u033f\ufdd0-\ufdef{MARK}]")
"""Control characters, noncharacters, and the marks that Telegram's server removes."""

_CODE_IN_CELL = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_BARE_PIPE = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_OVERLOOKED_BOLD = re.compile(
    rf"(?<![0-9A-Za-z/\\*{MARK}])\*\*(?=[^\s*])"
    r"([^*\n]*(?:[^\s*]\*\*(?=\w)|: +\*\*)|(?<=[^\x00-\x7f]\*\*)\W[^*\n]*\*\*)"
)
"""Bold text that CommonMark misses: `**Note:**text`, `**Note: **text` and `**「重要」**です`."""
_SPOILER = re.compile(r"(?<![|\w\\])\|\|(?=[^\s|])([^|\n]+)(?<=[^\s|\\])\|\|(?![|\w])")
_EMPHASES = {"Emphasis", "Strong", "Strikethrough"}
_BETWEEN_WORDS = re.compile(r"[0-9A-Za-z]\*[0-9A-Za-z]|[0-9A-Za-z]\*\*[0-9]")
"""Characters around an emphasis that is a product, as in `2*3*4` and `x**2 + y**2`."""
_DUNDER = re.compile(r"__[a-z0-9]+(?:_[a-z0-9]+)*__")
_IN_ADDRESS = re.compile(r"://[^\s<>()\[\]]+")
_LONGEST_ADDRESS = 500
_DEFINITION = re.compile(r"(?<!\\)\[(?!\^\d)((?:\\.|[^\[\]\\])+)\]:", re.DOTALL)
_INDENT = re.compile(r"[\s>*+.)\d-]*")
"""Markers of quotes and lists before a definition in its line."""
_FOOTNOTE = re.compile(r"(?<!\\)\[\^(\d+)\]")
_BR = re.compile(r"(?<!\\)<br\s*/?>", re.IGNORECASE)
_FOLDED = re.compile(r"(?<!\\)</?(?:details|summary)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)")

_Rewrites = tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str | None]], ...]

_REWRITES: _Rewrites = (
    ("$", formulas.FORMULA, formulas.rewritten),
    ("\\", formulas.FORMULA, formulas.rewritten),
    ("<", _FOLDED, lambda _: "\n\n"),
    ("**", _OVERLOOKED_BOLD, lambda it: f"{MARK}**{MARK}{it[1][:-2]}{MARK}**{MARK}"),
    ("||", _SPOILER, lambda it: f"{MARK}{SPOILER_MARKER}{it[1]}{SPOILER_MARKER[::-1]}{MARK}"),
    ("[^", _FOOTNOTE, lambda it: f"\\[{it[1]}\\]"),
    ("<", _BR, lambda _: LINE_BREAK),
    ("<", _TAG, lambda _: "\\<"),
)
"""Syntax that CommonMark lacks or would hide: a substring of it, its pattern, and its replacement."""


class Event(NamedTuple):
    """An event of the parser for the characters from `start` up to `end`.

    `kind` is pulldown-cmark's name of the event, `tag` that of a `Start` or `End`; `data` belongs to either.
    """

    kind: str
    tag: str
    data: object
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """Parsed Markdown: its corrected source, and the parser's events."""

    source: str
    events: tuple[Event, ...]


def clean(text: str) -> str:
    """Remove what cannot be sent: control characters, lone surrogates, carriage returns."""
    if text.isascii() and text.isprintable():
        return text
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _UNPRINTABLE.sub("", _LINE_BREAKS.sub("\n", text))


def parse(markdown: str) -> Document:
    r"""Parse clean Markdown, correct what the parser misunderstood, and parse again, until nothing changes.

    Corrected are products (`2*3*4`), names (`__init__`) and addresses parsed as formatting, HTML that would hide text,
    `|` in a table's code, `||spoilers||`, `\(formulas\)`, and unused definitions. Formulas and `<details>` become text.
    """
    corrected = markdown
    for _ in range(_MAX_PASSES):
        source = corrected
        document = Document(source, tuple(_events(source)))
        corrected = _edited(source, _corrections(document))
        if corrected == source:
            break
    return document


def _events(source: str) -> Iterator[Event]:
    """Parse a source. The parser counts in bytes."""
    places: Sequence[int] = range(len(source) + 1)
    if not source.isascii():
        places = list(accumulate((byte not in _CONTINUATION_BYTES for byte in source.encode()), initial=0))
    for event, where in pyromark.events_with_range(source, options=_OPTIONS):
        kind, data = _named(event)
        tag, data = _named(data) if kind in {"Start", "End"} else ("", data)
        yield Event(kind, tag, data, places[where["start"]], places[where["end"]])


def _named(event: object) -> tuple[str, object]:
    """Split a name with data; a plain name has none."""
    return event.popitem() if isinstance(event, dict) else (str(event), None)


def _edited(source: str, edits: Iterable[_Edit]) -> str:
    pieces, done = [], 0
    for start, end, text in sorted(edits, key=lambda it: (it[0], -it[1])):
        if start >= done:
            pieces += [source[done:start], text]
            done = end
    return "".join([*pieces, source[done:]])


def _corrections(document: Document) -> Iterator[_Edit]:
    """Yield the corrections of the source."""
    source = document.source
    cells_end = 0
    for kind, tag, _, start, end in document.events:
        if kind == "Start" and tag in _EMPHASES:
            width = 2 if source[start] == source[start + 1] else 1
            if _is_literal(source, start, end, width):
                markers = *range(start, start + width), *range(end - width, end)
                yield from ((marker, marker, "\\") for marker in markers)
        elif kind == "Start" and tag == "TableCell":
            cells_end = end
        elif kind == "End" and tag in {"TableHead", "TableRow"}:
            yield from ((pipe, pipe, "\\") for pipe in _surplus_pipes(source, start, cells_end, end))
    rewrites = [(pattern, rewritten) for part, pattern, rewritten in _REWRITES if part in source]
    outside_code = _without_code(document) if rewrites else ""
    for pattern, rewritten in rewrites:
        for match in pattern.finditer(outside_code):
            text = rewritten(match)
            if text is not None and "\0" not in match.group():
                yield (*match.span(), text)
    if "]:" in source:
        yield from _unused_definitions(document)


def _is_literal(source: str, start: int, end: int, width: int) -> bool:
    """Tell whether an emphasis with markers of this width is meant literally."""
    marker, before, after = source[start], source[max(0, start - 1) : start], source[end : end + 1]
    address = source.rfind("://", max(0, start - _LONGEST_ADDRESS), start)
    if address >= 0 and _IN_ADDRESS.fullmatch(source, address, start):
        return True
    if marker == "~":
        return width == 1 and not source.startswith(SPOILER_MARKER, start)
    if marker == "_":
        return _DUNDER.fullmatch(source, start, end) is not None
    if before == "/" and (width == 1 or after == "/"):
        return True  # part of a path, as in `src/**/*.py`
    return _BETWEEN_WORDS.fullmatch(before + marker * width + after) is not None


def _surplus_pipes(source: str, start: int, cells_end: int, end: int) -> list[int]:
    """Return the positions of `|` in a row's code, or else after the table's last column, to be escaped."""
    code = _CODE_IN_CELL.finditer(source, start, end)
    pipes = [pipe.start() for it in code for pipe in _BARE_PIPE.finditer(source, it.start(), it.end())]
    if not pipes and source[cells_end:end].strip("| \t\r\n"):
        last = len(source[:end].rstrip()) - 1
        pipes = [pipe.start() for pipe in _BARE_PIPE.finditer(source, cells_end, last)]
    return pipes


def _without_code(document: Document) -> str:
    """Return the source with its code replaced by zeros."""
    source = list(document.source)
    for kind, tag, _, start, end in document.events:
        if kind == "Code" or (kind == "Start" and tag == "CodeBlock"):
            source[start:end] = "\0" * (end - start)
        elif kind == "Start" and tag == "HtmlBlock" and (fence := _FENCE.search(document.source, start, end)):
            source[fence.start() : end] = "\0" * (end - fence.start())
    return "".join(source)


def _unused_definitions(document: Document) -> Iterator[_Edit]:
    """Yield corrections that show unused definitions like `[Note]: later`, which would vanish."""
    links = [event.data for event in document.events if event.kind == "Start" and event.tag in {"Link", "Image"}]
    used = {link["id"].casefold() for link in links if isinstance(link, dict)}
    source = _without_code(document)
    for match in _DEFINITION.finditer(source):
        begins_line = _INDENT.fullmatch(source, source.rfind("\n", 0, match.start()) + 1, match.start())
        if begins_line and match[1].casefold() not in used:
            yield match.start(), match.start(), "\\"
