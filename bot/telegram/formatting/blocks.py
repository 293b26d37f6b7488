"""Builds the blocks of a rich message from parsed Markdown (Bot API, InputRichMessage)."""

import html
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from telegram.constants import MessageEntityType

from bot.telegram import rich
from bot.telegram.formatting.formulas import readable
from bot.telegram.formatting.imitations import without_receipts
from bot.telegram.formatting.markdown import (
    BLOCK_FORMULA,
    DETAILS,
    DETAILS_END,
    FORMULA,
    FORMULA_END,
    LINE_BREAK,
    OPEN_DETAILS,
    SUMMARY,
    Document,
    Event,
    clean,
)
from bot.telegram.formatting.rendering import EMPHASES, Links, code_parts, item_number, style_of
from bot.telegram.formatting.rich_text import CODE, PRE, RichText, Style, Writer, concat
from bot.telegram.formatting.tables import table
from bot.telegram.rich import Block, Json

_BLOCKS: Final = {"Paragraph", "HtmlBlock", "Heading", "BlockQuote", "CodeBlock", "List", "Table"}
_FORMULA: Final = re.compile(rf"([{FORMULA}{BLOCK_FORMULA}])([^{FORMULA}-{FORMULA_END}]*){FORMULA_END}")
_TAGS: Final = re.compile(rf"[{DETAILS}-{SUMMARY}]")
_LINE: Final = re.compile(r"[^\n]*\n?")
_MARKS: Final = {DETAILS, OPEN_DETAILS, DETAILS_END}
_MATH: Final = "math"
"""Info string of a code block that is a formula."""
_ALIGNMENTS: Final = {"Center": "center", "Right": "right"}
_NO_SUMMARY: Final = "…"
_TYPES: Final = {MessageEntityType.TEXT_LINK.value: "url"}
"""Types of a RichText that have another name than the MessageEntity."""


class Placed(NamedTuple):
    """A block, and the characters of the document that it comes from."""

    block: Block
    start: int
    end: int


def blocks_of(document: Document) -> list[Placed]:
    """Return the blocks of a document that was parsed with all it `keeps`; lines like a receipt are left out."""
    return _folded(_Reader(document).read(""))


def unmarked(source: str) -> str:
    """Return the source of a document that keeps formulas and `<details>` as Markdown to be parsed as text."""
    source = _FORMULA.sub(lambda it: f"\\({html.unescape(it[2])}\\)", source)
    return _TAGS.sub("", source)


def rich_text(text: RichText) -> Json:
    """Return a formatted text as a RichText of the Bot API."""
    pieces: list[Json] = []
    done = 0
    for formula in _FORMULA.finditer(text.text):
        pieces += _styled(text.between(done, formula.start()))
        pieces.append({"type": "mathematical_expression", "expression": formula[2]})
        done = formula.end()
    pieces += _styled(text.between(done, len(text.text)))
    return pieces[0] if len(pieces) == 1 else pieces or ""


def _styled(text: RichText, level: int = 0) -> list[Json]:
    """Return the pieces of a text whose outer styles, up to a level, are around it already."""
    pieces: list[Json] = []

    def style_at(place: int) -> Style | None:
        styles = text.styles[place]
        return styles[level] if len(styles) > level else None

    for style, stretch in groupby(range(len(text.text)), key=style_at):
        places = list(stretch)
        part = text.between(places[0], places[-1] + 1)
        if style is None:
            pieces.append(clean(part.text))
            continue
        inside = _styled(part, level + 1)
        address = {"url": style.url} if style.url else {}
        inner: Json = inside[0] if len(inside) == 1 else inside
        pieces.append({"type": _TYPES.get(style.type, style.type), "text": inner, **address})
    return [it for it in pieces if it != ""]


