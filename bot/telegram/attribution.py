"""Provenance of a message's text: the user's own, forwarded, or quoted."""

from telegram import (
    Message,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)

from bot.values.incoming import OWN_WORDS, Attribution, Quote, Speaker
from bot.values.text import clean


def attribution_of(message: Message, bot_id: int) -> Attribution:
    """Return the parts of a message that are not its user's own words (Bot API, Message)."""
    author = author_of(message)
    quote = None
    if message.quote:
        speaker, name = _quoted(message, bot_id) if author is None else (Speaker.OTHER, "")
        source = message.reply_to_message
        message_id = source.message_id if source and speaker is Speaker.KEEPSAKE else None
        quote = Quote(clean(message.quote.text), speaker, name, message_id)
    return OWN_WORDS if author is None and quote is None else Attribution(author, quote)


def author_of(message: Message) -> str | None:
    """Return the author of a forwarded message, by name if known; None if the sender wrote it."""
    if message.forward_origin:
        return _name(message.forward_origin)
    if message.via_bot:
        return clean(message.via_bot.name)
    return None


def _quoted(message: Message, bot_id: int) -> tuple[Speaker, str]:
    """Return the speaker of a quote, and their name; a quote from outside this chat is another person's."""
    source = message.reply_to_message
    if message.external_reply:
        origin = message.external_reply.origin
        is_own = isinstance(origin, MessageOriginUser) and origin.sender_user == message.from_user
        return (Speaker.USER, "") if is_own else (Speaker.OTHER, _name(origin))
    if source is None or source.from_user is None:
        return Speaker.OTHER, ""
    author = author_of(source)
    if author is not None:
        return Speaker.OTHER, author
    if source.from_user == message.from_user:
        return Speaker.USER, ""
    if source.from_user.id == bot_id:
        return Speaker.KEEPSAKE, ""
    return Speaker.OTHER, clean(source.from_user.full_name)


def _name(origin: MessageOrigin) -> str:
    """Return the name of a forwarded message's author, if given (Bot API, MessageOrigin)."""
    name: str | None = None
    match origin:
        case MessageOriginUser():
            name = origin.sender_user.full_name
        case MessageOriginHiddenUser():
            name = origin.sender_user_name
        case MessageOriginChat():
            name = origin.sender_chat.effective_name
        case MessageOriginChannel():
            name = origin.chat.effective_name
    return clean(name or "")
