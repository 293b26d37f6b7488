"""From parsed Markdown to text with formatting."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pyromark.event import Event, Range
from telegram import MessageEntity
from telegramify_markdown import convert

from bot.telegram.formatting.markdown import (
    BOLD_END,
    BOLD_START,
    SPOILER_END,
    SPOILER_START,
    Document,
    blank_line_before,
    printable,
)
from bot.telegram.formatting.rich_text import BOLD, ITALIC, QUOTE, SPOILER, STRIKETHROUGH, RichText, Style, Writer
from bot.telegram.formatting.tables import Table

_STYLES = {"Emphasis": ITALIC, "Strong": BOLD, "Strikethrough": STRIKETHROUGH}
_BULLETS = "•◦▪"
_DONE, _TO_DO = "☑ ", "☐ "
_RULE = "──────────"
_INDENT = "  "
_DEEPEST_INDENT = 8
_TAB_WIDTH = 4
_LONGEST_FORMULA = 1000
_WEB_LINK = re.compile(r"https?://[^\s/?#.]+\.\S+|tg://\S+", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+#.-]+")
_MARKUP_ONLY = re.compile(r"</?(?:details|summary)\b[^<>]*>", re.IGNORECASE)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_MARKS = re.compile(f"([{SPOILER_START}{SPOILER_END}{BOLD_START}{BOLD_END}])")
_OPENED = {SPOILER_START: SPOILER, BOLD_START: BOLD}
_NUMBER = re.compile(rb"\d+")


def render(document: Document) -> RichText:
    """Write the document as text: all it says is kept, its markers are not."""
    renderer = _Renderer(document.source)
    renderer.take(document.events)
    return renderer.out.finished()


@dataclass(slots=True)
class _CodeBlock:
    """A code block that is being read."""

    offset: int
    info: str = ""
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What Telegram is to show: its server makes each tab one space."""
        return "".join(self.pieces).removesuffix("\n").expandtabs(_TAB_WIDTH)


