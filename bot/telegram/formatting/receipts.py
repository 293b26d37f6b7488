"""Receipts are written by code: lines of a model's text that look like one are left out."""

import html
import re

_LINE_END = (
    r"(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|&(?:newline|#0*1[0-3]|#x0*[a-d]);"
    r"|<br\s*/?>|</?(?:details|summary)\b[^<>]*>|\$\$|\\\])"
)
"""Whatever makes Telegram show a new line, in whichever way it is written."""
_LINE = re.compile(rf".*?(?:{_LINE_END}|\Z)", re.IGNORECASE | re.DOTALL)
_ENDED = re.compile(rf"{_LINE_END}\Z", re.IGNORECASE)
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f\u00ad\u200b-\u200f\u2060-\u206f\ufe0e\ufe0f\ufeff\\*_~`]",
    re.IGNORECASE,
)
_MARKERS = re.compile(r"\A(?:[\s>#+\-•|\[\]!()$]|\d{1,9}[.)])+")
_RECEIPT = re.compile(r"💾\s*Remembered\s*:|🗑\s*Forgot\s*:|✏.*→", re.IGNORECASE)
_UNFINISHED_SIGN = re.compile(r"&#?\w*")
_BEGINNINGS = ("💾remembered:", "🗑forgot:")


def without_receipts(markdown: str, *, partial: bool = False) -> str:
    """Leave out every line, in code too, which would be read as one of our receipts.

    These are `💾 Remembered: …`, `🗑 Forgot: …` and `✏️ old → new`, whatever Markdown stands around them.
    `partial`: the text is still being written, so that a last line which may yet become one is left out as well.
    """
    if not any(sign in markdown for sign in "💾🗑✏&"):
        return markdown
    lines = (match.group() for match in _LINE.finditer(markdown))
    return "".join(line for line in lines if not _is_receipt(line, open_ended=partial and not _ENDED.search(line)))


def _is_receipt(line: str, *, open_ended: bool) -> bool:
    seen = _UNSEEN.sub("", html.unescape(line))
    text = _MARKERS.sub("", seen)
    return _RECEIPT.match(text) is not None or (open_ended and _may_become_receipt(text))


def _may_become_receipt(text: str) -> bool:
    written = "".join(text.split()).casefold()
    return written != "" and (
        any(beginning.startswith(written) for beginning in _BEGINNINGS)
        or written.startswith("✏")
        or _UNFINISHED_SIGN.fullmatch(written) is not None
    )
