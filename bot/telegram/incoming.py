"""A message for the mailbox: what it holds, and whose words they are: the user's own, forwarded, or quoted. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from telegram import (
    Message,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)

from bot.kit.text import clean
from bot.telegram.contents import files_of, held_by, text_of, words_of
from bot.turns.values.attachments import QuotedFrom, SentFile
from bot.turns.values.incoming import OWN_WORDS, Attribution, IncomingMessage, Quote, Speaker


def incoming(message: Message, bot_id: int) -> IncomingMessage:
    """Return a message for the mailbox."""
    words = "\n".join(filter(None, [words_of(message), text_of(message)]))
    files = (*files_of(message), *quoted_files(message, bot_id))
    return IncomingMessage(words, message.date, attribution_of(message, bot_id), files, message.media_group_id or "")


def attribution_of(message: Message, bot_id: int) -> Attribution:
    """Return the parts of a message that are not its user's own words (Bot API, Message)."""
    author = author_of(message)
    quote = _quote(message, author, bot_id)
    held = held_by(message)
    source = message.external_reply or message.reply_to_message
    if quote and quote.whole and source and quote.speaker is not Speaker.KEEPSAKE:
        held = (*held, *held_by(source, is_replied_to=True))
    return Attribution(author, quote, held) if held or quote or author is not None else OWN_WORDS


def quoted_files(message: Message, bot_id: int) -> Iterator[SentFile]:
    """Yield the files of the message that a message replies to, unless Keepsake sent it."""
    source = message.external_reply or message.reply_to_message
    if source is None or author_of(message) is not None:
        return
    speaker, _ = _quoted(message, bot_id)
    if speaker is Speaker.KEEPSAKE:
        return
    whose = QuotedFrom.USER if speaker is Speaker.USER else QuotedFrom.OTHER
    own = {file.unique_id for file in files_of(message)}
    for file in files_of(source):
        if file.unique_id not in own:
            yield replace(file, message_id=None, quoted=whose)


def author_of(message: Message) -> str | None:
    """Return the author of a forwarded message, by name if known; None if the sender wrote it."""
    if message.forward_origin:
        return _name(message.forward_origin)
    if message.via_bot:
        return clean(message.via_bot.name)
    return None


def _quote(message: Message, author: str | None, bot_id: int) -> Quote | None:
    """Return what a message quotes, or else the message that it replies to (Bot API, ReplyParameters)."""
    chosen, source = message.quote, message.external_reply or message.reply_to_message
    if chosen is None and (source is None or author is not None):
        return None
    speaker, name = _quoted(message, bot_id) if author is None else (Speaker.OTHER, "")
    in_this_chat = message.reply_to_message if author is None and not message.external_reply else None
    message_id = in_this_chat.message_id if in_this_chat else None
    if chosen:
        return Quote(clean(chosen.text), speaker, name, message_id)
    words = [words_of(source) if source else "", text_of(in_this_chat) if in_this_chat else ""]
    text = "\n".join(filter(None, words))
    if not (text or message_id or any(quoted_files(message, bot_id)) or (source and held_by(source))):
        return None
    return Quote(text, speaker, name, message_id, whole=True)


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
