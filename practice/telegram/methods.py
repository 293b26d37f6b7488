"""The Bot API's methods for bots that chat in text and files, as strict as Telegram's."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.keyboards import Keyboard, keyboard
from practice.telegram.messenger import COMMANDS, Message, Messenger, PressAnswer, Upload, User
from practice.telegram.texts import Entity, Formatted, TextError, formatted, formatted_caption, units
from practice.telegram.updates import JsonObject

T = TypeVar("T")

LONGEST_POLL = 50  # seconds; longer getUpdates timeouts are cut to it
_MOST_COMMANDS = 100
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_DESCRIPTION_LIMIT = 256
_PRESS_ANSWER_LIMIT = 200
_ACTIONS = {
    *("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document"),
    *("choose_sticker", "find_location", "record_video_note", "upload_video_note"),
}
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_LARGEST_UPLOAD = 50_000_000
_LARGEST_DOWNLOAD = 20_000_000
_NAMES = TypeAdapter(frozenset[str])
_ENTITIES = TypeAdapter(tuple[Entity, ...])
_OBJECT = TypeAdapter(JsonObject)


@dataclass(frozen=True, slots=True)
class _ReplyParameters:
    message_id: int
    allow_sending_without_reply: bool = False


_REPLY = TypeAdapter(_ReplyParameters)


@dataclass(frozen=True, slots=True)
class Parameters:
    """A call's parameters: strings, with nested ones as JSON, and files."""

    values: dict[str, str]
    files: Mapping[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a string, empty if it is missing."""
        return self.values.get(name, "")

    def flag(self, name: str) -> bool:
        """Return a boolean."""
        return self.text(name).lower() in {"true", "yes", "1"}

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """Return a number, clamped to its bounds."""
        try:
            return min(max(int(self.text(name)), low), high)
        except ValueError:
            return default

    def json(self, name: str, kind: TypeAdapter[T], default: T) -> T:
        """Return a nested value of a type. Raises ApiError if it is invalid."""
        if not self.text(name):
            return default
        try:
            return kind.validate_json(self.text(name))
        except ValidationError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None


class Methods:
    """The methods by name, in any letter case."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._by_name: dict[str, Callable[[Parameters], object]] = {
            "getme": self._get_me,
            "deletewebhook": self._delete_webhook,
            "setmycommands": self._set_my_commands,
            "getmycommands": self._get_my_commands,
            "getchat": self._get_chat,
            "sendmessage": self._send_message,
            "senddocument": self._send_document,
            "getfile": self._get_file,
            "editmessagetext": self._edit_message_text,
            "editmessagereplymarkup": self._edit_message_reply_markup,
            "answercallbackquery": self._answer_callback_query,
            "deletemessage": self._delete_message,
            "sendchataction": self._send_chat_action,
        }

    async def call(self, method: str, parameters: Parameters) -> object:
        """Carry out a call. Raises ApiError with Telegram's description."""
        if method.lower() == "getupdates":
            return await self._get_updates(parameters)
        handler = self._by_name.get(method.lower())
        if not handler:
            raise ApiError(404, "Not Found")
        try:
            return handler(parameters)
        except TextError as refusal:
            raise bad_request(str(refusal)) from None

    async def _get_updates(self, parameters: Parameters) -> object:
        updates = self._messenger.updates
        kinds = parameters.text("allowed_updates")
        if kinds:
            updates.allow(parameters.json("allowed_updates", _NAMES, frozenset()))
        return await updates.poll(
            offset=parameters.integer("offset", 0, -(2**31), 2**31),
            limit=parameters.integer("limit", 100, 1, 100),
            timeout=parameters.integer("timeout", 0, 0, LONGEST_POLL),
        )

    def _get_me(self, _: Parameters) -> object:
        return {
            **self._messenger.bot,
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }

    def _delete_webhook(self, parameters: Parameters) -> object:
        if parameters.flag("drop_pending_updates"):
            self._messenger.updates.clear()
        return True

    def _set_my_commands(self, parameters: Parameters) -> object:
        commands = parameters.json("commands", COMMANDS, ())
        if len(commands) > _MOST_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not _COMMAND.fullmatch(command.command):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(command.description) <= _DESCRIPTION_LIMIT:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        self._messenger.set_commands(commands)
        return True

    def _get_my_commands(self, _: Parameters) -> object:
        return COMMANDS.dump_python(self._messenger.commands)

    def _get_chat(self, parameters: Parameters) -> object:
        user = self._user(parameters)
        return {
            "id": user.id,
            "first_name": user.first_name,
            "type": "private",
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(
                (
                    "unlimited_gifts",
                    "limited_gifts",
                    "unique_gifts",
                    "premium_subscription",
                    "gifts_from_channels",
                ),
                False,
            ),
        }

    def _send_message(self, parameters: Parameters) -> object:
        text, entities = _text(parameters)
        user = self._user(parameters)
        reply_to = self._reply_to(user, parameters)
        preview = parameters.json("link_preview_options", _OBJECT, {})
        extra: JsonObject = {"link_preview_options": preview} if preview else {}
        keys = _keyboard(parameters)
        return self._as_telegram(self._messenger.post(user, formatted(text, entities), reply_to, extra, keys))

    def _send_document(self, parameters: Parameters) -> object:
        file = _document(parameters)
        caption, entities = _words(parameters, "caption", "caption_entities")
        user = self._user(parameters)
        reply_to = self._reply_to(user, parameters)
        return self._as_telegram(self._messenger.post_file(user, file, formatted_caption(caption, entities), reply_to))

    def _get_file(self, parameters: Parameters) -> object:
        files, file_id = self._messenger.files, parameters.text("file_id")
        if not file_id:
            raise bad_request("file_id not specified")
        if not files.is_id(file_id):
            raise bad_request("invalid file_id")
        file = files.by_id(file_id)
        if file is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        if len(file.content) > _LARGEST_DOWNLOAD:
            raise bad_request("file is too big")
        names = {"file_id": file_id, "file_unique_id": f"practice-{file.number}"}
        return {**names, "file_size": len(file.content), "file_path": file.path}

    def _edit_message_text(self, parameters: Parameters) -> object:
        text, entities = _text(parameters)
        message, keys = self._own_message(parameters), _keyboard(parameters)
        if message.medium:
            raise bad_request("there is no text in the message to edit")
        content = _edited(text, entities)
        if (content.text, content.entities, keys) == (message.text, message.entities, message.keyboard):
            raise bad_request(_NOT_MODIFIED)
        return self._as_telegram(self._messenger.reword(message, content, keys))

    def _edit_message_reply_markup(self, parameters: Parameters) -> object:
        message, keys = self._own_message(parameters), _keyboard(parameters)
        if keys == message.keyboard:
            raise bad_request(_NOT_MODIFIED)
        return self._as_telegram(self._messenger.rekey(message, keys))

    def _answer_callback_query(self, parameters: Parameters) -> object:
        text = parameters.text("text")
        if units(text) > _PRESS_ANSWER_LIMIT:
            raise bad_request("MESSAGE_TOO_LONG")
        answer = PressAnswer(text, parameters.flag("show_alert"))
        self._messenger.answer_press(parameters.text("callback_query_id"), answer)
        return True

    def _delete_message(self, parameters: Parameters) -> object:
        self._messenger.remove(self._named_message(self._user(parameters), parameters, "delete"))
        return True

    def _send_chat_action(self, parameters: Parameters) -> object:
        user = self._user(parameters)
        if parameters.text("action") not in _ACTIONS:
            raise bad_request("wrong parameter action in request")
        self._messenger.show_typing(user)
        return True

    def _user(self, parameters: Parameters) -> User:
        chat_id = parameters.text("chat_id")
        if not chat_id:
            raise bad_request("chat_id is empty")
        return self._messenger.user(parameters.integer("chat_id", 0, -(2**63), 2**63))

    def _named_message(self, user: User, parameters: Parameters, purpose: str) -> Message:
        message_id = parameters.integer("message_id", 0, 0, 2**31)
        if not message_id:
            raise bad_request("message identifier is not specified")
        message = self._messenger.message(user.id, message_id)
        if not message:
            raise bad_request(f"message to {purpose} not found")
        return message

    def _own_message(self, parameters: Parameters) -> Message:
        message = self._named_message(self._user(parameters), parameters, "edit")
        if not message.from_bot:
            raise bad_request("message can't be edited")
        return message

    def _reply_to(self, user: User, parameters: Parameters) -> int | None:
        reply = parameters.json("reply_parameters", _REPLY, _ReplyParameters(0, allow_sending_without_reply=True))
        if self._messenger.message(user.id, reply.message_id):
            return reply.message_id
        if reply.allow_sending_without_reply:
            return None
        raise bad_request("message to be replied not found")

    def _as_telegram(self, message: Message) -> JsonObject:
        return self._messenger.as_telegram(message)


