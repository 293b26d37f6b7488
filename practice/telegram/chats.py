"""The chats of a bot's users: what is stored, and what both sides see."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from practice.telegram.files import Files, numbers
from practice.telegram.keyboards import Keyboard
from practice.telegram.keyboards import as_telegram as keyboard_as_telegram
from practice.telegram.messages import Command, Message, MessageVersion, User
from practice.telegram.records import Records
from practice.telegram.texts import Formatted
from practice.telegram.updates import JsonObject, Updates

T = TypeVar("T")

YOU = 1
"""The user of the chat page."""

_PATIENCE_SECONDS = 60  # enough on a busy machine: only a test that fails waits that long
_VERSIONS_KEPT = 5_000
_NEXT_MESSAGE_ID = 1

_USER = TypeAdapter(User)
_MESSAGE = TypeAdapter(Message)
COMMANDS = TypeAdapter(tuple[Command, ...])


class Chats:
    """The state that both sides share; every change wakes those who wait for it.

    With a `state` folder, all changes since `open` survive a restart and a killed process.
    """

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        self.bot = bot
        self.commands: tuple[Command, ...] = ()
        self.commands_in: dict[str, tuple[Command, ...]] = {}
        self.commands_of: dict[int, tuple[Command, ...]] = {}
        self.entities_dropped = 0
        self._records = Records(state)
        self.files = Files(self._records)
        self.updates = Updates(self._records)
        self._users: dict[int, User] = {}
        self._messages: dict[int, Message] = {}
        self._next_message_id = 1
        self._ahead = 0.0
        self._versions: deque[MessageVersion] = deque(maxlen=_VERSIONS_KEPT)
        self._change = asyncio.Event()

    def open(self) -> None:
        """Open the state file and load it."""
        self._records.open()
        self.files.load()
        self.updates.load()
        self._users |= {key: _USER.validate_json(value) for key, value in self._records.all("user")}
        self._messages |= {key: _MESSAGE.validate_json(value) for key, value in self._records.all("message")}
        self.commands = next((COMMANDS.validate_json(value) for _, value in self._records.all("commands")), ())
        self._next_message_id = int(dict(self._records.all("messages")).get(_NEXT_MESSAGE_ID, self._next_message_id))

    def close(self) -> None:
        """Close the state file."""
        self._records.close()

    def messages(self, user_id: int = YOU) -> list[Message]:
        """Return a user's chat with the bot, oldest first, without deleted messages."""
        return [message for message in self._messages.values() if message.user_id == user_id]

    def message(self, user_id: int, message_id: int) -> Message | None:
        """Return a message of a chat, or None if it does not exist or was deleted."""
        message = self._messages.get(message_id)
        return message if message and message.user_id == user_id else None

    def history(self, message_id: int) -> list[MessageVersion]:
        """Return the versions of a message since this server started, oldest first; also of a deleted one."""
        return [version for version in self._versions if version.message_id == message_id]

    def file(self, message_id: int) -> bytes | None:
        """Return the content of a message's file (of a photo, its largest size), or None."""
        message = self._messages.get(message_id)
        medium = message.extra.get(message.medium) if message else None
        described = medium[-1] if isinstance(medium, list | tuple) else medium
        found = self.files.by_id(described.get("file_id")) if isinstance(described, dict) else None
        return found.content if found else None

    @property
    def pending_updates(self) -> tuple[JsonObject, ...]:
        """The updates that the bot has not acknowledged."""
        return self.updates.pending

    async def wait_for(self, predicate: Callable[[], T | None], timeout: float = _PATIENCE_SECONDS) -> T:  # noqa: ASYNC109 - a test's bound
        """Return the first true value of `predicate`, called again after each change. Raises TimeoutError."""
        try:
            async with asyncio.timeout(timeout):
                while not (value := predicate()):
                    await self.changed()
        except TimeoutError:
            raise TimeoutError(f"not true after {timeout} s; {self._summary()}") from None
        return value

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._change.wait()

    def announce(self) -> None:
        """Commit the changes and wake everyone who waits for them."""
        self._records.commit()
        self._change.set()
        self._change = asyncio.Event()

    def as_telegram(self, message: Message, *, with_reply: bool = True) -> JsonObject:
        """Return a message in the Bot API's form (Message); the message it replies to is without its own."""
        user = self._users[message.user_id]
        replied = self._messages.get(message.reply_to or 0) if with_reply else None
        text, entities = ("caption", "caption_entities") if message.medium else ("text", "entities")
        optional: JsonObject = {
            "edit_date": message.edited,
            "reply_to_message": replied and self.as_telegram(replied, with_reply=False),
            text: message.text,
            entities: [
                {name: value for name, value in asdict(entity).items() if value != ""} for entity in message.entities
            ],
            "reply_markup": message.keyboard and keyboard_as_telegram(message.keyboard),
        }
        if message.topic:
            optional |= {"message_thread_id": message.topic, "is_topic_message": True}
        return {
            "message_id": message.message_id,
            "from": self.bot if message.from_bot else person(user),
            "chat": chat(user),
            "date": message.date,
            **{name: value for name, value in optional.items() if value},
            **message.extra,
        }

    def remove(self, message: Message) -> None:
        """Delete a message on both sides, and its files unless another message has them."""
        del self._messages[message.message_id]
        self._records.remove("message", message.message_id)
        kept = {number for it in self._messages.values() for number in numbers(it.extra)}
        for number in set(numbers(message.extra)) - kept:
            self.files.remove(number)
        self.announce()

    @property
    def _now(self) -> int:
        return int(time.time() + self._ahead)

    def _add(
        self,
        user_id: int,
        content: Formatted,
        reply_to: int | None,
        extra: JsonObject,
        keyboard: Keyboard = (),
        *,
        from_bot: bool,
        topic: int = 0,
        asks_reply: bool = False,
    ) -> Message:
        message = Message(
            message_id=self._next_message_id,
            user_id=user_id,
            from_bot=from_bot,
            date=self._now,
            text=content.text,
            entities=content.entities,
            reply_to=reply_to,
            keyboard=keyboard,
            topic=topic,
            asks_reply=asks_reply,
            extra=extra,
        )
        self._next_message_id += 1
        self._records.put("messages", _NEXT_MESSAGE_ID, str(self._next_message_id))
        self._keep(message, content)
        return message

    def _reword(self, message: Message, content: Formatted) -> Message:
        edited = replace(message, text=content.text, entities=content.entities, edited=self._now)
        self._keep(edited, content)
        return edited

    def _keep(self, message: Message, content: Formatted) -> None:
        self.entities_dropped += content.dropped
        self._versions.append(MessageVersion(message.message_id, message.text, message.entities, time.monotonic()))
        self._save(message)

    def _save(self, message: Message) -> None:
        self._messages[message.message_id] = message
        self._records.put("message", message.message_id, _MESSAGE.dump_json(message).decode())

    def _save_user(self, user: User) -> None:
        self._users[user.id] = user
        self._records.put("user", user.id, _USER.dump_json(user).decode())

    def _summary(self) -> str:
        last = [
            f"{'bot' if message.from_bot else 'user'}: {message.text[:80]!r}" for message in self._messages.values()
        ]
        return f"the last messages: {last[-5:]}"


def person(user: User) -> JsonObject:
    """Return a user in the Bot API's form (User)."""
    return {"id": user.id, "is_bot": False, "first_name": user.first_name, "language_code": user.language}


def chat(user: User) -> JsonObject:
    """Return a user's chat, or a group, in the Bot API's form (Chat)."""
    if user.id < 0:
        return {"id": user.id, "title": user.first_name, "type": "supergroup"}
    return {"id": user.id, "first_name": user.first_name, "type": "private"}
