"""A message's text for the model, with its time and marks around untrusted text. Pure."""

from datetime import tzinfo

from bot.values.attachments import Attachment, AttachmentKind
from bot.values.incoming import OWN_WORDS, Attribution, IncomingMessage, Quote, Speaker
from bot.values.messages import UserMessage
from bot.values.text import one_line, quoted

OTHERS_WORDS = "Not the user's words"
"""Beginning of the mark of untrusted text."""
_NAME_CHARACTERS = 64
"""Most characters of a name in a mark."""
_IN_A_NAME = str.maketrans('[]"', "()'")


def user_message(said: IncomingMessage, timezone: tzinfo | None, note: str = "") -> UserMessage:
    """Render a user's message with its time in `timezone` (None: the machine's own).

    Quotes and forwarded text follow a mark that they can't end.
    """
    time = f"[{said.sent_at.astimezone(timezone):%a %d %b %Y, %H:%M}]"
    content = f"{time}\n{marked(said.text, said.attribution)}"
    is_untrusted, files = said.attribution.holds_untrusted, len(said.files)
    return UserMessage(content, note, is_untrusted, pending=bool(files), files=files, said=said)


def marked(text: str, attribution: Attribution) -> str:
    """Render a user's text, with marks around untrusted text."""
    lines = [_quotation(attribution.quote), ""] if attribution.quote else []
    if attribution.forwarded_from is None:
        lines.append(text)
    else:
        lines.append(_behind(_others("forwarded from", attribution.forwarded_from), text))
    return "\n".join(lines)


def words_shown(text: str, attribution: Attribution = OWN_WORDS) -> str:
    """Return a user's message on one line, for people."""
    words = [text]
    if attribution.forwarded_from is not None:
        words = [f"({_origin('forwarded from', attribution.forwarded_from)})", text]
    if quote := attribution.quote:
        whose = {Speaker.USER: "(their own words)", Speaker.KEEPSAKE: "(you)"}
        words = [whose.get(quote.speaker) or f"({_origin('quoted from', quote.name)})", quote.text, *words]
    return one_line(" ".join(words))


def tool_content(tool: str, words: str) -> str:
    """Render the result of a tool that isn't Keepsake's own, marked as untrusted."""
    return _behind(_others("from the tool", tool), words)


def attached(attachment: Attachment, *, untrusted: bool = False) -> str:
    """Render what became of a file of a user's message."""
    sent = attachment.sent
    name = f" {quoted(sent.name.translate(_IN_A_NAME)[:_NAME_CHARACTERS])}" if sent.name else ""
    length = f", {sent.seconds // 60}:{sent.seconds % 60:02}" if sent.seconds is not None else ""
    mark = f"{sent.what}{name}{length}"
    if attachment.problem:
        return f"[{mark}, which can't be used: {attachment.problem}]"
    if sent.kind is AttachmentKind.SPEECH and not untrusted:
        return f"[{mark}]\n{attachment.text}"
    if attachment.text:
        return _behind(f"[{OTHERS_WORDS}: {mark}]", attachment.text)
    return f"[{mark}]"


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
