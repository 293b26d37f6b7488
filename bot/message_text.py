"""A message's text as the model reads it: the time, marks around words that are not the user's. Pure."""

import re
from datetime import datetime, tzinfo

from bot.values import OWN_WORDS, Attribution, Quote, Speaker, one_line, quoted

OTHERS_WORDS = "Not the user's words"
"""Begins the mark of what neither the user nor Keepsake said."""
_MARK = re.compile(rf"^\[(?:{OTHERS_WORDS}: (.*)|The user quotes (.*))\]$", re.MULTILINE)
_QUOTED_LINE = re.compile(r"^> ", re.MULTILINE)
_NAME_CHARACTERS = 64
"""So much of a name stands in a mark."""
_IN_A_NAME = str.maketrans('[]"', "()'")


def words_said(content: str) -> str:
    """Return what the user said, of a message as `user_content` renders it."""
    return content.partition("\n")[2]


def words_shown(content: str) -> str:
    """Return what the user said, of a message as `user_content` renders it, on one line and as people read it."""
    words = words_said(content)
    if _MARK.match(words):
        words = _QUOTED_LINE.sub("", _MARK.sub(lambda mark: f"({mark[1] or mark[2]})", words))
    return one_line(words)


def user_content(text: str, sent_at: datetime, timezone: tzinfo | None, attribution: Attribution = OWN_WORDS) -> str:
    """Render what a user said with the time they said it, in `timezone` (None: the machine's own).

    What it quotes, and all of it if it was forwarded, stands behind a mark that it can't break out of.
    """
    lines = [f"[{sent_at.astimezone(timezone):%a %d %b %Y, %H:%M}]"]
    if attribution.quote:
        lines += [_quotation(attribution.quote), ""]
    if attribution.forwarded_from is None:
        lines.append(text)
    else:
        lines.append(_behind(_others("forwarded from", attribution.forwarded_from), text))
    return "\n".join(lines)


def tool_content(tool: str, words: str) -> str:
    """Render what a tool that is not Keepsake's own came to: not the user's words, behind a mark that says so."""
    return _behind(_others("from the tool", tool), words)


def _quotation(quote: Quote) -> str:
    match quote.speaker:
        case Speaker.USER:
            mark = "[The user quotes their own words]"
        case Speaker.KEEPSAKE:
            mark = "[The user quotes you]"
        case Speaker.OTHER:
            mark = _others("quoted from", quote.name)
    return _behind(mark, quote.text)


def _others(how: str, name: str) -> str:
    """Return the mark of words that are not the user's; a name stands in it, and can't end it."""
    line = one_line(name).translate(_IN_A_NAME)[:_NAME_CHARACTERS].rstrip()
    return f"[{OTHERS_WORDS}: {how} {quoted(line)}]" if line else f"[{OTHERS_WORDS}: {how.removesuffix(' from')}]"


def _behind(mark: str, words: str) -> str:
    """Return words under their mark, each line of them, whatever kind of break parts them, behind a sign of its own."""
    return "\n".join([mark, *(f"> {line}" for line in words.splitlines())])
