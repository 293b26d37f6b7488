"""Topics of private chats (Bot API, User.has_topics_enabled): people open, rename and delete them."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from practice.telegram.chats import YOU
from practice.telegram.messages import Topic
from practice.telegram.texts import Formatted
from practice.telegram.updates import JsonObject
from practice.telegram.users import UserActions

COLOR: Final = 0x6FB9F0
"""The color of every topic's icon (Bot API, createForumTopic)."""
_NOTHING = Formatted("")
_TOPIC = TypeAdapter(Topic)


class TopicActions(UserActions):
    """The topics of private chats. A topic's id is that of the service message with which it begins."""

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        super().__init__(bot, state)
        self.has_topics = False
        """Whether threaded mode is on at BotFather."""
        self._topics: dict[int, Topic] = {}

    def open(self) -> None:
        """Open the state file and load it."""
        super().open()
        self.has_topics = dict(self._records.all("threaded")).get(1) == "true" or self.has_topics
        self._topics |= {key: _TOPIC.validate_json(value) for key, value in self._records.all("topic")}

    def turn_topics(self, *, on: bool) -> None:
        """Turn threaded mode on or off at BotFather, for later starts, too."""
        self.has_topics = on
        self._records.put("threaded", 1, "true" if on else "false")
        self.announce()

    def topics(self, user_id: int = YOU) -> list[Topic]:
        """Return the topics of a private chat but for General, oldest first."""
        return [it for it in self._topics.values() if it.user_id == user_id]

    def topic(self, user_id: int, topic_id: int) -> Topic | None:
        """Return a topic; None if it was never opened, was deleted, or threaded mode is off."""
        topic = self._topics.get(topic_id) if self.has_topics else None
        return topic if topic and topic.user_id == user_id else None

    def open_topic(self, name: str, user_id: int = YOU, *, implicit: bool = False) -> int:
        """Open a topic as a user, whose app may choose the name itself; return its id.

        An app that does so names it by the first words that are written in it.
        """
        self._meet(user_id)
        topic = self._begin_topic(user_id, name, from_bot=False, implicit=implicit)
        self.updates.put({"message": self.as_telegram(self._messages[topic.id])})
        self.announce()
        return topic.id

    def rename_topic(self, topic_id: int, name: str) -> None:
        """Rename a topic as its user."""
        topic = self._keep_topic(replace(self._topics[topic_id], name=name))
        changed: JsonObject = {"forum_topic_edited": {"name": name}}
        message = self._add(topic.user_id, _NOTHING, None, changed, from_bot=False, topic=topic_id)
        self.updates.put({"message": self.as_telegram(message)})
        self.announce()

    def delete_topic(self, topic_id: int) -> None:
        """Delete a topic with all its messages on both sides; the Bot API has no update for that."""
        topic = self._topics.pop(topic_id)
        self._records.remove("topic", topic_id)
        for message in self.messages(topic.user_id):
            if message.topic == topic_id:
                self.remove(message)
        self.announce()

    def _begin_topic(self, user_id: int, name: str, *, from_bot: bool, implicit: bool = False) -> Topic:
        about: JsonObject = {"name": name, "icon_color": COLOR, **({"is_name_implicit": True} if implicit else {})}
        topic_id = self._next_message_id
        created: JsonObject = {"forum_topic_created": about}
        self._add(user_id, _NOTHING, None, created, from_bot=from_bot, topic=topic_id)
        return self._keep_topic(Topic(topic_id, user_id, name))

    def _keep_topic(self, topic: Topic) -> Topic:
        self._topics[topic.id] = topic
        self._records.put("topic", topic.id, _TOPIC.dump_json(topic).decode())
        return topic
