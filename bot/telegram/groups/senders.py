"""Whose updates reach the bot: people's in their private chats, and in the groups it serves those that are for it."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from telegram.ext import ExtBot

from bot.chat.people import People
from bot.telegram.access import Sender, known_id, language_code, private_sender, topic_id
from bot.telegram.groups.addressed import GROUP_TYPES, Addressee, is_for
from bot.values.groups import Group

_MESSAGES = ("message", "edited_message")
_KEPT_ALBUMS = 100


class Senders:
    """Finds the senders of updates by their JSON.

    An album is for the bot as a whole, if one of its messages is: each comes as an update of its own, and the caption
    stands in one of them (Bot API, sendMediaGroup).
    """

    def __init__(self, bot: ExtBot[None], people: People) -> None:
        self._bot = bot
        self._people = people
        self._albums: deque[tuple[int, str]] = deque(maxlen=_KEPT_ALBUMS)  # newest that are for the bot, by group

    def of(self, raw: dict[str, Any]) -> Sender | None:
        """Return the sender of an update that may be for the bot; None for all others, which are ignored."""
        return self._of(raw, is_for_bot=False)

    def of_stored(self, raw: dict[str, Any]) -> Sender | None:
        """Return the sender of an update that was found to be for the bot, perhaps by an earlier process."""
        return self._of(raw, is_for_bot=True)

    def _of(self, raw: dict[str, Any], *, is_for_bot: bool) -> Sender | None:
        if "my_chat_member" in raw:
            return None
        return private_sender(raw) or self._in_group(raw, is_for_bot=is_for_bot)

    def _in_group(self, raw: Mapping[str, Any], *, is_for_bot: bool) -> Sender | None:
        """Return who wrote to the bot, or pressed one of its buttons, in a group that it serves."""
        for name in _MESSAGES:
            message = raw.get(name)
            if isinstance(message, dict) and (group := self._served(message)):
                return _sender(message, message) if self._is_for_bot(message, group) or is_for_bot else None
        query = raw.get("callback_query")
        under = query.get("message") if isinstance(query, dict) else None
        if isinstance(query, dict) and isinstance(under, dict) and self._served(under):
            return _sender(query, under)
        reaction = raw.get("message_reaction")
        if isinstance(reaction, dict) and (group := self._served(reaction)):
            sender = _sender(reaction, reaction)
            return sender if sender and sender.user_id == group.manager_id else None
        return None

    def _is_for_bot(self, message: Mapping[str, Any], group: Group) -> bool:
        """Tell whether a group's message is for the bot, and remember its album if it is."""
        album_id = message.get("media_group_id")
        album = (group.chat_id, album_id) if isinstance(album_id, str) else None
        if not is_for(message, self._addressee(group)):
            return album in self._albums
        if album and album not in self._albums:
            self._albums.append(album)
        return True

    def _served(self, message: Mapping[str, Any]) -> Group | None:
        chat_id = group_id(message)
        return self._people.groups.get(chat_id) if chat_id is not None else None

    def _addressee(self, group: Group) -> Addressee:
        hears_all = group.reads_all or self._bot.can_read_all_group_messages
        return Addressee(self._bot.id, self._bot.username, hears_all=hears_all)


def group_id(message: Mapping[str, Any]) -> int | None:
    """Return the id of the group that a message or another event is from; None if it is from no group."""
    chat = message.get("chat")
    if not isinstance(chat, dict) or not isinstance(kind := chat.get("type"), str) or kind not in GROUP_TYPES:
        return None
    return known_id(chat.get("id"))


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