def _keyboard(parameters: Parameters) -> Keyboard:
    return keyboard(parameters.text("reply_markup"))


def _text(parameters: Parameters) -> tuple[str, tuple[Entity, ...]]:
    """Read the text and entities of a message. Raises ApiError for an empty text."""
    if not parameters.text("text"):
        raise bad_request("message text is empty")
    return _words(parameters, "text", "entities")


def _words(parameters: Parameters, text: str, entities: str) -> tuple[str, tuple[Entity, ...]]:
    """Read a text and its entities. `parse_mode` is not supported."""
    if parameters.text("parse_mode"):
        raise bad_request("unsupported parse_mode")
    return parameters.text(text), parameters.json(entities, _ENTITIES, ())


def _document(parameters: Parameters) -> Upload:
    """Return the uploaded file. File ids and URLs are not supported."""
    file = parameters.files.get("document")
    if not file:
        given = bool(parameters.text("document"))
        raise bad_request("invalid file HTTP URL specified" if given else "there is no document in the request")
    if not file.content:
        raise bad_request("file must be non-empty")
    if len(file.content) > _LARGEST_UPLOAD:
        raise ApiError(413, "Request Entity Too Large")
    return file


def _edited(text: str, entities: tuple[Entity, ...]) -> Formatted:
    """Format a text, with editMessageText's error for one that is too long."""
    try:
        return formatted(text, entities)
    except TextError as refusal:
        raise bad_request("MESSAGE_TOO_LONG") if str(refusal) == "message is too long" else refusal from None
