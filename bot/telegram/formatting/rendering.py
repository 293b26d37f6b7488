"""Renders parsed Markdown as text with formatting; tables as a phone can show them."""

import re
import unicodedata
from collections.abc import Sequence

from telegram.constants import MessageEntityType

from bot.telegram.formatting.markdown import LINE_BREAK, SPOILER_MARKER, Document, Event, clean
from bot.telegram.formatting.rich_text import (
    BOLD,
    CODE,
    ITALIC,
    PRE,
    QUOTE,
    SPOILER,
    STRIKETHROUGH,
    RichText,
    Style,
    Writer,
    bold,
    concat,
    pre,
)

_EMPHASES = {"Emphasis": ITALIC, "Strong": BOLD, "Strikethrough": STRIKETHROUGH}
_STYLES = {**_EMPHASES, "Heading": BOLD, "BlockQuote": QUOTE}
_INLINES = {*_EMPHASES, "Link", "Image"}
_ALONE = {"BlockQuote", "CodeBlock", "Table"}
"""Blocks that begin on a line of their own, not indented."""
_BLOCKS = {"Paragraph", "HtmlBlock", "Heading", "Item", *_ALONE}
_BULLETS = "•◦▪"
_DONE, _TO_DO = "☑ ", "☐ "
_RULE = "──────────"
_INDENT = "  "
_DEEPEST_INDENT = 8
_TAB_WIDTH = 4
_IMAGE = "🖼 "
_WEB_LINK = re.compile(r"(?:https?://[^\s/?#.→]+\.|tg://)[^\s→]+", re.IGNORECASE)
"""An address that Telegram accepts. With an arrow, it could imitate a receipt in plain text."""
_LANGUAGE = re.compile(r"[\w+#.-]+")
_NUMBER = re.compile(r"[0-9]+")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n[^\n]*\Z")
"""End of the source before a block with a blank line above it, apart from quote marks."""

_TABLE_WIDTH = 36
"""Most monospaced characters per line on most phones."""
_COLUMN_GAP = "  "


def render(document: Document) -> RichText:
    """Render a document as text; all words are kept, markers are not."""
    renderer = _Renderer(document.source)
    for event in document.events:
        renderer.take(event)
    return renderer.out.finished()


class _Renderer:
    """Writes one document, event by event."""

    def __init__(self, source: str) -> None:
        self.out = Writer()
        self._source = source
        self._numbers: list[int | None] = []  # of the next item in each open list, outermost first; None: bullets
        self._bullet = ""  # pending, before the item's first text
        self._block_ended = False
        self._code: list[str] | None = None  # lines of the open code block
        self._info = ""  # its info string
        self._alignments: tuple[str, ...] = ()
        self._rows: list[list[RichText]] = []  # of the open table
        self._page = self.out  # where the text continues after a table's cell
        self._links = Links()

    def take(self, event: Event) -> None:
        """Render one event."""
        match event.kind:
            case "Start":
                self._start(event)
            case "End":
                self._end(event.tag)
            case "Text" if self._code is not None:
                self._code.append(str(event.data))
            case "Text" | "Html" | "InlineHtml":
                self._flow(event.start)
                self._write_text(str(event.data))
            case "Code":
                self._flow(event.start)
                self.out.write(clean(str(event.data)), CODE)
            case "TaskListMarker":
                self._bullet = _DONE if event.data else _TO_DO
            case "Rule":
                self._begin(event.start)
                self.out.write(_RULE)
                self._block_ended = True
            case _:
                self._new_line()

    def _begin(self, place: int, tag: str = "") -> None:
        """Begin a block at `place` of the source."""
        self._block_ended = False
        if self._bullet:
            self._write_bullet()
        elif not self.out.ends_line:
            is_after_blank_line = _BLANK_LINE.search(self._source[max(0, place - 200) : place])
            indent = "" if tag in _ALONE else self._indent(outdent=int(tag == "Item"))
            self.out.write(("\n\n" if is_after_blank_line else "\n") + indent)
        if tag in _ALONE and not self.out.ends_line:
            self.out.write("\n")

    def _place(self, tag: str, place: int) -> None:
        """Begin a line for a block at `place` of the source, except inside a pending bullet."""
        if tag in _INLINES:
            self._flow(place)
        elif tag in _BLOCKS and not (self._bullet and tag in {"Paragraph", "HtmlBlock"}):
            self._begin(place, tag)

    def _flow(self, place: int) -> None:
        """Begin a line for inline text at `place` if needed: tight list items have no paragraph events."""
        if self._block_ended:
            self._begin(place)
        self._write_bullet()

    def _indent(self, outdent: int = 0) -> str:
        depth = len(self._numbers) + max(0, self.out.opened.count(QUOTE) - 1) - outdent
        return _INDENT * min(depth, _DEEPEST_INDENT)

    def _write_bullet(self) -> None:
        self.out.write(self._bullet)
        self._bullet = ""

    def _new_line(self) -> None:
        if self.out.pieces:
            self.out.write("\n" + self._indent())

    def _write_text(self, text: str) -> None:
        for number, piece in enumerate(text.split(LINE_BREAK)):
            if number:
                self._new_line()
            seen = clean(piece)
            self.out.write(seen.lstrip() if self.out.ends_line else seen)

    def _start(self, event: Event) -> None:
        tag = event.tag
        self._place(tag, event.start)
        if tag in _STYLES:
            is_spoiler = tag in _EMPHASES and self._source.startswith(SPOILER_MARKER, event.start)
            self.out.begin(SPOILER if is_spoiler else _STYLES[tag])
        match tag:
            case "Item":
                self._bullet = self._item_marker(event.start)
            case "List":
                self._numbers.append(event.data if isinstance(event.data, int) else None)
            case "Link" | "Image" if isinstance(event.data, dict):
                self._links.begin(self.out, event.data, tag)
            case "CodeBlock":
                self._code = []
                self._info = clean(event.data["Fenced"]).strip() if isinstance(event.data, dict) else ""
            case "Table" if isinstance(event.data, tuple):
                self._alignments, self._rows = event.data, []
            case "TableHead" | "TableRow":
                self._rows.append([])
            case "TableCell":
                self._page, self.out = self.out, Writer()
                self._block_ended = False

    def _end(self, tag: str) -> None:
        if tag in _STYLES:
            self.out.end()
        match tag:
            case "Link" | "Image":
                self._links.end(self.out)
            case "Item":
                self._write_bullet()
            case "List":
                self._numbers.pop()
            case "CodeBlock":
                self._end_code()
            case "TableCell":
                self._rows[-1].append(self.out.finished())
                self.out = self._page
            case "Table":
                self.out.write_rich(table(self._alignments, self._rows))
        if tag in _ALONE:
            self.out.end_block()
        if tag in _BLOCKS or tag == "List":
            self._block_ended = True

    def _item_marker(self, place: int) -> str:
        number = self._numbers[-1]
        if number is None:
            return _BULLETS[(len(self._numbers) - 1) % len(_BULLETS)] + " "
        written = _NUMBER.match(self._source, place)
        number = max(number, int(written.group())) if written else number
        self._numbers[-1] = number + 1
        return f"{number}. "

    def _end_code(self) -> None:
        """Write a code block, below its info string if that isn't a language's name."""
        text = "".join(self._code or ()).removesuffix("\n").expandtabs(_TAB_WIDTH)  # Telegram makes a tab one space
        language, _, caption = self._info.partition(" ")
        if not text or not _LANGUAGE.fullmatch(language):
            language, caption = "", self._info
        self._code, caption = None, caption.strip()
        self.out.write(caption + ("\n" if text and caption else ""))
        self.out.write(text, Style(PRE.type, language=language or None))


