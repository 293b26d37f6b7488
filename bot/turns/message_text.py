"""A message's text for the model, with its time and marks around untrusted text. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo

from bot.kit.language import t
from bot.kit.prompt_text import NO_TEXT, SIGN, OthersText, PromptText, below, joined, name_in_mark, others, own
from bot.kit.text import one_line
from bot.model.values import UserMessage
from bot.turns.values.attachments import Attachment, AttachmentKind
from bot.turns.values.incoming import OWN_WORDS, REPLIED_TO, Attribution, IncomingMessage, Quote, Speaker

OWN_MARK = "[From Keepsake, not from the user]"
"""Mark of user messages written by Keepsake itself."""
_MOST_OF_A_REPLY = 200
"""Most characters stored with a message of the one that it replies to."""


def user_message(message: IncomingMessage, timezone: tzinfo | None) -> UserMessage:
    """Render a user's message with its time in `timezone` (None: the machine's own).

    Quotes, forwarded text and what else it holds follow a mark that they can't end.
    """
    time = own(f"[{message.sent_at.astimezone(timezone):%a %d %b %Y, %H:%M}]")
    content, files = joined([time, *_parts(message)]), len(message.files)
    if (kept := _as_stored(message.attribution)) is not message.attribution:
        message = replace(message, attribution=kept)
    return UserMessage(content, pending=bool(files), files=files, said=message)


def _parts(message: IncomingMessage) -> Iterator[PromptText]:
    """Yield what a message says, whose it is: a quote, its text, and what it holds."""
    its, text = message.attribution, message.text
    if its.quote:
        yield _quotation(its.quote)
        yield NO_TEXT
    if message.from_keepsake:
        yield own(f"{OWN_MARK} {text}")
    elif its.forwarded_from is not None:
        yield others(OthersText(text, "forwarded from", its.forwarded_from))
    elif text or not its.held:
        yield own(text)
    yield from map(others, its.held)


def without_quotation(content: str) -> str:
    """Return a rendered message without the text that it quotes or replies to, and what that holds."""
    time, _, *lines = content.split("\n")
    kept, is_gone = [time, "[The user quotes a message that was erased]"], True
    for line in lines:
        is_gone = line.endswith(f"{REPLIED_TO}]") or (is_gone and line.startswith(SIGN))
        kept += [] if is_gone else [line]
    return "\n".join(kept)


def words_shown(text: str, attribution: Attribution = OWN_WORDS) -> str:
    """Return a user's message on one line, for people; without what it replies to."""
    words = [text]
    if (sender := attribution.forwarded_from) is not None:
        from_whom = t("forwarded from “{name}”", name=name_in_mark(sender)) if name_in_mark(sender) else t("forwarded")
        words = [f"({from_whom})", text]
    if (quote := attribution.quote) and not quote.whole:
        words = [f"({_whose(quote)})", quote.text, *words]
    words += [f"[{it.text}]" for it in attribution.held if it.about != REPLIED_TO]
    return one_line(" ".join(words))


def with_held(text: str, attribution: Attribution) -> str:
    """Return a user's message for people, with what it holds on lines of its own."""
    held = (it.text for it in attribution.held if it.about != REPLIED_TO)
    return "\n".join(filter(None, [text, *held]))


def _whose(quote: Quote) -> str:
    """Return whose words are quoted, for people."""
    match quote.speaker:
        case Speaker.USER:
            return t("your own words")
        case Speaker.KEEPSAKE:
            return t("my words")
        case Speaker.OTHER:
            return t("quoted from “{name}”", name=name_in_mark(quote.name)) if name_in_mark(quote.name) else t("quoted")


def attached(attachment: Attachment, *, untrusted: bool = False) -> PromptText:
    """Render what became of a file of a user's message; `untrusted` ones are somebody else's, as all names are."""
    sent, problem = attachment.sent, attachment.problem
    mark = f"{sent.what}{_details(attachment)}"
    if problem and not sent.name:
        return own(f"[{mark}, which can't be used: {problem}]")
    if problem:
        return joined([others(of_file(attachment, "")), own(f"[It can't be used: {problem}]")])
    is_own = sent.kind is AttachmentKind.SPEECH and not untrusted
    if sent.name or (attachment.text and not is_own):
        return others(of_file(attachment, attachment.text))
    return own(f"[{mark}]\n{attachment.text}" if attachment.text else f"[{mark}]")


def of_file(attachment: Attachment, text: str, about: str = "") -> OthersText:
    """Return what a file says, which is called as its sender named it."""
    return OthersText(text, attachment.sent.what, attachment.sent.name, f"{_details(attachment)}{about}")


def _details(attachment: Attachment) -> str:
    sent = attachment.sent
    length = f", {sent.seconds // 60}:{sent.seconds % 60:02}" if sent.seconds is not None else ""
    return f"{length}{' of the message replied to' if sent.quoted else ''}"


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
    lines = [message.content, own(f"[{what} no longer shown]")]
    if message.seen:
        lines.append(others(OthersText(message.seen, f"what {they} showed")))
    return replace(message, content=joined(lines), pictures=())


def _quotation(quote: Quote) -> PromptText:
    match quote.speaker:
        case Speaker.USER:
            mark = "[The user replies to their own message]" if quote.whole else "[The user quotes their own words]"
        case Speaker.KEEPSAKE:
            mark = "[The user replies to you]" if quote.whole else "[The user quotes you]"
        case Speaker.OTHER:
            whose = "the message replied to, from" if quote.whole else "quoted from"
            return others(OthersText(quote.text, whose, quote.name))
    return own(below(mark, quote.text))
