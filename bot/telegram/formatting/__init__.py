"""From what the model or the bot says to the messages that Telegram shows."""

from collections.abc import Sequence
from dataclasses import replace

from bot.telegram.formatting.imitations import is_parroted, without_ids, without_receipts
from bot.telegram.formatting.markdown import clean, parse
from bot.telegram.formatting.rendering import render
from bot.telegram.formatting.rich_text import RichText, bold, code, concat, pre
from bot.telegram.formatting.splitting import split
from bot.telegram.formatting.unfinished import finished
from bot.telegram.texts import MAX_UNITS, Text, utf16_length

__all__ = [
    "MAX_UNITS",
    "RichText",
    "bold",
    "code",
    "compose",
    "format_reply",
    "pre",
    "preview",
    "utf16_length",
]

_MORE = " …"


def format_reply(markdown: str, receipts: Sequence[str] = (), *, instead: str = "") -> list[Text]:
    """Format a whole answer, with the receipts that the code wrote below it, as they are.

    None of the answer's words is lost, except lines that look like a receipt, and the ids of memories where it is
    nothing but their lines. Where it shows nothing, `instead` is said; blank text gives no part.
    """
    words = without_receipts(render(parse(clean(without_ids(markdown)))))
    if instead and next(split(words), None) is None:
        words = RichText.of(instead)
    below = ["\n\n", clean("\n".join(receipts))] if receipts else []
    return list(split(concat([words, *below])))


def preview(markdown: str) -> Text | None:
    """Format what has been written of an answer so far, for one message.

    Open markers count as closed, and half a marker at the end waits, as does what may be nothing but lines of
    memories. Of a text that is longer than a message, the beginning is shown, with an ellipsis.
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
    """Put a text together, as in `compose("• [", code(memory.id), "] ", memory.content)`.

    It is split between paragraphs and lines, as far as these fit into messages.
    """
    return list(split(concat(pieces)))