class _Reader:
    """Reads the events of one document, from the first to the last."""

    def __init__(self, document: Document) -> None:
        self._source = document.source
        self._events = deque(document.events)
        self._links = Links()
        self._is_checked: bool | None = None  # of the open item; None without a box

    def read(self, end: str) -> list[Placed]:
        """Read the blocks up to the end of an element; inline text between them is a paragraph."""
        found: list[Placed] = []
        while self._events and not (self._events[0].kind == "End" and self._events[0].tag == end):
            event = self._events[0]
            if event.kind == "Rule":
                self._events.popleft()
                found.append(Placed({"type": "divider"}, event.start, event.end))
            elif event.kind == "Start" and event.tag in _BLOCKS:
                self._events.popleft()
                found += [Placed(block, event.start, event.end) for block in self._block(event)]
                self._events.popleft()  # its end
            else:
                found += [Placed(block, event.start, event.end) for block in _paragraph(self._inline())]
        return found

    def _blocks(self, end: str) -> list[Block]:
        return [it.block for it in _folded(self.read(end))]

    def _block(self, event: Event) -> Sequence[Block]:
        """Read a block that has begun, up to its end."""
        match event.tag:
            case "Heading":
                return _heading(event, _genuine(self._inline()))
            case "BlockQuote":
                blocks = self._blocks("BlockQuote")
                return [{"type": "blockquote", "blocks": blocks}] if blocks else []
            case "CodeBlock":
                return self._code(event)
            case "List":
                items = list(self._items(event.data if isinstance(event.data, int) else None))
                return [{"type": "list", "items": items}] if items else []
            case "Table":
                return self._table(event.data if isinstance(event.data, tuple) else ())
            case _:
                return _paragraph(self._inline())

    def _inline(self) -> RichText:
        """Read inline text up to the next block, or the end of the one it is in."""
        out = Writer()
        while self._events:
            event = self._events[0]
            is_inline = event.tag in EMPHASES or event.tag in {"Link", "Image"}
            if event.kind == "Rule" or (event.kind in {"Start", "End"} and not is_inline):
                break
            self._events.popleft()
            self._write(out, event)
        return out.finished()

    def _write(self, out: Writer, event: Event) -> None:
        match event.kind:
            case "Start" if event.tag in EMPHASES:
                out.begin(style_of(event, self._source))
            case "Start" if isinstance(event.data, dict):
                self._links.begin(out, event.data, event.tag)
            case "End" if event.tag in EMPHASES:
                out.end()
            case "End":
                self._links.end(out)
            case "Text" | "Html" | "InlineHtml":
                out.write(str(event.data).replace(LINE_BREAK, "\n"))
            case "Code":
                out.write(clean(str(event.data)), CODE)
            case "TaskListMarker":
                self._is_checked = bool(event.data)
            case _:
                out.write("\n")

    def _code(self, event: Event) -> Sequence[Block]:
        lines: list[str] = []
        while self._events and self._events[0].kind == "Text":
            lines.append(str(self._events.popleft().data))
        info = clean(event.data["Fenced"]).strip() if isinstance(event.data, dict) else ""
        caption, language, text = code_parts(info, lines)
        if language == _MATH and text.strip():
            return _paragraph(RichText.of(f"{BLOCK_FORMULA}{clean(text).strip()}{FORMULA_END}"))
        shown = without_receipts(RichText.of(clean(text))).text
        named: Block = {"language": language} if language else {}
        above = [*_paragraph(RichText.of(caption))]
        return [*above, {"type": "pre", "text": shown, **named}] if shown.strip() else above

    def _items(self, number: int | None) -> Iterator[Block]:
        """Yield the items of a list up to its end, with their numbers in an ordered one."""
        while self._events and self._events[0].tag == "Item":
            event = self._events.popleft()
            outer, self._is_checked = self._is_checked, None
            blocks = self._blocks("Item")
            box, self._is_checked = self._is_checked, outer
            self._events.popleft()
            label: dict[str, Json] = {}
            if number is not None:
                number = item_number(self._source, event.start, number)
                label, number = {"value": number, "type": "1"}, number + 1
            checked: Block = {"is_checked": True} if box else {}
            boxed: Block = {} if box is None else {"has_checkbox": True, **checked}
            if blocks:
                yield {"blocks": blocks, **boxed, **label}

    def _table(self, alignments: Sequence[str]) -> Sequence[Block]:
        """Read a table; one with too many columns becomes a list of entries, as in a message without blocks."""
        rows: list[list[RichText]] = []
        while self._events and not (self._events[0].kind == "End" and self._events[0].tag == "Table"):
            event = self._events.popleft()
            if event.kind == "Start" and event.tag in {"TableHead", "TableRow"}:
                rows.append([])
            elif event.kind == "Start" and event.tag == "TableCell":
                rows[-1].append(_genuine(self._inline()))
        if len(alignments) > rich.MOST_COLUMNS:
            return _as_text(table(alignments, rows))
        cells = [
            [_cell(cell, alignment, is_header=not at) for cell, alignment in zip(row, alignments, strict=False)]
            for at, row in enumerate(rows)
        ]
        return [{"type": "table", "cells": cells, "is_bordered": True}]