class _Renderer:
    """Writes one document, event by event."""

    def __init__(self, source: bytes) -> None:
        self.out = Writer()
        self._source = source
        self._numbers: list[int | None] = []  # of the next item in each open list, outermost first; None: bullets
        self._quotes = 0
        self._bullet = ""  # to be written before the item's first text
        self._home = 0  # the length of the text at which the next block needs no line break
        self._block_ended = False
        self._code: _CodeBlock | None = None
        self._table = Table(())
        self._page = self.out  # where the text goes on after a table's cell
        self._links: list[tuple[str, int]] = []
        self._depths = [0]  # how many styles were open when each open element began, outermost first

    def take(self, events: Iterable[tuple[Event, Range]]) -> None:
        """Write what the events say."""
        for event, where in events:
            offset = where["start"]
            if isinstance(event, str):
                self._take_break(event, offset)
            elif "Start" in event:
                self._start(event["Start"], offset)
                self._depths.append(self.out.depth)
            elif "End" in event:
                self._close_marks()
                self._end(event["End"])
            elif self._code is not None and "Text" in event:
                self._code.pieces.append(event["Text"])
            elif "TaskListMarker" in event:
                self._bullet = _DONE if event["TaskListMarker"] else _TO_DO
            else:
                self._flow(offset)
                self._write_inline(event)

    def _begin(self, offset: int, *, alone: bool = False, outdent: int = 0) -> None:
        """Go to where the block at `offset` of the source begins; `alone`: not behind a bullet, not indented."""
        self._block_ended = False
        if self._bullet:
            self._write_bullet()
        elif self.out.length != self._home:
            self.out.write("\n\n" if blank_line_before(self._source, offset) else "\n")
            self.out.write("" if alone else self._indent(outdent))
        if alone and not self.out.ends_line:
            self.out.write("\n")

    def _flow(self, offset: int) -> None:
        """Go to where the inline text at `offset` belongs: tight list items have no paragraphs that begin."""
        if self._block_ended:
            self._begin(offset)
        self._write_bullet()

    def _indent(self, outdent: int = 0) -> str:
        depth = len(self._numbers) + max(0, self._quotes - 1) - outdent
        return _INDENT * min(depth, _DEEPEST_INDENT)

    def _write_bullet(self) -> None:
        self.out.write(self._bullet)
        self._bullet = ""

    def _new_line(self) -> None:
        if self.out.length:
            self.out.write("\n" + self._indent())

    def _write_inline(self, event: object) -> None:
        match event:
            case {"Text": str(text)}:
                self._write_text(text)
            case {"Code": str(code)}:
                self.out.write_code(code)
            case {"InlineMath": str(tex)}:
                self._write_formula(tex)
            case {"DisplayMath": str(tex)}:
                self.out.write("" if self.out.ends_line else "\n")
                self._write_formula(tex)
                self._block_ended = True
            case {"FootnoteReference": str(name)}:
                self.out.write(f"[{name}]")
            case {"InlineHtml": str(html)} | {"Html": str(html)}:
                self._write_html(html)

    def _take_break(self, event: str, offset: int) -> None:
        if event == "Rule":
            self._begin(offset)
            self.out.write(_RULE)
            self._block_ended = True
        elif not self._block_ended:
            self._new_line()

    def _start(self, tag: object, offset: int) -> None:
        match tag:
            case "Emphasis" | "Strong" | "Strikethrough":
                self._flow(offset)
                self.out.open(_STYLES[tag])
            case "Paragraph" | "HtmlBlock":
                if not self._bullet:
                    self._begin(offset)
            case "Item":
                self._start_item(offset)
            case {"Heading": _}:
                self._begin(offset)
                self.out.open(BOLD)
            case {"Link": {"dest_url": str(url)}}:
                self._start_link(url, offset)
            case {"Image": {"dest_url": str(url)}}:
                self._start_link(url, offset)
                self.out.write("🖼 ")
            case "TableHead" | "TableRow":
                self._table.rows.append([])
            case "TableCell":
                self._page, self.out = self.out, Writer()
                self._block_ended = False
            case _:
                self._start_container(tag, offset)

    def _start_container(self, tag: object, offset: int) -> None:
        match tag:
            case {"List": int() | None as number}:
                self._numbers.append(number)
            case {"BlockQuote": _}:
                self._start_quote(offset)
            case {"CodeBlock": {"Fenced": str(info)}}:
                self._code = _CodeBlock(offset, printable(info))
            case {"CodeBlock": _}:
                self._code = _CodeBlock(offset)
            case {"FootnoteDefinition": str(name)}:
                self._begin(offset)
                self.out.write(f"[{name}] ")
                self._home = self.out.length
            case {"Table": tuple(alignments)}:
                self._begin(offset, alone=True)
                self._table = Table(alignments)

    def _end(self, tag: object) -> None:
        match tag:
            case "Emphasis" | "Strong" | "Strikethrough":
                self.out.close()
            case "Link" | "Image":
                self._end_link()
            case "TableCell":
                self._table.rows[-1].append(self.out.finished())
                self.out = self._page
            case "TableHead" | "TableRow":
                pass
            case _:
                self._end_block(tag)
                self._block_ended = True

    def _end_block(self, tag: object) -> None:
        match tag:
            case {"Heading": _}:
                self.out.close()
            case "Item":
                self._write_bullet()
            case {"List": _}:
                self._numbers.pop()
            case {"BlockQuote": _}:
                self.out.close()
                self._quotes -= 1
            case "CodeBlock":
                self._end_code()
            case "Table":
                self._table.write(self.out)

    def _start_item(self, offset: int) -> None:
        self._begin(offset, outdent=1)
        number = self._numbers[-1]
        if number is None:
            self._bullet = _BULLETS[(len(self._numbers) - 1) % len(_BULLETS)] + " "
        else:
            written = _NUMBER.match(self._source, offset)
            number = max(number, int(written.group())) if written else number
            self._bullet = f"{number}. "
            self._numbers[-1] = number + 1

    def _start_quote(self, offset: int) -> None:
        self._begin(offset, alone=True)
        self.out.open(QUOTE)
        self._quotes += 1
        self._home = self.out.length

    def _end_code(self) -> None:
        block, self._code = self._code, None
        if block is None or not (block.text or block.info):
            return
        language, caption = _language_and_caption(block.info) if block.text else (None, block.info)
        self._begin(block.offset, alone=True)
        self.out.write(caption)
        if block.text:
            self.out.write("\n" if caption else "")
            self.out.write_pre(block.text, language)

    def _start_link(self, url: str, offset: int) -> None:
        self._flow(offset)
        self._links.append((url, self.out.length))
        if _WEB_LINK.fullmatch(url):
            self.out.open(Style(MessageEntity.TEXT_LINK, url=url))

    def _end_link(self) -> None:
        """End the link; an address that Telegram takes for no link is shown, unless it only points into the text."""
        url, start = self._links.pop()
        text = self.out.since(start)
        address = printable(url.removeprefix("mailto:"))
        if not text.removeprefix("🖼 "):
            self.out.write(address)
        if _WEB_LINK.fullmatch(url):
            self.out.close()
        elif text and address != text and not address.startswith("#") and address:
            self.out.write(f" ({address})")

    def _write_text(self, text: str) -> None:
        for piece in _MARKS.split(text):
            if piece in _OPENED:
                self.out.open(_OPENED[piece])
            elif not _MARKS.match(piece):
                seen = printable(piece)
                self.out.write(seen.lstrip() if self.out.ends_line else seen)
            elif self.out.depth > self._depths[-1]:
                self.out.close()

    def _close_marks(self) -> None:
        """End the styles of marks whose other half stands outside the element that ends."""
        depth = self._depths.pop()
        while self.out.depth > depth:
            self.out.close()

    def _write_html(self, html: str) -> None:
        if _LINE_BREAK.fullmatch(html.strip()):
            self._new_line()
        elif not _MARKUP_ONLY.fullmatch(html.strip()):
            self.out.write(html)

    def _write_formula(self, tex: str) -> None:
        text = _readable(tex.strip())
        if "\\" in text:
            self.out.write_code(text)
        else:
            self.out.write(text)


def _language_and_caption(info: str) -> tuple[str | None, str]:
    """Take apart what stands behind a fence; what is no language's name is for the reader."""
    first, _, rest = info.strip().partition(" ")
    return (first, rest.strip()) if _LANGUAGE.fullmatch(first) else (None, info.strip())


def _readable(tex: str) -> str:
    """Write a formula with Unicode's signs, as far as they go."""
    if len(tex) > _LONGEST_FORMULA:
        return tex
    text, _ = convert(f"${tex}\\quad$")  # without a command, the library leaves a formula as it is
    return printable(text).strip() or tex
