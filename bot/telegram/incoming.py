"""Messages for the mailbox. Pure."""

from telegram import Message

from bot.telegram.attachments import files_of, text_of, words_of
from bot.telegram.attribution import attribution_of, quoted_files
from bot.values.incoming import IncomingMessage


def incoming(message: Message, bot_id: int) -> IncomingMessage:
    """Return a message for the mailbox."""
    words = "\n".join(filter(None, [words_of(message), text_of(message)]))
    files = (*files_of(message), *quoted_files(message, bot_id))
    return IncomingMessage(words, message.date, attribution_of(message, bot_id), files, message.media_group_id or "")
