"""Writing a text with formatting, piece by piece."""

from itertools import takewhile

from telegram import MessageEntity

from bot.telegram.formatting.rich_text import RichText, Span, Style


class Writer:
    """Collects text in the styles that are open at the time, nested as Telegram allows it."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self._open: list[Style] = []
        self._begun: list[tuple[Style, int]] = []
        self._spans: list[Span] = []

    @property
    def ends_line(self) -> bool:
        """Whether what comes next begins a line."""
        return not self.pieces or self.pieces[-1].endswith("\n")

    def write(self, text: str) -> None:
        """Add text in the styles that are open."""
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def write_in(self, style: Style, text: str) -> None:
        """Add text in one more style."""
        self.begin(style)
        self.write(text)
        self.end()

    def write_rich(self, rich: RichText) -> None:
        """Add text in styles of its own."""
        self._spans += [Span(it.start + self.length, it.end + self.length, it.style) for it in rich.spans]
        self.write(rich.text)

    def begin(self, style: Style) -> None:
        """Open a style; each is to be ended, the last one first."""
        self._open.append(style)
        self._change(_nested(self._open))

    def end(self) -> None:
        """End the style that was opened last."""
        self._open.pop()
        self._change(_nested(self._open))

    def finished(self) -> RichText:
        """Return everything written."""
        self._spans.reverse()  # the outermost ended last
        return RichText("".join(self.pieces), tuple(sorted(self._spans, key=lambda it: (it.start, -it.end))))

    def _change(self, styles: list[Style]) -> None:
        """End the styles that do not go on, with those within them, and begin the others."""
        same = sum(1 for _ in takewhile(lambda it: it[0][0] == it[1], zip(self._begun, styles, strict=False)))
        while len(self._begun) > same:
            style, start = self._begun.pop()
            self._spans += [Span(start, self.length, style)] if start < self.length else []
        self._begun += [(style, self.length) for style in styles[same:]]


def _nested(styles: list[Style]) -> list[Style]:
    """Return those of some styles, from the outermost on, that Telegram shows within each other.

    The rules are those of MessageEntity in the Bot API, as its server applies them (`are_entities_valid` and
    `fix_entities` in TDLib): no type inside itself, nothing around or inside `pre` and `code`, except that a quote may
    hold `code`. A link in code stays a link, which says more.
    """
    kept: dict[str, Style] = {}
    for style in styles:
        kept.setdefault(style.type, style)
    if MessageEntity.PRE in kept:
        return [kept[MessageEntity.PRE]]
    if MessageEntity.CODE in kept and MessageEntity.TEXT_LINK in kept:
        del kept[MessageEntity.CODE]
    if MessageEntity.CODE in kept:
        return [it for it in kept.values() if it.type in (MessageEntity.BLOCKQUOTE, MessageEntity.CODE)]
    return list(kept.values())
