"""Whose updates reach the bot: people's in their private chats, and in the groups it serves those that are for it."""

from collections.abc import Mapping
from typing import Any

from telegram.ext import ExtBot

from bot.chat.people import People
from bot.telegram.access import Sender, known_id, language_code, private_sender, topic_id
from bot.telegram.groups.addressed import GROUP_TYPES, Addressee, is_for
from bot.values.groups import Group

_MESSAGES = ("message", "edited_message")


class Senders:
    """Finds the senders of updates by their JSON."""

    def __init__(self, bot: ExtBot[None], people: People) -> None:
        self._bot = bot
        self._people = people

    def of(self, raw: dict[str, Any]) -> Sender | None:
        """Return the sender of an update that may be for the bot; None for all others, which are ignored."""
        return None if "my_chat_member" in raw else private_sender(raw) or self._in_group(raw)

    def _in_group(self, raw: Mapping[str, Any]) -> Sender | None:
        """Return who wrote to the bot, or pressed one of its buttons, in a group that it serves."""
        for name in _MESSAGES:
            message = raw.get(name)
            if isinstance(message, dict) and (group := self._served(message)):
                return _sender(message, message) if is_for(message, self._addressee(group)) else None
        query = raw.get("callback_query")
        under = query.get("message") if isinstance(query, dict) else None
        if isinstance(query, dict) and isinstance(under, dict) and self._served(under):
            return _sender(query, under)
        reaction = raw.get("message_reaction")
        if isinstance(reaction, dict) and (group := self._served(reaction)):
            sender = _sender(reaction, reaction)
            return sender if sender and sender.user_id == group.manager_id else None
        return None

    def _served(self, message: Mapping[str, Any]) -> Group | None:
        chat_id = group_id(message)
        return self._people.groups.get(chat_id) if chat_id is not None else None

    def _addressee(self, group: Group) -> Addressee:
        hears_all = group.reads_all or self._bot.can_read_all_group_messages
        return Addressee(self._bot.id, self._bot.username, hears_all=hears_all)


def group_id(message: Mapping[str, Any]) -> int | None:
    """Return the id of the group that a message or another event is from; None if it is from no group."""
    chat = message.get("chat")
    return known_id(chat.get("id")) if isinstance(chat, dict) and chat.get("type") in GROUP_TYPES else None


def _sender(event: Mapping[str, Any], message: Mapping[str, Any]) -> Sender | None:
    user = event.get("from", event.get("user"))
    user_id, chat_id = known_id(user.get("id")) if isinstance(user, dict) else None, group_id(message)
    if user_id is None or chat_id is None:
        return None
    return Sender(user_id, chat_id, _message_id(message), language_code(user), topic_id(message))


def _message_id(message: Mapping[str, Any]) -> int | None:
    """Return a message's id; of one that a single person sees the negative of its own (Bot API, Message)."""
    ephemeral_id = known_id(message.get("ephemeral_message_id"))
    return -ephemeral_id if ephemeral_id else known_id(message.get("message_id"))
