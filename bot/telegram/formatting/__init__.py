"""Formatting of the model's Markdown and of the bot's own texts as Telegram messages."""

from collections.abc import Sequence
from dataclasses import replace

from bot.telegram.formatting.imitations import Imitated, is_parroted, without_ids, without_receipts
from bot.telegram.formatting.markdown import clean, parse
from bot.telegram.formatting.rendering import render
from bot.telegram.formatting.rich_text import RichText, bold, code, concat, expandable, filled, pre, struck
from bot.telegram.formatting.splitting import split
from bot.telegram.formatting.unfinished import finished
from bot.telegram.texts import MAX_UNITS, Text, utf16_length

__all__ = [
    "MAX_UNITS",
    "Imitated",
    "RichText",
    "bold",
    "code",
    "compose",
    "expandable",
    "filled",
    "format_reply",
    "pre",
    "preview",
    "struck",
    "utf16_length",
]

_MORE = " …"
_SEEN = (2 * MAX_UNITS, 16 * MAX_UNITS)
"""Characters that a preview is made of: those that it may show, and as many after them, on which its end depends.

Where much of them doesn't show, such as addresses, it is more.
"""


def format_reply(
    markdown: str,
    receipts: Sequence[str | RichText] = (),
    *,
    instead: str = "",
    imitated: Imitated = (),
) -> list[Text]:
    """Format a whole answer, with receipts below it.

    All of the answer's words are kept, except lines that look like a receipt, such as `imitated` ones, and the ids in
    an answer that only lists memories. If the answer shows nothing, `instead` is used. Blank text gives no part.
    """
    words = without_receipts(render(parse(clean(without_ids(markdown)))), imitated)
    if instead and next(split(words), None) is None:
        words = RichText.of(instead)
    lines: list[str | RichText] = []
    for it in receipts:
        lines += ["\n", it if isinstance(it, RichText) else clean(it)]
    below = concat(lines[1:]) if lines else None
    return list(split(concat([words, "\n\n", below] if below else [words])))


def preview(markdown: str, imitated: Imitated = ()) -> Text | None:
    """Format a partial answer as one message.

    Open markers count as closed. A partial marker at the end is held back, and so is text that may only list
    memories. A text that is too long is cut, with an ellipsis; what is far below the cut costs nothing.
    """
    for seen in _SEEN:
        first, is_full = _beginning(markdown[:seen], imitated)
        is_cut = is_full or len(markdown) > seen
        if is_full or not is_cut:
            break
    return replace(first, text=first.text + _MORE) if first and is_cut else first


def _beginning(markdown: str, imitated: Imitated) -> tuple[Text | None, bool]:
    """Format the first message of a partial answer, and tell whether it is full."""
    if is_parroted(markdown):
        return None, False
    words = without_receipts(render(finished(clean(markdown))), imitated, partial=True)
    parts = split(words, MAX_UNITS - len(_MORE))
    return next(parts, None), next(parts, None) is not None


def compose(*pieces: str | RichText) -> list[Text]:
    """Compose messages, as in `compose("• [", code(memory.id), "] ", memory.content)`.

    A long text is split between paragraphs and lines, if these fit into messages.
    """
    return list(split(concat(pieces)))
