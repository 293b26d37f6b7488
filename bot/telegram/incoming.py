"""Messages for the mailbox. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from telegram import Message

from bot.telegram.attachments import files_of, text_of, words_of
from bot.telegram.attribution import attribution_of, quoted_files
from bot.telegram.groups.addressed import words_for
from bot.values.groups import Group
from bot.values.incoming import Attribution, IncomingMessage, Member
from bot.values.text import clean


def incoming(message: Message, bot_id: int, groups: Mapping[int, Group]) -> IncomingMessage:
    """Return a message for the mailbox.

    In one of the `groups` it is without the bot's name at its beginning, and with its author's, unless that is who is
    alone there with the bot.
    """
    text, album = text_of(message), message.media_group_id or ""
    attribution, files = attribution_of(message, bot_id), (*files_of(message), *quoted_files(message, bot_id))
    if group := groups.get(message.chat_id):
        text = words_for(text, message.get_bot().username)
        attribution = in_group(message, attribution, group, bot_id)
    words = "\n".join(filter(None, [words_of(message), text]))
    return IncomingMessage(words, message.date, attribution, files, album)


def in_group(message: Message, attribution: Attribution, group: Group, bot_id: int) -> Attribution:
    """Return a group's message's attribution with its author.

    What the bot said there before somebody else came, or while they were away, is not quoted.
    """
    replied, user = message.reply_to_message, message.from_user
    if replied and replied.from_user and replied.from_user.id == bot_id and replied.date < group.since:
        attribution = replace(attribution, quote=None)
    if user is None or (group.is_alone and user.id == group.manager_id):
        return attribution
    member = Member(user.id, clean(user.full_name), manages=user.id == group.manager_id)
    return replace(attribution, said_by=member)
