"""Removal of what a model imitates: receipts, and ids of memories. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from bot.kit.language import t
from bot.telegram.formatting.rich_text import RichText, concat
from bot.turns.private_chat import PRIVATE_RECEIPT

Imitated: TypeAlias = Sequence[tuple[str, str]]
"""Receipts that a model may imitate: a sign, and a marked sentence around a value."""
_SIGNS: Final = "💾🗑✏↩🔒"
_UNSEEN: Final = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\U000e0000-\U000e0fff\\*_~`]"
)
_MARKERS: Final = re.compile(rf"\A(?:</?[a-z][^<>]*>|[^\w{_SIGNS}]|\d{{1,9}}[.)])+", re.IGNORECASE)
"""What may come before a receipt's sign: punctuation, a list's number, an unknown tag."""
_RECEIPT: Final = re.compile(
    r"💾\s*Remember(?:ed)?\s*:|🗑\s*Forgot\s*:|✏.*→|↩\s*Undone\s*:|🔒\s*Private\s*:"
    r"|✏\s*\[[A-Za-z0-9]{8}\]\s*\Z",
    re.IGNORECASE,
)
_BEGINNINGS: Final = ("💾remembered:", "💾remember:", "🗑forgot:", "↩undone:", "🔒private:")
_COLON: Final = re.compile("([:\uff1a])")
_LINE: Final = re.compile(r"[^\n]*\n?")
_VALUE: Final = re.compile(r"\{\w+\}")

_BEGUN: Final = re.compile(r"(?:- )?(?:(?:Stored as|Updated) )?\[id:")
_MEMORY: Final = re.compile(
    r"(?:- )?(?:(?:Stored as|Updated) )?\[id:[A-Za-z0-9]{8}\]:? ?"
    r"(?:\((?:context|person|preference|project)\b.*?\) (?=\")|\[[^\]]*\] )?(?P<text>.+)"
)
"""A line of the memory block or of a memory tool's result."""
_QUOTED: Final = re.compile(r"\"((?:(?!\" → \").)+)\"")
"""A single text in quotation marks, without an arrow to a new one."""


def without_receipts(rich: RichText, imitated: Imitated, *, partial: bool = False) -> RichText:
    """Remove every line, also in code, that reads like a receipt.

    These are `💾 Remembered: …`, `🗑 Forgot: …`, `✏️ old → new`, `↩️ Undone: …` and `🔒 Private: …`, `imitated` ones
    as the current language has them, and `✏️ [id]`, which asks for a memory's new text. In a `partial` text, a last
    line that may become one is removed as well.
    """
    if not any(sign in rich.text for sign in _SIGNS):
        return rich
    kept: list[RichText] = []
    is_blank, is_after_receipt = True, False  # of the last line that was kept
    for line in _LINE.finditer(rich.text):
        shown = _UNSEEN.sub("", line.group())
        if _is_receipt(shown, imitated, is_unfinished=partial and line.end() == len(rich.text)):
            is_after_receipt = True
        elif shown.strip() or not (is_blank and is_after_receipt):
            kept.append(rich.between(*line.span()))
            is_blank, is_after_receipt = not shown.strip(), False
    whole = concat(kept)
    return whole.between(0, len(whole.text.rstrip()))


def _is_receipt(line: str, imitated: Imitated, *, is_unfinished: bool) -> bool:
    text = _MARKERS.sub("", line)
    written = _squeezed(text)
    if _RECEIPT.match(text):
        return True
    ends = list(_ends(imitated))
    if any(written.startswith(begin) and written.endswith(end) for begin, end in ends):
        return True
    begun = any(it.startswith(written) for it in (*_BEGINNINGS, *(begin for begin, _ in ends)))
    in_between = any(written.startswith(begin) for begin in ("✏", *(begin for begin, end in ends if end)))
    return is_unfinished and written != "" and (begun or in_between)


def _ends(imitated: Imitated) -> Iterator[tuple[str, str]]:
    """Yield how each receipt begins and ends in the current language, in small letters and without spaces."""
    yield _squeezed("".join(_COLON.split(t(PRIVATE_RECEIPT))[:2])), ""
    for sign, sentence in imitated:
        before, after = _VALUE.split(t(sentence), 1)
        yield _squeezed(_UNSEEN.sub("", sign) + before), _squeezed(after)


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def is_parroted(markdown: str) -> bool:
    """Tell whether every line of a partial answer begins like a memory line."""
    lines = _lines(markdown)
    return bool(lines) and all(_BEGUN.match(line) for line in lines)


def without_ids(markdown: str) -> str:
    """Return the memories' texts if an answer consists of memory lines only, else the unchanged answer."""
    read = [_MEMORY.fullmatch(line) for line in _lines(markdown)]
    texts = [_unquoted(line["text"]) for line in read if line]
    if not texts or len(texts) < len(read):
        return markdown
    return texts[0] if len(texts) == 1 else "\n".join(f"- {text}" for text in texts)


def _unquoted(text: str) -> str:
    quote = _QUOTED.fullmatch(text)
    return quote[1] if quote else text


def _lines(markdown: str) -> list[str]:
    return [line.strip() for line in markdown.splitlines() if line.strip()]
