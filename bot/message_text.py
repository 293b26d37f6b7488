"""A message's text as the model reads it: the time, marks around words that are not the user's. Pure."""

from datetime import tzinfo

from bot.values import OWN_WORDS, Attribution, IncomingMessage, Quote, Speaker, UserMessage, one_line, quoted

OTHERS_WORDS = "Not the user's words"
"""Begins the mark of what neither the user nor Keepsake said."""
_NAME_CHARACTERS = 64
"""Characters of a name in a mark."""
_IN_A_NAME = str.maketrans('[]"', "()'")


def user_message(said: IncomingMessage, timezone: tzinfo | None, note: str = "") -> UserMessage:
    """Render what a user said with the time they said it, in `timezone` (None: the machine's own).

    What it quotes, and all of it if it was forwarded, stands behind a mark that it can't break out of.
    """
    time = f"[{said.sent_at.astimezone(timezone):%a %d %b %Y, %H:%M}]"
    content = f"{time}\n{marked(said.text, said.attribution)}"
    return UserMessage(content, note, said.attribution.holds_untrusted, said)


def marked(text: str, attribution: Attribution) -> str:
    """Render what a user said, with marks around what is not their own words."""
    lines = [_quotation(attribution.quote), ""] if attribution.quote else []
    if attribution.forwarded_from is None:
        lines.append(text)
    else:
        lines.append(_behind(_others("forwarded from", attribution.forwarded_from), text))
    return "\n".join(lines)


def words_shown(text: str, attribution: Attribution = OWN_WORDS) -> str:
    """Return what a user said, on one line and as people read it."""
    words = [text]
    if attribution.forwarded_from is not None:
        words = [f"({_origin('forwarded from', attribution.forwarded_from)})", text]
    if quote := attribution.quote:
        whose = {Speaker.USER: "(their own words)", Speaker.KEEPSAKE: "(you)"}
        words = [whose.get(quote.speaker) or f"({_origin('quoted from', quote.name)})", quote.text, *words]
    return one_line(" ".join(words))


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
    return f"[{OTHERS_WORDS}: {_origin(how, name)}]"


def _origin(how: str, name: str) -> str:
    line = one_line(name).translate(_IN_A_NAME)[:_NAME_CHARACTERS].rstrip()
    return f"{how} {quoted(line)}" if line else how.removesuffix(" from")


def _behind(mark: str, words: str) -> str:
    """Return words under their mark, each line of them, whatever kind of break parts them, behind a sign of its own."""
    return "\n".join([mark, *(f"> {line}" for line in words.splitlines())])
