"""The Telegram between a bot and its users."""

import time
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from practice.faults import Faults
from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.chats import COMMANDS, YOU, chat
from practice.telegram.files import numbers
from practice.telegram.groups import GroupActions
from practice.telegram.inline import InlineMode
from practice.telegram.keyboards import Keyboard
from practice.telegram.media import Document
from practice.telegram.messages import (
    Command,
    Draft,
    Group,
    Message,
    MessageVersion,
    Peer,
    PressAnswer,
    Topic,
    Upload,
    User,
)
from practice.telegram.texts import Formatted
from practice.telegram.updates import JsonObject
from practice.telegram.webhooks import Webhooks

# All that a test needs of a chat.
__all__ = [
    "COMMANDS",
    "YOU",
    "Command",
    "Draft",
    "Message",
    "MessageVersion",
    "Messenger",
    "PressAnswer",
    "Upload",
    "User",
]

_TYPING_SECONDS = 5  # Bot API, sendChatAction
_DRAFT_SECONDS = 30  # Bot API, sendMessageDraft


class Messenger(GroupActions):
    """What the bot does; every call takes effect at once and wakes those who wait for changes."""

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        super().__init__(bot, state)
        self._typing: dict[int, float] = {}
        self._drafts: dict[tuple[int, int], tuple[Draft, float]] = {}  # by user and topic
        self.inline = InlineMode(self)
        self.local_folder: Path | None = None
        """The folder of a server that runs with `--local`, in which a bot reads its files."""
        self.faults = Faults()
        self.webhooks = Webhooks(self, self._records, self.faults)

    def open(self) -> None:
        """Open the state file and load it."""
        super().open()
        self.webhooks.load()

    def typing_until(self, user_id: int = YOU) -> float:
        """Return the time, in monotonic seconds, until which a user sees that the bot is typing."""
        return self._typing.get(user_id, 0.0)

    def drafts(self, user_id: int = YOU) -> tuple[tuple[Draft, float], ...]:
        """Return the drafts that a user sees, one a topic, each with the time, in monotonic seconds, of its end.

        A draft is seen for 30 s after it was shown last, or until the bot sends a message there.
        """
        now = time.monotonic()
        return tuple(shown for (user, _), shown in self._drafts.items() if user == user_id and now < shown[1])

    def draft(self, user_id: int = YOU, topic: int = 0) -> Draft | None:
        """Return the draft that a user sees in a topic."""
        return next((draft for draft, _ in self.drafts(user_id) if draft.topic == topic), None)

    def stop_draft(self, user_id: int = YOU, topic: int = 0) -> None:
        """Press the Stop button of the draft that a user sees in a topic. Raises ValueError if there is none."""
        shown = self.draft(user_id, topic)
        if shown is None or not shown.can_stop:
            raise ValueError("there is no draft to stop")
        if not shown.keep_on_stop:
            self._drafts.pop((user_id, topic))
        where: JsonObject = {"message_thread_id": topic} if topic else {}
        stopped = {"chat": chat(self._users[user_id]), **where, "draft_id": shown.draft_id}
        self.updates.put({"stopped_message_generation": stopped})
        self.announce()

    def press_answer(self, query_id: str) -> PressAnswer | None:
        """Return the bot's answer to a press, or None while there is none."""
        return self._presses.get(query_id)

    async def bot_message(self, containing: str = "", *, after: int = 0, user_id: int = YOU) -> Message:
        """Await the bot's first message newer than message `after` that contains a text. Raises TimeoutError."""
        return await self.wait_for(
            lambda: next(
                (
                    message
                    for message in self.messages(user_id)
                    if message.from_bot and message.message_id > after and containing in message.text
                ),
                None,
            )
        )

    def peer(self, chat_id: int) -> Peer:
        """Return the other side of a chat. Raises ApiError if there is no chat, or the bot can't write there."""
        group = self._groups.get(chat_id)
        return self._with_bot(group) if group else self._user(chat_id)

    def known_user(self, user_id: int) -> User | None:
        """Return a user, wherever they are."""
        return self._users.get(user_id)

    def leave_group(self, group: Group) -> None:
        """Leave a group as the bot."""
        self.set_bot(group.id, "left", by=TypeAdapter(int).validate_python(self.bot["id"]))

    def _with_bot(self, group: Group) -> Group:
        if group.migrated_to:
            reason = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, reason, migrate_to_chat_id=group.migrated_to)
        if not group.has_bot:
            how = "was kicked from" if group.bot_status == "kicked" else "is not a member of"
            raise ApiError(403, f"Forbidden: bot {how} the {group.type} chat")
        return group

    def _user(self, user_id: int) -> User:
        user = self._users.get(user_id)
        if not user:
            raise bad_request("chat not found")
        if user.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        return user

    def post(
        self,
        peer: Peer,
        content: Formatted,
        reply_to: int | None,
        extra: JsonObject,
        keyboard: Keyboard = (),
        *,
        receiver: int | None = None,
        topic: int = 0,
    ) -> Message:
        """Send a message as the bot, into a topic or none, which only its `receiver` sees, if there is one."""
        self._typing.pop(peer.id, None)
        self._drafts.pop((peer.id, topic), None)
        message = self._add(peer.id, content, reply_to, extra, keyboard, from_bot=True, receiver=receiver, topic=topic)
        self.announce()
        return message

    def post_file(self, peer: Peer, file: Upload, caption: Formatted, reply_to: int | None) -> Message:
        """Send a file as the bot."""
        return self.post(peer, caption, reply_to, Document(file).fields(self.files))

    def create_topic(self, user: User, name: str, color: int) -> Topic:
        """Open a topic of a private chat as the bot."""
        topic = self._begin_topic(user.id, name, from_bot=True, color=color)
        self.announce()
        return topic

    def edit_topic(self, topic: Topic, name: str) -> None:
        """Rename a topic as the bot."""
        self._keep_topic(replace(topic, name=name))
        changed: JsonObject = {"forum_topic_edited": {"name": name}}
        self._add(topic.user_id, Formatted(""), None, changed, from_bot=True, topic=topic.id)
        self.announce()

    def reword(self, message: Message, content: Formatted, keyboard: Keyboard = ()) -> Message:
        """Edit a message and its buttons as the bot."""
        edited = self._reword(replace(message, keyboard=keyboard), content)
        self.announce()
        return edited

    def replace_media(self, message: Message, fields: JsonObject, caption: Formatted, keyboard: Keyboard) -> Message:
        """Replace a message's file as the bot, or give a text one."""
        return self.reword(replace(message, extra=fields), caption, keyboard)

    def react_as_bot(self, message: Message, emoji: tuple[str, ...]) -> None:
        """React to a message as the bot; its own reactions are no updates."""
        self._save(replace(message, bot_reactions=emoji))
        self.announce()

    def age(self, message: Message) -> int:
        """Return the seconds since a message was sent."""
        return self._now - message.date

    def fields_of(self, file_id: str) -> JsonObject:
        """Return the field of the message that holds a file, with its name; empty for none."""
        file = self.files.by_id(file_id)
        for message in self._messages.values():
            if file and file.number in set(numbers(message.extra)):
                return {message.medium: message.extra[message.medium]}
        return {}

    @property
    def next_message_id(self) -> int:
        """The id of the message that is sent next."""
        return self._next_message_id

    def rekey(self, message: Message, keyboard: Keyboard) -> Message:
        """Replace the buttons under a message as the bot; clients do not mark that as an edit."""
        changed = replace(message, keyboard=keyboard)
        self._save(changed)
        self.announce()
        return changed

    def answer_press(self, query_id: str, answer: PressAnswer) -> None:
        """Answer a button press as the bot. Raises ApiError if it is unknown or already answered."""
        if query_id not in self._presses or self._presses[query_id]:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        self._presses[query_id] = answer
        self.announce()

    def show_typing(self, peer: Peer) -> None:
        """Show that the bot is typing."""
        self._typing[peer.id] = time.monotonic() + _TYPING_SECONDS
        self.announce()

    def show_draft(self, user: User, draft: Draft) -> None:
        """Show what the bot has written so far of a message."""
        self._drafts[user.id, draft.topic] = draft, time.monotonic() + _DRAFT_SECONDS
        self.announce()

    def set_commands(self, commands: tuple[Command, ...], language: str = "", *, chat_id: int | None = None) -> None:
        """Set the bot's commands in a chat, for users of a language, or for all others; none removes them there."""
        if chat_id is not None:
            others = {chat: its for chat, its in self.commands_of.items() if chat != chat_id}
            self.commands_of = {**others, chat_id: commands} if commands else others
        elif language:
            self.commands_in[language] = commands
        else:
            self.commands = commands
            self._records.put("commands", 1, COMMANDS.dump_json(commands).decode())
        self.announce()
