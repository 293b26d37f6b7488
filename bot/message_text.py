"""A message's text for the model, with its time and marks around untrusted text. Pure."""

from dataclasses import replace
from datetime import tzinfo

from bot.language import t
from bot.values.attachments import Attachment, AttachmentKind
from bot.values.incoming import OWN_WORDS, Attribution, IncomingMessage, Quote, Speaker
from bot.values.messages import UserMessage
from bot.values.text import one_line, quoted

OWN_MARK = "[From Keepsake, not from the user]"
"""Mark of user messages written by Keepsake itself."""
UNTRUSTED_MARK = "Not the user's words"
"""Beginning of the mark of untrusted text."""
_NAME_CHARACTERS = 64
"""Most characters of a name in a mark."""
_MOST_OF_A_REPLY = 200
"""Most characters stored with a message of the one that it replies to."""
_SIGN = "> "
"""Beginning of each line below a mark."""
_IN_A_NAME = str.maketrans('[]"', "()'")


def user_message(message: IncomingMessage, timezone: tzinfo | None, note: str = "") -> UserMessage:
    """Render a user's message with its time in `timezone` (None: the machine's own).

    Quotes and forwarded text follow a mark that they can't end.
    """
    time = f"[{message.sent_at.astimezone(timezone):%a %d %b %Y, %H:%M}]"
    text = f"{OWN_MARK} {message.text}" if message.from_keepsake else marked(message.text, message.attribution)
    content = f"{time}\n{text}"
    is_untrusted, files = message.attribution.holds_untrusted or message.call is not None, len(message.files)
    if (kept := _as_stored(message.attribution)) is not message.attribution:
        message = replace(message, attribution=kept)
    return UserMessage(content, note, is_untrusted, pending=bool(files), files=files, said=message)


def marked(text: str, attribution: Attribution) -> str:
    """Render a user's text, with marks around untrusted text."""
    lines = [_quotation(attribution.quote), ""] if attribution.quote else []
    if attribution.forwarded_from is None:
        lines.append(text)
    else:
        lines.append(_marked_lines(_untrusted("forwarded from", attribution.forwarded_from), text))
    return "\n".join(lines)


def without_quotation(content: str) -> str:
    """Return a rendered message without the text that it quotes or replies to."""
    time, _, *lines = content.split("\n")
    while lines and lines[0].startswith(_SIGN):
        del lines[0]
    return "\n".join([time, "[The user quotes a message that was erased]", *lines])


def without_marked(text: str) -> str:
    """Return a rendered text without marks and the lines below them."""
    return "\n".join(line for line in text.split("\n") if not line.startswith((_SIGN, "[")))


def words_shown(text: str, attribution: Attribution = OWN_WORDS) -> str:
    """Return a user's message on one line, for people; without what it replies to."""
    words = [text]
    if (sender := attribution.forwarded_from) is not None:
        from_whom = t("forwarded from “{name}”", name=_name(sender)) if _name(sender) else t("forwarded")
        words = [f"({from_whom})", text]
    if (quote := attribution.quote) and not quote.whole:
        words = [f"({_whose(quote)})", quote.text, *words]
    return one_line(" ".join(words))


def _whose(quote: Quote) -> str:
    """Return whose words are quoted, for people."""
    match quote.speaker:
        case Speaker.USER:
            return t("your own words")
        case Speaker.KEEPSAKE:
            return t("my words")
        case Speaker.OTHER:
            return t("quoted from “{name}”", name=_name(quote.name)) if _name(quote.name) else t("quoted")


def tool_content(tool: str, text: str) -> str:
    """Render the result of a tool that isn't Keepsake's own, marked as untrusted."""
    return _marked_lines(_untrusted("from the tool", tool), text)


def attached(attachment: Attachment, *, untrusted: bool = False) -> str:
    """Render what became of a file of a user's message."""
    mark = file_mark(attachment)
    if attachment.problem:
        return f"[{mark}, which can't be used: {attachment.problem}]"
    if attachment.sent.kind is AttachmentKind.SPEECH and not untrusted:
        return f"[{mark}]\n{attachment.text}"
    if attachment.text:
        return untrusted_text(mark, attachment.text)
    return f"[{mark}]"


def file_mark(attachment: Attachment) -> str:
    """Return what a file is called in a mark."""
    sent = attachment.sent
    name = f" {quoted(sent.name.translate(_IN_A_NAME)[:_NAME_CHARACTERS])}" if sent.name else ""
    length = f", {sent.seconds // 60}:{sent.seconds % 60:02}" if sent.seconds is not None else ""
    return f"{sent.what}{name}{length}{' of the message replied to' if sent.quoted else ''}"


def untrusted_text(whose: str, text: str) -> str:
    """Render untrusted text below a mark, which says whose it is, and which it can't end."""
    return _marked_lines(f"[{UNTRUSTED_MARK}: {whose}]", text)


def _as_stored(attribution: Attribution) -> Attribution:
    """Return an attribution with only the beginning of what is replied to, whose text is stored elsewhere."""
    quote = attribution.quote
    if quote is None or not quote.whole or len(quote.text) <= _MOST_OF_A_REPLY:
        return attribution
    return replace(attribution, quote=replace(quote, text=f"{quote.text[:_MOST_OF_A_REPLY]}…"))


def without_pictures(message: UserMessage) -> UserMessage:
    """Return a user's message whose pictures have left the prompt, which says so, and what was seen in them."""
    if not message.pictures:
        return message
    number = len(message.pictures)
    what, they = ("The picture is", "it") if number == 1 else (f"The {number} pictures are", "they")
    lines = [message.content, f"[{what} no longer shown]"]
    if message.seen:
        lines.append(untrusted_text(f"what {they} showed", message.seen))
    return replace(message, content="\n".join(lines), pictures=())


def _quotation(quote: Quote) -> str:
    match quote.speaker:
        case Speaker.USER:
            mark = "[The user replies to their own message]" if quote.whole else "[The user quotes their own words]"
        case Speaker.KEEPSAKE:
            mark = "[The user replies to you]" if quote.whole else "[The user quotes you]"
        case Speaker.OTHER:
            mark = _untrusted("the message replied to, from" if quote.whole else "quoted from", quote.name)
    return _marked_lines(mark, quote.text)


def _untrusted(how: str, name: str) -> str:
    """Return the mark of untrusted text. A name in it can't end it."""
    return f"[{UNTRUSTED_MARK}: {_origin(how, name)}]"


def _origin(how: str, name: str) -> str:
    line = _name(name)
    return f"{how} {quoted(line)}" if line else how.removesuffix(" from").removesuffix(",")


def _name(name: str) -> str:
    """Return a name as it stands in a mark, which it can't end."""
    return one_line(name).translate(_IN_A_NAME)[:_NAME_CHARACTERS].rstrip()


def _marked_lines(mark: str, text: str) -> str:
    """Return text below its mark, with a sign before each line, whatever its line breaks."""
    return "\n".join([mark, *(f"{_SIGN}{line}" for line in text.splitlines())])
