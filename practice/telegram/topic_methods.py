"""The Bot API's methods for topics of private chats, as strict as Telegram's."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from practice.telegram.api_error import bad_request
from practice.telegram.messages import Group, Topic, User
from practice.telegram.messenger import Messenger
from practice.telegram.named import Named
from practice.telegram.parameters import Parameters
from practice.telegram.topics import COLORS

Method: TypeAlias = Callable[[Parameters], object]

_LONGEST_NAME = 128


class TopicMethods:
    """The methods for topics."""

    def __init__(self, messenger: Messenger, named: Named) -> None:
        self._messenger = messenger
        self._named = named

    def by_name(self) -> Mapping[str, Method]:
        """Return the methods by name."""
        return {
            "createforumtopic": self._create,
            "editforumtopic": self._edit,
            "deleteforumtopic": self._delete,
            "closeforumtopic": self._of_supergroup,
            "reopenforumtopic": self._of_supergroup,
        }

    def _create(self, parameters: Parameters) -> object:
        user = self._user(parameters)
        name = parameters.text("name").strip()[:_LONGEST_NAME]
        if not name:
            raise bad_request("title must be non-empty")
        color = parameters.integer("icon_color", COLORS[0], 0, 2**31)
        if color not in COLORS:
            raise bad_request("invalid icon color specified")
        topic = self._messenger.create_topic(user, name, color)
        return {"message_thread_id": topic.id, "name": topic.name, "icon_color": topic.icon_color}

    def _edit(self, parameters: Parameters) -> object:
        topic, name = self._topic(parameters), parameters.text("name").strip()[:_LONGEST_NAME]
        if name in {"", topic.name} and "icon_custom_emoji_id" not in parameters.values:
            raise bad_request("TOPIC_NOT_MODIFIED")
        self._messenger.edit_topic(topic, name or topic.name)
        return True

    def _delete(self, parameters: Parameters) -> object:
        self._messenger.delete_topic(self._topic(parameters).id)
        return True

    def _of_supergroup(self, parameters: Parameters) -> object:
        """Refuse what is for supergroups only (Bot API, closeForumTopic and reopenForumTopic)."""
        self._named.group(parameters, "the chat is not a supergroup")
        raise bad_request("not enough rights")

    def _user(self, parameters: Parameters) -> User:
        """Return the user of a private chat with topics; groups are refused, as to a bot that is no administrator."""
        peer = self._named.peer(parameters)
        if isinstance(peer, Group):
            raise bad_request("not enough rights to create a topic" if peer.is_forum else "the chat is not a forum")
        if not self._messenger.has_topics:
            raise bad_request("the chat is not a forum")
        return peer

    def _topic(self, parameters: Parameters) -> Topic:
        user = self._user(parameters)
        topic = self._messenger.topic(user.id, parameters.integer("message_thread_id", 0, 0, 2**31))
        if topic is None:
            raise bad_request("TOPIC_ID_INVALID")
        return topic
