"""Receipts are written by code: lines of a model's text that look like one are left out."""

import re

from bot.telegram.formatting.rich_text import RichText, concat

_SIGNS = "💾🗑✏↩🔒"
_UNSEEN = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\U000e0000-\U000e0fff\\*_~`]"
)
_MARKERS = re.compile(rf"\A(?:</?[a-z][^<>]*>|[^\w{_SIGNS}]|\d{{1,9}}[.)])+", re.IGNORECASE)
"""What is no word can stand before a receipt's sign, and the number of a list, and an unknown tag."""
_RECEIPT = re.compile(r"💾\s*Remembered\s*:|🗑\s*Forgot\s*:|✏.*→|↩\s*Undone\s*:|🔒\s*Private\s*:", re.IGNORECASE)
_BEGINNINGS = ("💾remembered:", "🗑forgot:", "↩undone:", "🔒private:")
_LINE = re.compile(r"[^\n]*\n?")


def without_receipts(rich: RichText, *, partial: bool = False) -> RichText:
    """Leave out every line, in code too, that reads as one of our receipts.

    These are `💾 Remembered: …`, `🗑 Forgot: …`, `✏️ old → new`, `↩️ Undone: …` and `🔒 Private: …`. `partial`: the
    text is still being written, so a last line that may become one is left out as well.
    """
    if not any(sign in rich.text for sign in _SIGNS):
        return rich
    kept: list[RichText] = []
    begin = end = 0
    is_blank = True
    for line in _LINE.finditer(rich.text):
        shown = _UNSEEN.sub("", line.group())
        was_left_out = end < line.start()
        if _is_receipt(shown, is_unfinished=partial and line.end() == len(rich.text)):
            continue
        if was_left_out and is_blank and not shown.strip():
            continue
        if was_left_out:
            kept.append(rich.between(begin, end))
            begin = line.start()
        end = line.end()
        is_blank = not shown.strip()
    return concat([*kept, rich.between(begin, len(rich.text[:end].rstrip()))])


def _is_receipt(line: str, *, is_unfinished: bool) -> bool:
    text = _MARKERS.sub("", line)
    return _RECEIPT.match(text) is not None or (is_unfinished and _may_become_receipt(text))


def _may_become_receipt(text: str) -> bool:
    written = "".join(text.split()).casefold()
    return written != "" and (written.startswith("✏") or any(it.startswith(written) for it in _BEGINNINGS))
