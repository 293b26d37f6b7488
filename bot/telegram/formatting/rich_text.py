"""Text with formatting, before it is cut into messages."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from telegram import MessageEntity


@dataclass(frozen=True, slots=True)
class Style:
    """What a stretch of text looks like: the type of a MessageEntity and what belongs to it."""

    type: str
    url: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A style from character `start` up to, but without, character `end`; never empty."""

    start: int
    end: int
    style: Style


@dataclass(frozen=True, slots=True)
class RichText:
    """Text and its spans, sorted as Telegram sorts entities: by start, the longer first."""

    text: str
    spans: tuple[Span, ...] = ()

    def without(self, places: Sequence[tuple[int, int]]) -> "RichText":
        """Leave out the characters of some places, each from its start up to its end, in order and apart."""

        def moved(index: int) -> int:
            return index - sum(min(index, end) - start for start, end in places if start < index)

        ends = [0, *(end for _, end in places)]
        starts = [*(start for start, _ in places), len(self.text)]
        text = "".join(self.text[end:start] for end, start in zip(ends, starts, strict=True))
        spans = (replace(span, start=moved(span.start), end=moved(span.end)) for span in self.spans)
        return RichText(text, _sorted(span for span in spans if span.start < span.end))


def _sorted(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(sorted(spans, key=lambda span: (span.start, -span.end)))


BOLD = Style(MessageEntity.BOLD)
ITALIC = Style(MessageEntity.ITALIC)
STRIKETHROUGH = Style(MessageEntity.STRIKETHROUGH)
SPOILER = Style(MessageEntity.SPOILER)
QUOTE = Style(MessageEntity.BLOCKQUOTE)
CODE = Style(MessageEntity.CODE)
PRE = Style(MessageEntity.PRE)


def bold(text: str) -> RichText:
    """Give `text` in bold."""
    return _styled(text, BOLD)


def code(text: str) -> RichText:
    """Give `text` in a monospaced font; a tap copies it."""
    return _styled(text, CODE)


def pre(text: str) -> RichText:
    """Give `text` as a block in a monospaced font, in which columns stay aligned."""
    return _styled(text, PRE)


def _styled(text: str, style: Style) -> RichText:
    return RichText(text, (Span(0, len(text), style),) if text else ())


def concat(pieces: Iterable[str | RichText]) -> RichText:
    """Put the pieces one after the other."""
    writer = Writer()
    for piece in pieces:
        writer.write_rich(RichText(piece) if isinstance(piece, str) else piece)
    return writer.finished()


@dataclass(slots=True)
class _Open:
    """A style that is being written; none where the same one is open already further out."""

    style: Style | None
    start: int


class Writer:
    """Collects text and styles, and keeps Telegram's rules on nesting while it does.

    The rules are those of MessageEntity in the Bot API, as its server applies them (`are_entities_valid` and
    `fix_entities` in TDLib): no type inside itself, nothing inside `pre` and `code`, and these inside nothing, but
    that a quote may hold `code` and links.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._spans: list[Span] = []
        self._open: list[_Open] = []
        self.length = 0

    @property
    def ends_line(self) -> bool:
        """Whether what comes next begins a line."""
        return not self._pieces or self._pieces[-1].endswith("\n")

    @property
    def depth(self) -> int:
        """How many styles are open."""
        return len(self._open)

    def since(self, start: int) -> str:
        """Give what was written after the first `start` characters."""
        pieces: list[str] = []
        missing = self.length - start
        for piece in reversed(self._pieces):
            if missing <= 0:
                break
            pieces.append(piece[-missing:])
            missing -= len(piece)
        return "".join(reversed(pieces))

    def write(self, text: str) -> None:
        """Add text in the styles that are open."""
        if text:
            self._pieces.append(text)
            self.length += len(text)

    def write_rich(self, rich: RichText) -> None:
        """Add text with styles of its own."""
        moved = (replace(span, start=span.start + self.length, end=span.end + self.length) for span in rich.spans)
        self._spans.extend(moved)
        self.write(rich.text)

    def write_code(self, text: str) -> None:
        """Add monospaced text; in a link it stays a link, which says more."""
        if any(it.style is not None and it.style.type == MessageEntity.TEXT_LINK for it in self._open):
            self.write(text)
        else:
            self._write_alone(text, CODE, lambda style: style.type != MessageEntity.BLOCKQUOTE)

    def write_pre(self, text: str, language: str | None = None) -> None:
        """Add a code block, which interrupts every open style."""
        self._write_alone(text, Style(MessageEntity.PRE, language=language), lambda _: True)

    def _write_alone(self, text: str, style: Style, interrupts: Callable[[Style], bool]) -> None:
        interrupted = [it for it in self._open if it.style is not None and interrupts(it.style)]
        for it in interrupted:
            self._add(it)
        start = self.length
        self.write(text)
        self._add(_Open(style, start))
        for it in interrupted:
            it.start = self.length

    def open(self, style: Style) -> None:
        """Begin a style; each one is to be closed again, the last one first."""
        nested = any(it.style is not None and it.style.type == style.type for it in self._open)
        self._open.append(_Open(None if nested else style, self.length))

    def close(self) -> None:
        """End the style that was opened last."""
        self._add(self._open.pop())

    def _add(self, opened: _Open) -> None:
        if opened.style is not None and opened.start < self.length:
            self._spans.append(Span(opened.start, self.length, opened.style))

    def finished(self) -> RichText:
        """Give everything written."""
        while self._open:
            self.close()
        return RichText("".join(self._pieces), _sorted(self._spans))