class Links:
    """Writes the links of one document."""

    def __init__(self) -> None:
        self._open: list[tuple[str, int]] = []  # address, and the pieces of text before it

    def begin(self, out: Writer, link: dict[str, str], tag: str) -> None:
        """Begin a link or an image, which becomes a link with a sign."""
        url = link["dest_url"]
        self._open.append((url, len(out.pieces)))
        if _WEB_LINK.fullmatch(url):
            out.begin(Style(MessageEntityType.TEXT_LINK.value, url=url))
        out.write(_IMAGE if tag == "Image" else "")

    def end(self, out: Writer) -> None:
        """End a link; an address that Telegram doesn't accept is shown, except one within the text."""
        url, begin = self._open.pop()
        text = "".join(out.pieces[begin:])
        address = clean(url.removeprefix("mailto:"))
        if text in ("", _IMAGE):
            out.write(address)
        if _WEB_LINK.fullmatch(url):
            out.end()
        elif text and address not in ("", text) and not address.startswith("#"):
            out.write(f" ({address})")


def table(alignments: Sequence[str], rows: Sequence[Sequence[RichText]]) -> RichText:
    """Render a table in the form that reads best; the first row is the head."""
    widths = [max(width_of(cell.text) for cell in column) for column in zip(*rows, strict=True)]
    fits = sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1) <= _TABLE_WIDTH
    if len(rows) > 1 and not (fits and all(_is_plain(cell) for row in rows for cell in row)):
        return _entries(*rows)
    cells = [[cell.text for cell in row] for row in rows]
    lines = [_COLUMN_GAP.join(map(_padded, row, widths, alignments)).rstrip() for row in cells]
    lines.insert(1, _COLUMN_GAP.join("─" * width for width in widths))
    return pre("\n".join(lines))


def _is_plain(cell: RichText) -> bool:
    return "\n" not in cell.text and not any(style.url for styles in cell.styles for style in styles)


def _entries(head: Sequence[RichText], *rows: Sequence[RichText]) -> RichText:
    """Render `Head: cell` for each cell, one per line, the first one of each row in bold.

    Empty cells are left out, unless the whole column is empty, which keeps its head.
    """
    has_text = [any(cell.text for cell in column) for column in zip(*rows, strict=True)]
    pieces: list[str | RichText] = []
    for row in rows:
        fields: list[RichText] = []
        for name, cell, is_used in zip(head, row, has_text, strict=True):
            shown = cell if is_used or not name.text else RichText.of("-")
            if shown.text:
                fields.append(concat([name, ": ", shown]) if name.text else shown)
        for number, field in enumerate(fields):
            is_title = number == 0 and not any(field.styles)
            pieces += ["\n• " if number else "\n\n", bold(field.text) if is_title else field]
    return concat(pieces[1:])


def _padded(text: str, width: int, alignment: str) -> str:
    room = width - width_of(text)
    left = {"Right": room, "Center": room // 2}.get(alignment, 0)
    return " " * left + text + " " * (room - left)


def width_of(text: str) -> int:
    """Return the width of a text in monospaced columns."""
    return len(text) if text.isascii() else sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
