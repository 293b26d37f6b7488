"""Formatting of the model's Markdown and of the bot's own texts as Telegram messages."""

from collections.abc import Sequence
from dataclasses import replace

from bot.telegram.formatting.imitations import is_parroted, without_ids, without_receipts
from bot.telegram.formatting.markdown import clean, parse
from bot.telegram.formatting.rendering import render
from bot.telegram.formatting.rich_reply import enriched
from bot.telegram.formatting.rich_text import RichText, bold, code, concat, expandable, filled, pre, struck
from bot.telegram.formatting.splitting import split
from bot.telegram.formatting.unfinished import finished
from bot.telegram.texts import MAX_UNITS, Text, utf16_length

__all__ = [
    "MAX_UNITS",
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


def format_reply(
    markdown: str, receipts: Sequence[str | RichText] = (), *, instead: str = "", is_rich: bool = False
) -> list[Text]:
    """Format a whole answer, with receipts below it.

    All of the answer's words are kept, except lines that look like a receipt, and the ids in an answer that only lists
    memories. If the answer shows nothing, `instead` is used. Blank text gives no part. What gains from it `is_rich`, if
    wanted: see `enriched`.
    """
    cleaned = clean(without_ids(markdown))
    words = without_receipts(render(parse(cleaned)))
    if instead and next(split(words), None) is None:
        words, is_rich = RichText.of(instead), False
    lines: list[str | RichText] = []
    for it in receipts:
        lines += ["\n", it if isinstance(it, RichText) else clean(it)]
    below = concat(lines[1:]) if lines else None
    texts = list(split(concat([words, "\n\n", below] if below else [words])))
    return enriched(cleaned, below, texts) if is_rich else texts


def preview(markdown: str) -> Text | None:
    """Format a partial answer as one message.

    Open markers count as closed. A partial marker at the end is held back, and so is text that may only list
    memories. A text that is too long is cut, with an ellipsis.
    """
    if is_parroted(markdown):
        return None
    words = without_receipts(render(finished(clean(markdown))), partial=True)
    parts = split(words, MAX_UNITS - len(_MORE))
    first = next(parts, None)
    if first is None or next(parts, None) is None:
        return first
    return replace(first, text=first.text + _MORE)


def compose(*pieces: str | RichText) -> list[Text]:
    """Compose messages, as in `compose("• [", code(memory.id), "] ", memory.content)`.

    A long text is split between paragraphs and lines, if these fit into messages.
    """
    return list(split(concat(pieces)))