def _genuine(text: RichText) -> RichText:
    """Return a text without its lines that read like a receipt, also by a formula in them."""
    if FORMULA_END not in text.text:
        return without_receipts(text)
    kept: list[RichText] = []
    for line in _LINE.finditer(text.text):
        seen = _FORMULA.sub(lambda it: readable(it[2]), line[0])
        if without_receipts(RichText.of(seen)).text.strip() or not seen.strip():
            kept.append(text.between(*line.span()))
    return without_receipts(concat(kept))


def _cell(text: RichText, alignment: str, *, is_header: bool) -> Block:
    head: Block = {"is_header": True} if is_header else {}
    return {"text": rich_text(text), "align": _ALIGNMENTS.get(alignment, "left"), "valign": "middle", **head}


def _heading(event: Event, text: RichText) -> Sequence[Block]:
    level = event.data.get("level") if isinstance(event.data, Mapping) else None
    size = int(level[1:]) if isinstance(level, str) and level[1:].isdecimal() else 1
    return [{"type": "heading", "text": rich_text(text), "size": size}] if text.text.strip() else []


def _paragraph(text: RichText) -> Sequence[Block]:
    """Return a paragraph, a formula of its own, or the mark of a tag; nothing for a blank text."""
    begin = len(text.text) - len(text.text.lstrip())
    words = _genuine(text.between(begin, len(text.text.rstrip())))
    if words.text in _MARKS:
        return [{"type": words.text}]
    if words.text.startswith(SUMMARY):
        return [{"type": SUMMARY, "text": rich_text(words.between(1, len(words.text)))}]
    formula = _FORMULA.fullmatch(words.text)
    if formula and formula[1] == BLOCK_FORMULA:
        return [{"type": "mathematical_expression", "expression": formula[2]}]
    shown = rich_text(words)
    return [{"type": "paragraph", "text": shown}] if "".join(rich.words(shown)).strip() else []


def _as_text(text: RichText) -> Sequence[Block]:
    if all(PRE in styles for styles in text.styles):
        return [{"type": "pre", "text": text.text}]
    return [{"type": "paragraph", "text": rich_text(text)}]


def _folded(blocks: Sequence[Placed]) -> list[Placed]:
    """Put the blocks between the marks of `<details>` into them; marks without a counterpart go."""
    open_ones: list[list[Placed]] = [[]]
    begun: list[Placed] = []
    for it in blocks:
        mark = it.block["type"]
        if mark in {DETAILS, OPEN_DETAILS}:
            begun.append(it)
            open_ones.append([])
        elif mark == DETAILS_END:
            if begun:
                _close(open_ones, begun, it.end)
        elif mark == SUMMARY and not (begun and not open_ones[-1]):
            open_ones[-1].append(it._replace(block={**it.block, "type": "paragraph"}))
        else:
            open_ones[-1].append(it)
    while begun:
        _close(open_ones, begun, blocks[-1].end)
    return open_ones[0]


def _close(open_ones: list[list[Placed]], begun: list[Placed], end: int) -> None:
    """Close the details that were opened last."""
    inside, mark = open_ones.pop(), begun.pop()
    has_summary = bool(inside) and inside[0].block["type"] == SUMMARY
    summary = inside[0].block["text"] if has_summary else _NO_SUMMARY
    blocks = [it.block for it in inside[has_summary:]]
    shown: Block = {"is_open": True} if mark.block["type"] == OPEN_DETAILS else {}
    if blocks:
        open_ones[-1].append(
            Placed({"type": "details", "summary": summary, "blocks": blocks, **shown}, mark.start, end)
        )
    elif has_summary:
        open_ones[-1].append(Placed({"type": "paragraph", "text": summary}, mark.start, end))
