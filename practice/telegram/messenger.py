"""The Telegram between a bot and its users: chats, files, button presses, and the bot's updates."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias, TypeVar

from pydantic import TypeAdapter

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.keyboards import Keyboard
from practice.telegram.keyboards import as_telegram as keyboard_as_telegram
from practice.telegram.records import Records
from practice.telegram.texts import Entity, Formatted, formatted, formatted_caption, parts, units
from practice.telegram.updates import JsonObject, Updates

T = TypeVar("T")
Origin: TypeAlias = str | JsonObject
"""The original author of a message: a name, or the Bot API's MessageOrigin."""

YOU = 1
"""The user of the chat page."""

_PATIENCE_SECONDS = 60  # enough on a busy machine: only a test that fails waits that long
_TYPING_SECONDS = 5  # Bot API, sendChatAction
_VERSIONS_KEPT = 5_000
_PRESSES_KEPT = 1_000
_NEXT_MESSAGE_ID = 1
_FILE = {"file_id": "practice-file", "file_unique_id": "practice"}
_SAMPLES: dict[str, object] = {
    "photo": [{**_FILE, "width": 90, "height": 60, "file_size": 1_253}],
    "sticker": {**_FILE, "type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False},
    "voice": {**_FILE, "duration": 4, "mime_type": "audio/ogg"},
    "document": {**_FILE, "file_name": "notes.pdf", "mime_type": "application/pdf"},
    "location": {"latitude": 48.137, "longitude": 11.575},
}


@dataclass(frozen=True, slots=True)
class User:
    """A person with a private chat with the bot; both have the same id."""

    id: int
    first_name: str
    blocked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message of a private chat in its current version; dates are Unix seconds.

    The text of a message with a file is the file's caption.
    """

    message_id: int
    user_id: int
    from_bot: bool
    date: int
    text: str
    entities: tuple[Entity, ...] = ()
    edited: int | None = None
    reply_to: int | None = None
    keyboard: Keyboard = ()
    extra: JsonObject = field(default_factory=dict)
    """Further fields of the Bot API's Message, such as `photo`."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be sent."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class MessageVersion:
    """A version of a message; `at` is its start in monotonic seconds."""

    message_id: int
    text: str
    entities: tuple[Entity, ...]
    at: float


@dataclass(frozen=True, slots=True)
class PressAnswer:
    """The bot's answer to a button press, as a toast or an alert (Bot API, answerCallbackQuery)."""

    text: str = ""
    show_alert: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """Bot API, BotCommand."""

    command: str
    description: str


_USER = TypeAdapter(User)
_MESSAGE = TypeAdapter(Message)
COMMANDS = TypeAdapter(tuple[Command, ...])


class Messenger:
    """The state that both sides share; every call takes effect at once and wakes those who wait for changes.

    With a `state` folder, all changes since `open` survive a restart and a killed process.
    """

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        self.bot = bot
        self.commands: tuple[Command, ...] = ()
        self.entities_dropped = 0
        self._records = Records(state)
        self.updates = Updates(self._records)
        self._users: dict[int, User] = {}
        self._messages: dict[int, Message] = {}
        self._next_message_id = 1
        self._typing: dict[int, float] = {}
        self._ahead = 0.0
        self._presses: dict[str, PressAnswer | None] = {}
        self._versions: deque[MessageVersion] = deque(maxlen=_VERSIONS_KEPT)
        self._change = asyncio.Event()

    def open(self) -> None:
        """Open the state file and load it."""
        self._records.open()
        self.updates.load()
        self._users |= {key: _USER.validate_json(value) for key, value in self._records.all("user")}
        self._messages |= {key: _MESSAGE.validate_json(value) for key, value in self._records.all("message")}
        self.commands = next((COMMANDS.validate_json(value) for _, value in self._records.all("commands")), ())
        self._next_message_id = int(dict(self._records.all("messages")).get(_NEXT_MESSAGE_ID, self._next_message_id))

    def close(self) -> None:
        """Close the state file."""
        self._records.close()

    # What users do

    def send_text(
        self, text: str, user_id: int = YOU, *, reply_to: int | None = None, quote: str = "", origin: Origin = ""
    ) -> int:
        """Send a text as a user; return the message's id. Raises TextError for a text no client would send.

        It may quote part of the message it replies to, or of a message in another chat, which has an origin.
        """
        extra: JsonObject = {"quote": self._quotation(quote, reply_to)} if quote else {}
        if origin:
            extra["external_reply"] = {"origin": self._origin(origin)}
        return self._write(user_id, formatted(text), reply_to, extra)

    def forward(self, text: str, user_id: int = YOU, *, origin: Origin) -> int:
        """Forward another person's text as a user; an origin that is only a name is a hidden account."""
        return self._write(user_id, formatted(text), None, {"forward_origin": self._origin(origin)})

    def send_long_text(self, text: str, user_id: int = YOU, *, reply_to: int | None = None) -> list[int]:
        """Send a text of any length as a user, in the parts that a client makes of it."""
        return [self.send_text(part, user_id, reply_to=reply_to) for part in parts(text)]

    def send_other(self, kind: str, user_id: int = YOU, *, content: object = None, caption: str = "") -> int:
        """Send a photo, sticker, voice, document or location as a user, or any other kind with its content."""
        extra = {kind: _SAMPLES[kind] if content is None else content} | ({"caption": caption} if caption else {})
        return self._write(user_id, Formatted(""), None, extra)

    def send_file(self, file: Upload, user_id: int = YOU, *, caption: str = "") -> int:
        """Send a file as a user; return the message's id. Raises TextError for a caption no client would send."""
        return self._write(user_id, formatted_caption(caption, ()), None, {"document": self._kept(file)})

    def edit_text(self, message_id: int, text: str, user_id: int = YOU) -> None:
        """Edit a message as its user. Raises ValueError if the user has no such message."""
        message = self.message(user_id, message_id)
        if not message or message.from_bot:
            raise ValueError(f"user {user_id} has no message {message_id}")
        self.updates.put({"edited_message": self.as_telegram(self._reword(message, formatted(text)))})
        self.announce()

    def press(self, message_id: int, data: str, user_id: int = YOU) -> str:
        """Press a button as a user; return the query's id (Bot API, CallbackQuery). Raises ValueError if it is gone."""
        message = self.message(user_id, message_id)
        if not message or not any(button.callback_data == data for row in message.keyboard for button in row):
            raise ValueError("this button is gone")
        query_id = str(secrets.randbits(63))
        self._presses[query_id] = None
        if len(self._presses) > _PRESSES_KEPT:
            del self._presses[next(iter(self._presses))]
        query = {
            "id": query_id,
            "from": _person(self._users[user_id]),
            "message": self.as_telegram(message),
            "chat_instance": str(user_id),
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

    # What can be seen

    def messages(self, user_id: int = YOU) -> list[Message]:
        """Return a user's chat with the bot, oldest first, without deleted messages."""
        return [message for message in self._messages.values() if message.user_id == user_id]

    def history(self, message_id: int) -> list[MessageVersion]:
        """Return the versions of a message since this server started, oldest first; also of a deleted one."""
        return [version for version in self._versions if version.message_id == message_id]

    def typing_until(self, user_id: int = YOU) -> float:
        """Return the time, in monotonic seconds, until which a user sees that the bot is typing."""
        return self._typing.get(user_id, 0.0)

    def press_answer(self, query_id: str) -> PressAnswer | None:
        """Return the bot's answer to a press, or None while there is none."""
        return self._presses.get(query_id)

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

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._change.wait()

    def announce(self) -> None:
        """Commit the changes and wake everyone who waits for them."""
        self._records.commit()
        self._change.set()
        self._change = asyncio.Event()

    # What the bot does

    def user(self, user_id: int) -> User:
        """Return the user of a chat. Raises ApiError if there is no chat or the user has blocked the bot."""
        user = self._users.get(user_id)
        if not user:
            raise bad_request("chat not found")
        if user.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        return user

    def message(self, user_id: int, message_id: int) -> Message | None:
        """Return a message of a chat, or None if it does not exist or was deleted."""
        message = self._messages.get(message_id)
        return message if message and message.user_id == user_id else None

    def post(
        self, user: User, content: Formatted, reply_to: int | None, extra: JsonObject, keyboard: Keyboard = ()
    ) -> Message:
        """Send a message as the bot."""
        self._typing.pop(user.id, None)
        message = self._add(user.id, content, reply_to, extra, keyboard, from_bot=True)
        self.announce()
        return message

    def post_file(self, user: User, file: Upload, caption: Formatted, reply_to: int | None) -> Message:
        """Send a file as the bot."""
        return self.post(user, caption, reply_to, {"document": self._kept(file)})

    def file(self, message_id: int) -> bytes | None:
        """Return the content of a message's file, or None."""
        return self._records.file(message_id)

    def reword(self, message: Message, content: Formatted, keyboard: Keyboard = ()) -> Message:
        """Edit a message and its buttons as the bot."""
        edited = self._reword(replace(message, keyboard=keyboard), content)
        self.announce()
        return edited

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

    def remove(self, message: Message) -> None:
        """Delete a message on both sides."""
        del self._messages[message.message_id]
        self._records.remove("message", message.message_id)
        self._records.remove_file(message.message_id)
        self.announce()

    def show_typing(self, user: User) -> None:
        """Show that the bot is typing."""
        self._typing[user.id] = time.monotonic() + _TYPING_SECONDS
        self.announce()

    def set_commands(self, commands: tuple[Command, ...]) -> None:
        """Set the bot's commands."""
        self.commands = commands
        self._records.put("commands", 1, COMMANDS.dump_json(commands).decode())
        self.announce()

    def as_telegram(self, message: Message, *, with_reply: bool = True) -> JsonObject:
        """Return a message in the Bot API's form (Message); the message it replies to is without its own."""
        user = self._users[message.user_id]
        replied = self._messages.get(message.reply_to or 0) if with_reply else None
        text, entities = ("caption", "caption_entities") if "document" in message.extra else ("text", "entities")
        optional: JsonObject = {
            "edit_date": message.edited,
            "reply_to_message": replied and self.as_telegram(replied, with_reply=False),
            text: message.text,
            entities: [_entity(entity) for entity in message.entities],
            "reply_markup": message.keyboard and keyboard_as_telegram(message.keyboard),
        }
        return {
            "message_id": message.message_id,
            "from": self.bot if message.from_bot else _person(user),
            "chat": {"id": user.id, "first_name": user.first_name, "type": "private"},
            "date": message.date,
            **{name: value for name, value in optional.items() if value},
            **message.extra,
        }

    # Inside

    def _quotation(self, quote: str, reply_to: int | None) -> JsonObject:
        """Return a quote (Bot API, TextQuote); one from another chat gets position 0."""
        replied = self._messages.get(reply_to or 0)
        before = replied.text.partition(quote)[0] if replied and quote in replied.text else ""
        return {"text": quote, "position": units(before), "is_manual": True}

    def _origin(self, origin: Origin) -> JsonObject:
        """Return the origin of a message (Bot API, MessageOrigin)."""
        if isinstance(origin, dict):
            return origin
        return {"type": "hidden_user", "sender_user_name": origin, "date": self._now}

    @property
    def _now(self) -> int:
        return int(time.time() + self._ahead)

    def _kept(self, file: Upload) -> JsonObject:
        """Store a file for the next message, and return its Bot API form (Document)."""
        number = self._next_message_id
        self._records.put_file(number, file.content)
        return {
            "file_id": f"practice-file-{number}",
            "file_unique_id": f"practice-{number}",
            "file_name": file.name,
            "mime_type": file.media_type,
            "file_size": len(file.content),
        }

    def _write(self, user_id: int, content: Formatted, reply_to: int | None, extra: JsonObject) -> int:
        user = self._users.get(user_id)
        if not user:
            self._save_user(User(user_id, "You" if user_id == YOU else f"User {user_id}"))
        elif user.blocked:
            self.unblock(user_id)  # as clients do before they let a user write
        message = self._add(user_id, content, reply_to, extra, from_bot=False)
        self.updates.put({"message": self.as_telegram(message)})
        self.announce()
        return message.message_id

    def _add(
        self,
        user_id: int,
        content: Formatted,
        reply_to: int | None,
        extra: JsonObject,
        keyboard: Keyboard = (),
        *,
        from_bot: bool,
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

    def _set_blocked(self, user_id: int, *, blocked: bool) -> None:
        user = self._users[user_id]
        if user.blocked == blocked:
            return
        self._save_user(replace(user, blocked=blocked))
        member, banned = {"user": self.bot, "status": "member"}, {"user": self.bot, "status": "kicked", "until_date": 0}
        self.updates.put(
            {
                "my_chat_member": {
                    "chat": {"id": user.id, "first_name": user.first_name, "type": "private"},
                    "from": _person(user),
                    "date": self._now,
                    "old_chat_member": member if blocked else banned,
                    "new_chat_member": banned if blocked else member,
                }
            }
        )
        self.announce()

    def _summary(self) -> str:
        last = [
            f"{'bot' if message.from_bot else 'user'}: {message.text[:80]!r}" for message in self._messages.values()
        ]
        return f"the last messages: {last[-5:]}"


def _person(user: User) -> JsonObject:
    return {"id": user.id, "is_bot": False, "first_name": user.first_name, "language_code": "en"}


def _entity(entity: Entity) -> JsonObject:
    fields: JsonObject = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    if entity.url:
        fields["url"] = entity.url
    if entity.language:
        fields["language"] = entity.language
    return fields
