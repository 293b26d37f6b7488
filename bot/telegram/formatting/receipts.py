"""Receipts are written by code: lines of a model's text that look like one are left out."""

import html
import re

from bot.telegram.formatting.rich_text import RichText

_LINE_END = (
    r"(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|&(?:newline|#0*1[0-3]|#x0*[a-d]);"
    r"|<br\s*/?>|</?(?:details|summary)\b[^<>]*>|\$\$|\\\])"
)
"""Whatever makes Telegram show a new line, in whichever way it is written."""
_LINE = re.compile(rf".*?(?:{_LINE_END}|\Z)", re.IGNORECASE | re.DOTALL)
_ENDED = re.compile(rf"{_LINE_END}\Z", re.IGNORECASE)
_SHOWN_LINE = re.compile(r"[^\n]*\n?")
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u030a\u0333\u033f\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff\\*_~`]"
)
_SIGNS = "💾🗑✏↩🔒"
_MARKERS = re.compile(rf"\A(?:</?[a-z][^<>]*>|[^\w{_SIGNS}]|\d{{1,9}}[.)])+", re.IGNORECASE)
"""What is no word can stand before a receipt's sign, and the number of a list, and an unknown tag."""
_RECEIPT = re.compile(r"💾\s*Remembered\s*:|🗑\s*Forgot\s*:|✏.*→|↩\s*Undone\s*:|🔒\s*Private\s*:", re.IGNORECASE)
_UNFINISHED_SIGN = re.compile(r"&#?\w*")
_BEGINNINGS = ("💾remembered:", "🗑forgot:", "↩undone:", "🔒private:")


def without_receipts(markdown: str, *, partial: bool = False) -> str:
    """Leave out every line, in code too, which would be read as one of our receipts.

    These are `💾 Remembered: …`, `🗑 Forgot: …`, `✏️ old → new`, `↩️ Undone: …` and `🔒 Private: …`, whatever Markdown
    stands around them.
    `partial`: the text is still being written, so that a last line which may yet become one is left out as well.
    """
    if not any(sign in markdown for sign in f"{_SIGNS}&"):
        return markdown
    lines = (match.group() for match in _LINE.finditer(markdown))
    return "".join(line for line in lines if not _is_receipt(line, open_ended=partial and not _ENDED.search(line)))


def without_shown_receipts(rich: RichText) -> RichText:
    """Leave out every line that reads as one of our receipts now that its markers, such as a spoiler's, are gone."""
    if not any(sign in rich.text for sign in _SIGNS):
        return rich
    lines = _SHOWN_LINE.finditer(rich.text)
    return rich.without([line.span() for line in lines if _RECEIPT.match(_bare(line.group()))])


def _is_receipt(line: str, *, open_ended: bool) -> bool:
    text = _bare(html.unescape(line))
    return _RECEIPT.match(text) is not None or (open_ended and _may_become_receipt(text))


def _bare(line: str) -> str:
    """Give a line without what can't be seen, and without what can stand before its text."""
    return _MARKERS.sub("", _UNSEEN.sub("", line))


def _may_become_receipt(text: str) -> bool:
    written = "".join(text.split()).casefold()
    return written != "" and (
        any(beginning.startswith(written) for beginning in _BEGINNINGS)
        or written.startswith("✏")
        or _UNFINISHED_SIGN.fullmatch(written) is not None
    )
