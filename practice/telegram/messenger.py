"""The Telegram between a bot and its users."""

import time
from dataclasses import replace
from pathlib import Path

from practice.faults import Faults
from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.chats import COMMANDS, YOU
from practice.telegram.keyboards import Keyboard
from practice.telegram.messages import Command, Message, MessageVersion, PressAnswer, Topic, Upload, User
from practice.telegram.texts import Formatted
from practice.telegram.updates import JsonObject
from practice.telegram.users import UserActions

# All that a test needs of a chat.
__all__ = [
    "COMMANDS",
    "YOU",
    "Command",
    "Message",
    "MessageVersion",
    "Messenger",
    "PressAnswer",
    "Upload",
    "User",
]

_TYPING_SECONDS = 5  # Bot API, sendChatAction


class Messenger(UserActions):
    """What the bot does; every call takes effect at once and wakes those who wait for changes."""

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        super().__init__(bot, state)
        self._typing: dict[int, float] = {}
        self.faults = Faults()

    def typing_until(self, user_id: int = YOU) -> float:
        """Return the time, in monotonic seconds, until which a user sees that the bot is typing."""
        return self._typing.get(user_id, 0.0)

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

    def user(self, user_id: int) -> User:
        """Return a user, or a group of any id. Raises ApiError if there is no chat, or the user has blocked the bot."""
        user = self._meet(user_id) if user_id < 0 else self._users.get(user_id)
        if not user:
            raise bad_request("chat not found")
        if user.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        return user

    def post(
        self,
        user: User,
        content: Formatted,
        reply_to: int | None,
        extra: JsonObject,
        keyboard: Keyboard = (),
        *,
        topic: int = 0,
        asks_reply: bool = False,
    ) -> Message:
        """Send a message as the bot, into a topic or none."""
        self._typing.pop(user.id, None)
        message = self._add(
            user.id, content, reply_to, extra, keyboard, from_bot=True, topic=topic, asks_reply=asks_reply
        )
        self.announce()
        return message

    def create_topic(self, user: User, name: str) -> Topic:
        """Open a topic of a private chat as the bot."""
        topic = self._begin_topic(user.id, name, from_bot=True)
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

    def react_as_bot(self, message: Message, emoji: tuple[str, ...]) -> None:
        """React to a message as the bot; its own reactions are no updates."""
        self._save(replace(message, bot_reactions=emoji))
        self.announce()

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

    def show_typing(self, user: User) -> None:
        """Show that the bot is typing."""
        self._typing[user.id] = time.monotonic() + _TYPING_SECONDS
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
