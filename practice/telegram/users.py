"""What users do: they write, send files, reply, forward, edit, react, press buttons, open topics, and block the bot."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from practice.telegram.chats import YOU, Chats, chat, person
from practice.telegram.files import renewed
from practice.telegram.media import Content, Document
from practice.telegram.messages import Message, PressAnswer, Topic, Upload, User
from practice.telegram.texts import Entity, Formatted, formatted, formatted_caption, units
from practice.telegram.updates import JsonObject

Origin: TypeAlias = str | JsonObject
"""The original author of a message: a name, or the Bot API's MessageOrigin."""

COLOR: Final = 0x6FB9F0
"""The color of every topic's icon (Bot API, createForumTopic)."""
_PRESSES_KEPT = 1_000
_NOTHING = Formatted("")
_TOPIC = TypeAdapter(Topic)


class UserActions(Chats):
    """The actions of users; each takes effect at once and becomes an update for the bot.

    A topic's id is that of the service message with which it begins.
    """

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        super().__init__(bot, state)
        self._presses: dict[str, PressAnswer | None] = {}
        self._languages: dict[int, str] = {}
        self.has_topics = False
        """Whether threaded mode is on at BotFather."""
        self._topics: dict[int, Topic] = {}

    def open(self) -> None:
        """Open the state file and load it."""
        super().open()
        self.has_topics = dict(self._records.all("threaded")).get(1) == "true" or self.has_topics
        self._topics |= {key: _TOPIC.validate_json(value) for key, value in self._records.all("topic")}

    def speak(self, language: str, user_id: int = YOU) -> None:
        """Set the language of a user's app, by its IETF tag (Bot API, User.language_code); at first it is "en"."""
        self._languages[user_id] = language
        if (user := self._users.get(user_id)) and user.language != language:
            self._save_user(replace(user, language=language))

    def send_text(
        self,
        text: str,
        user_id: int = YOU,
        *,
        reply_to: int | None = None,
        quote: str = "",
        origin: Origin = "",
        topic: int = 0,
    ) -> int:
        """Send a text as a user; return the message's id. Raises TextError for a text no client would send.

        It may quote part of the message it replies to, or of a message in another chat, which has an origin. It goes
        into a `topic` of the chat, by default General.
        """
        return self._write(user_id, formatted(text), reply_to, self._reference(reply_to, quote, origin), topic)

    def share(self, text: str, links: Mapping[str, str], user_id: int = YOU, *, preview: str = "") -> int:
        """Send a text whose words have `links`, from the share sheet of a phone; return the message's id.

        The message shows the `preview` of an address, if the user chose one (Bot API, LinkPreviewOptions).
        """
        entities = tuple(
            Entity("text_link", units(text.partition(words)[0]), units(words), url) for words, url in links.items()
        )
        extra: JsonObject = {"link_preview_options": {"url": preview}} if preview else {}
        return self._write(user_id, formatted(text, entities), None, extra)

    def send(
        self,
        content: Content,
        user_id: int = YOU,
        *,
        caption: str = "",
        reply_to: int | None = None,
        quote: str = "",
        origin: Origin = "",
        album: str = "",
        topic: int = 0,
    ) -> int:
        """Send anything but text as a user, such as a Photo or a Location; return the message's id.

        Messages with the same `album` belong together. Raises ValueError for what no client would send.
        """
        words = formatted_caption(caption)
        extra = content.fields(self.files) | self._reference(reply_to, quote, origin)
        return self._write(user_id, words, reply_to, extra | ({"media_group_id": album} if album else {}), topic)

    def send_album(
        self,
        *contents: Content,
        user_id: int = YOU,
        caption: str = "",
        reply_to: int | None = None,
        topic: int = 0,
    ) -> list[int]:
        """Send an album as a user: a message for each file, the caption with the first; return the messages' ids."""
        album = str(secrets.randbits(53))
        return [
            self.send(content, user_id, caption="" if number else caption, reply_to=reply_to, album=album, topic=topic)
            for number, content in enumerate(contents)
        ]

    def send_file(self, file: Upload, user_id: int = YOU, *, caption: str = "", reply_to: int | None = None) -> int:
        """Send a file as a user; return the message's id. Raises TextError for a caption no client would send."""
        return self.send(Document(file), user_id, caption=caption, reply_to=reply_to)

    def send_other(self, fields: JsonObject, user_id: int = YOU) -> int:
        """Send as a user what only the Bot API's Message knows, such as a `story`, as its fields."""
        return self._write(user_id, _NOTHING, None, fields)

    def forward(self, what: str | Content, user_id: int = YOU, *, origin: Origin, caption: str = "") -> int:
        """Forward another person's text or file as a user; an origin that is only a name is a hidden account."""
        forwarded: JsonObject = {"forward_origin": self._origin(origin)}
        if isinstance(what, str):
            return self._write(user_id, formatted(what), None, forwarded)
        return self._write(user_id, formatted_caption(caption), None, what.fields(self.files) | forwarded)

    def forward_message(self, message_id: int, user_id: int = YOU) -> int:
        """Forward a message of any chat to the bot as a user, with its file; return the new message's id."""
        message = self._messages[message_id]
        author = self.bot if message.from_bot else person(self._users[message.user_id])
        origin: JsonObject = {"type": "user", "sender_user": author, "date": message.date}
        kept = {name: it for name, it in message.extra.items() if name not in {"media_group_id", "quote"}}
        extra = renewed({"forward_origin": origin, **kept}, self._next_message_id)
        return self._write(user_id, Formatted(message.text, message.entities), None, extra)

    def edit_text(self, message_id: int, text: str, user_id: int = YOU) -> None:
        """Edit a text, or a file's caption, as its user. Raises ValueError if the user has no such message."""
        message = self._own(user_id, message_id)
        self._edited(self._reword(message, formatted_caption(text) if message.medium else formatted(text)))

    def touch(self, message_id: int, user_id: int = YOU) -> None:
        """Send the bot an edit that changes nothing, as Telegram does for changes that bots don't see."""
        message = self._own(user_id, message_id)
        self._edited(self._reword(message, Formatted(message.text, message.entities)))

    def react(self, message_id: int, *emoji: str, user_id: int = YOU) -> None:
        """React to a message as a user, or with no emoji take the reaction back (Bot API, MessageReactionUpdated)."""
        message = self._messages[message_id]
        self._save(replace(message, reactions=emoji))
        user = self._users[user_id]
        reaction: JsonObject = {"chat": chat(user), "message_id": message_id, "user": person(user), "date": self._now}
        old, new = _reactions(message.reactions), _reactions(emoji)
        self.updates.put({"message_reaction": {**reaction, "old_reaction": old, "new_reaction": new}})
        self.announce()

    def press(self, message_id: int, data: str, user_id: int = YOU) -> str:
        """Press a button as a user; return the query's id (Bot API, CallbackQuery). Raises ValueError if it is gone."""
        message = self.message(user_id, message_id)
        if not message or not any(button.callback_data == data for button in message.buttons):
            raise ValueError("this button is gone")
        query_id = str(secrets.randbits(63))
        self._presses[query_id] = None
        if len(self._presses) > _PRESSES_KEPT:
            del self._presses[next(iter(self._presses))]
        query = {
            "id": query_id,
            "from": person(self._users[user_id]),
            "message": self.as_telegram(message),
            "chat_instance": str(message.user_id),
            "data": data,
        }
        self.updates.put({"callback_query": query})
        self.announce()
        return query_id

    def delete_message(self, message_id: int) -> None:
        """Delete a message on both sides as a user; the Bot API has no update for that."""
        self.remove(self._messages[message_id])

    def pass_time(self, seconds: float) -> None:
        """Move the dates of all later messages forward."""
        self._ahead += seconds

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

    def block(self, user_id: int = YOU) -> None:
        """Block the bot as a user."""
        self._set_blocked(user_id, blocked=True)

    def unblock(self, user_id: int = YOU) -> None:
        """Unblock the bot as a user."""
        self._set_blocked(user_id, blocked=False)

    def put_update(self, update: JsonObject) -> int | None:
        """Queue an update unchanged, with the next id if it has none; return its id, or None if the bot excludes it."""
        update_id = self.updates.put(update)
        self.announce()
        return update_id

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

    def _own(self, user_id: int, message_id: int) -> Message:
        message = self.message(user_id, message_id)
        if not message or message.from_bot:
            raise ValueError(f"user {user_id} has no message {message_id}")
        return message

    def _edited(self, message: Message) -> None:
        self.updates.put({"edited_message": self.as_telegram(message)})
        self.announce()

    def _reference(self, reply_to: int | None, quote: str, origin: Origin) -> JsonObject:
        """Return the fields of what a message quotes (Bot API, TextQuote); from another chat, it has position 0."""
        extra: JsonObject = {}
        if quote:
            replied = self._messages.get(reply_to or 0)
            before = replied.text.partition(quote)[0] if replied and quote in replied.text else ""
            extra["quote"] = {"text": quote, "position": units(before), "is_manual": True}
        if origin:
            extra["external_reply"] = {"origin": self._origin(origin)}
        return extra

    def _origin(self, origin: Origin) -> JsonObject:
        """Return the origin of a message (Bot API, MessageOrigin)."""
        if isinstance(origin, dict):
            return origin
        return {"type": "hidden_user", "sender_user_name": origin, "date": self._now}

    def _write(self, user_id: int, content: Formatted, reply_to: int | None, extra: JsonObject, topic: int = 0) -> int:
        if self._meet(user_id).blocked:
            self.unblock(user_id)  # as clients do before they let a user write
        message = self._add(user_id, content, reply_to, extra, from_bot=False, topic=topic)
        self.updates.put({"message": self.as_telegram(message)})
        self.announce()
        return message.message_id

    def _meet(self, user_id: int) -> User:
        """Return a user or a group, which exists from now on."""
        if user_id not in self._users:
            name = "You" if user_id == YOU else f"{'User' if user_id > 0 else 'Group'} {user_id}"
            self._save_user(User(user_id, name, language=self._languages.get(user_id, "en")))
        return self._users[user_id]

    def _set_blocked(self, user_id: int, *, blocked: bool) -> None:
        user = self._users[user_id]
        if user.blocked == blocked:
            return
        self._save_user(replace(user, blocked=blocked))
        member, banned = {"user": self.bot, "status": "member"}, {"user": self.bot, "status": "kicked", "until_date": 0}
        self.updates.put(
            {
                "my_chat_member": {
                    "chat": chat(user),
                    "from": person(user),
                    "date": self._now,
                    "old_chat_member": member if blocked else banned,
                    "new_chat_member": banned if blocked else member,
                }
            }
        )
        self.announce()


def _reactions(emoji: Sequence[str]) -> list[JsonObject]:
    return [{"type": "emoji", "emoji": it} for it in emoji]
