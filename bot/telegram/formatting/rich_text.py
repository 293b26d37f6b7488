"""Text with formatting, before it is cut into messages."""

from collections.abc import Iterable
from dataclasses import dataclass

from telegram import MessageEntity


@dataclass(frozen=True, slots=True)
class Style:
    """What a stretch of text looks like: the type of a MessageEntity and what belongs to it."""

    type: str
    url: str | None = None
    language: str | None = None


BOLD = Style(MessageEntity.BOLD)
ITALIC = Style(MessageEntity.ITALIC)
STRIKETHROUGH = Style(MessageEntity.STRIKETHROUGH)
SPOILER = Style(MessageEntity.SPOILER)
QUOTE = Style(MessageEntity.BLOCKQUOTE)
CODE = Style(MessageEntity.CODE)
PRE = Style(MessageEntity.PRE)


@dataclass(frozen=True, slots=True)
class Span:
    """A style from character `start` up to, but without, character `end`; never empty."""

    start: int
    end: int
    style: Style


@dataclass(frozen=True, slots=True)
class RichText:
    """Text and its spans, an outer one before those within it."""

    text: str
    spans: tuple[Span, ...] = ()

    def between(self, start: int, end: int) -> "RichText":
        """Return the characters from `start` up to `end`."""
        if start == 0 and end == len(self.text):
            return self
        spans = (
            Span(max(it.start, start) - start, min(it.end, end) - start, it.style)
            for it in self.spans
            if it.start < end and it.end > start
        )
        return RichText(self.text[start:end], tuple(spans))


def bold(text: str) -> RichText:
    """Return `text` in bold."""
    return _styled(text, BOLD)


def code(text: str) -> RichText:
    """Return `text` in a monospaced font; a tap copies it."""
    return _styled(text, CODE)


def pre(text: str) -> RichText:
    """Return `text` as a block in a monospaced font, in which columns stay aligned."""
    return _styled(text, PRE)


def _styled(text: str, style: Style) -> RichText:
    return RichText(text, (Span(0, len(text), style),) if text else ())


def concat(pieces: Iterable[str | RichText]) -> RichText:
    """Join the pieces."""
    texts: list[str] = []
    spans: list[Span] = []
    length = 0
    for piece in pieces:
        rich = RichText(piece) if isinstance(piece, str) else piece
        spans += [Span(it.start + length, it.end + length, it.style) for it in rich.spans]
        texts.append(rich.text)
        length += len(rich.text)
    return RichText("".join(texts), tuple(spans))
