"""Text with formatting, before it is split into messages."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from typing import Final, NamedTuple, Self, TypeAlias

from telegram.constants import MessageEntityType

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class Style(NamedTuple):
    """The style of a range of text: a MessageEntity's type and its attributes."""

    type: str
    url: str | None = None
    language: str | None = None


Styles: TypeAlias = tuple[Style, ...]
"""The styles of a character, the outermost first."""
Span: TypeAlias = tuple[int, int, Style]
"""The start and end of a style."""

BOLD = Style(MessageEntityType.BOLD.value)
ITALIC = Style(MessageEntityType.ITALIC.value)
STRIKETHROUGH = Style(MessageEntityType.STRIKETHROUGH.value)
SPOILER = Style(MessageEntityType.SPOILER.value)
QUOTE = Style(MessageEntityType.BLOCKQUOTE.value)
EXPANDABLE = Style(MessageEntityType.EXPANDABLE_BLOCKQUOTE.value)
CODE = Style(MessageEntityType.CODE.value)
PRE = Style(MessageEntityType.PRE.value)


@dataclass(frozen=True, slots=True)
class RichText:
    """Text, and the styles of each of its characters."""

    text: str
    styles: Sequence[Styles]

    @classmethod
    def of(cls, text: str, *styles: Style) -> Self:
        """Return `text` in these styles."""
        return cls(text, [styles] * len(text))

    def between(self, start: int, end: int) -> "RichText":
        """Return the characters from `start` up to `end`."""
        return RichText(self.text[start:end], self.styles[start:end])

    @property
    def spans(self) -> list[Span]:
        """The start and end of each style, outer ones first."""
        spans: list[Span] = []
        begun: list[tuple[int, Style]] = []
        at = 0
        for styles, stretch in groupby([*self.styles, ()]):
            same = 0
            while same < min(len(begun), len(styles)) and begun[same][1] == styles[same]:
                same += 1
            spans += [(start, at, style) for start, style in begun[same:]]
            begun[same:] = [(at, style) for style in styles[same:]]
            at += len(list(stretch))
        return sorted(spans, key=lambda span: (span[0], -span[1]))


def bold(text: str) -> RichText:
    """Return `text` in bold."""
    return RichText.of(text, BOLD)


def code(text: str) -> RichText:
    """Return `text` in a monospaced font; a tap copies it."""
    return RichText.of(text, CODE)


def struck(text: str) -> RichText:
    """Return `text` struck through."""
    return RichText.of(text, STRIKETHROUGH)


def pre(text: str) -> RichText:
    """Return `text` as a monospaced block."""
    return RichText.of(text, PRE)


def expandable(text: str) -> RichText:
    """Return `text` as a quote of which a long one shows its beginning until it is tapped."""
    return RichText.of(text, EXPANDABLE)


def concat(pieces: Iterable[str | RichText]) -> RichText:
    """Join the pieces."""
    several = [RichText.of(piece) if isinstance(piece, str) else piece for piece in pieces]
    return RichText("".join(it.text for it in several), list(chain.from_iterable(it.styles for it in several)))


def filled(sentence: str, **pieces: str | RichText) -> RichText:
    """Return a translated sentence with formatted pieces in its placeholders, in the sentence's order.

    As in `filled(t("To bring it back: {command}"), command=code("/undo"))`.
    """
    parts = _PLACEHOLDER.split(sentence)
    return concat(pieces[part] if at % 2 else part for at, part in enumerate(parts))


class Writer:
    """Collects text in the open styles, nested as Telegram allows."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._styles: list[Styles] = []
        self.opened: Styles = ()

    @property
    def ends_line(self) -> bool:
        """Whether the next text begins a line."""
        return not self.pieces or self.pieces[-1].endswith("\n")

    def write(self, text: str, *styles: Style) -> None:
        """Add text in the open styles and these."""
        if text:
            self.pieces.append(text)
            self._styles += [_nested(self.opened + styles)] * len(text)

    def write_rich(self, rich: RichText) -> None:
        """Add text with its own styles."""
        if rich.text:
            self.pieces.append(rich.text)
            self._styles += [_nested(self.opened + styles) for styles in rich.styles]

    def begin(self, style: Style) -> None:
        """Open a style."""
        self.opened += (style,)

    def end(self) -> None:
        """Close the style opened last."""
        self.opened = self.opened[:-1]

    def end_block(self) -> None:
        """Remove the line ends at the end, so that no style continues in a block of the same style below."""
        while self.ends_line and self.pieces:
            last = self.pieces.pop()
            text = last.rstrip("\n")
            del self._styles[len(self._styles) + len(text) - len(last) :]
            if text:
                self.pieces.append(text)

    def finished(self) -> RichText:
        """Return everything written."""
        return RichText("".join(self.pieces), self._styles)


@lru_cache(maxsize=256)
def _nested(styles: Styles) -> Styles:
    """Return the styles, outermost first, that Telegram shows nested.

    The rules are those of MessageEntity in the Bot API, as its server applies them (`are_entities_valid` and
    `fix_entities` in TDLib): no type inside itself, nothing around or inside `pre` and `code`, except that a quote may
    hold `code`. A link in code stays a link.
    """
    kept: dict[str, Style] = {}
    for style in styles:
        kept.setdefault(style.type, style)
    if PRE.type in kept:
        return (kept[PRE.type],)
    if MessageEntityType.TEXT_LINK.value in kept:
        kept.pop(CODE.type, None)
    if CODE.type in kept:
        return tuple(it for it in kept.values() if it in {QUOTE, CODE})
    return tuple(kept.values())
