"""The Bot API's methods for bots that chat, as strict as Telegram's."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.keyboards import asks_reply, keyboard
from practice.telegram.media import Document, Voice
from practice.telegram.messages import Topic
from practice.telegram.messenger import COMMANDS, Command, Message, Messenger, PressAnswer, User
from practice.telegram.parameters import Parameters
from practice.telegram.texts import TEXT_LIMIT, Entity, TextError, formatted, formatted_caption, units
from practice.telegram.updates import JsonObject
from practice.telegram.users import COLOR

_LARGEST_UPLOAD = 50_000_000
_LARGEST_DOWNLOAD = 20_000_000


REACTIONS: Final = frozenset(
    {
        *("👍", "👎", "❤", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩"),
        *("🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤️\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆"),
        *("💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈"),
        *("😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄"),
        *("😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂️", "🤷", "🤷\u200d♀️", "😡"),
    }
)


_LONGEST_POLL = 50  # seconds; longer getUpdates timeouts are cut to it
_MOST_COMMANDS = 100
_LANGUAGE = re.compile("[a-z]{2}")
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_DESCRIPTION_LIMIT = 256
_PRESS_ANSWER_LIMIT = 200
_TOPIC_NAME_LIMIT = 128
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_NAMES = TypeAdapter(frozenset[str])
_OBJECT = TypeAdapter(JsonObject)


@dataclass(frozen=True, slots=True)
class _Reaction:
    """Bot API, ReactionType."""

    type: str
    emoji: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scope:
    """Bot API, BotCommandScope."""

    type: str
    chat_id: int | None = None


@dataclass(frozen=True, slots=True)
class _ReplyParameters:
    """Bot API, ReplyParameters."""

    message_id: int
    allow_sending_without_reply: bool = False


_SCOPE = TypeAdapter(_Scope)
_REPLY = TypeAdapter(_ReplyParameters)
_REACTIONS = TypeAdapter(tuple[_Reaction, ...])


class Methods:
    """The methods by name, in any letter case."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._by_name: dict[str, Callable[[Parameters], object]] = {
            "getme": self._get_me,
            "deletewebhook": self._delete_webhook,
            "getwebhookinfo": self._get_webhook_info,
            "setmycommands": self._set_my_commands,
            "deletemycommands": lambda it: self._set_commands((), it),
            "sendmessage": self._send_message,
            "senddocument": lambda it: self._send_file("document", it),
            "sendvoice": lambda it: self._send_file("voice", it),
            "getfile": self._get_file,
            "editmessagetext": self._edit_message_text,
            "editmessagereplymarkup": self._edit_message_reply_markup,
            "answercallbackquery": self._answer_callback_query,
            "deletemessage": self._delete_message,
            "setmessagereaction": self._set_message_reaction,
            "sendchataction": self._send_chat_action,
            "leavechat": self._leave_chat,
            "createforumtopic": self._create_forum_topic,
            "editforumtopic": self._edit_forum_topic,
            "deleteforumtopic": self._delete_forum_topic,
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
        if parameters.text("allowed_updates"):  # without it, the previous setting stays
            updates.allow(parameters.json("allowed_updates", _NAMES, frozenset()))
        return await updates.poll(
            offset=parameters.integer("offset", 0, -(2**31), 2**31),
            limit=parameters.integer("limit", 100, 1, 100),
            timeout=parameters.integer("timeout", 0, 0, _LONGEST_POLL),
        )

    def _get_me(self, _: Parameters) -> object:
        return {
            **self._messenger.bot,
            "has_topics_enabled": self._messenger.has_topics,
            "allows_users_to_create_topics": self._messenger.has_topics,
        }

    def _delete_webhook(self, parameters: Parameters) -> object:
        if parameters.flag("drop_pending_updates"):
            self._messenger.updates.clear()
        return True

    def _get_webhook_info(self, _: Parameters) -> object:
        return {"url": "", "has_custom_certificate": False, "pending_update_count": 0}

    def _set_my_commands(self, parameters: Parameters) -> object:
        commands = parameters.json("commands", COMMANDS, ())
        if len(commands) > _MOST_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not _COMMAND.fullmatch(command.command):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(command.description) <= _DESCRIPTION_LIMIT:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        return self._set_commands(commands, parameters)

    def _set_commands(self, commands: tuple[Command, ...], parameters: Parameters) -> bool:
        """Set the commands of a scope: one chat, or all private ones, which are those of all chats, too."""
        scope, language = parameters.json("scope", _SCOPE, _Scope(type="default")), parameters.text("language_code")
        if scope.type not in {"default", "all_private_chats", "chat"}:
            raise bad_request("scope is not supported here")
        if language and not _LANGUAGE.fullmatch(language):
            raise bad_request("LANGUAGE_CODE_INVALID")
        self._messenger.set_commands(commands, language, chat_id=scope.chat_id)
        return True

    def _send_message(self, parameters: Parameters) -> object:
        text, entities = _text(parameters)
        user = self._user(parameters)
        reply_to = self._replied_to(user, parameters)
        preview = parameters.json("link_preview_options", _OBJECT, {})
        extra: JsonObject = {"link_preview_options": preview} if preview else {}
        markup = parameters.text("reply_markup")
        keys, asks = keyboard(markup), asks_reply(markup)
        content = formatted(text, entities)
        topic = self._thread(user, parameters, reply_to)
        sent = self._messenger.post(user, content, reply_to, extra, keys, topic=topic, asks_reply=asks)
        return self._messenger.as_telegram(sent)

    def _send_file(self, kind: str, parameters: Parameters) -> object:
        """Send an upload. A voice message that is no such sound becomes a document."""
        caption, entities = parameters.words("caption", "caption_entities")
        words = formatted_caption(caption, entities)
        file = parameters.files.get(parameters.text(kind).removeprefix("attach://")) or parameters.files.get(kind)
        if not file:
            raise bad_request(f"there is no {kind} in the request")
        if not file.content:
            raise bad_request("file must be non-empty")
        if len(file.content) > _LARGEST_UPLOAD:
            raise ApiError(413, "Request Entity Too Large")
        user = self._user(parameters)
        reply_to = self._replied_to(user, parameters)
        keys = keyboard(parameters.text("reply_markup"))
        topic = self._thread(user, parameters, reply_to)
        is_voice = kind == "voice" and _is_voice(file.content)
        content = Voice(file.content, parameters.integer("duration", 0, 0, 2**31)) if is_voice else Document(file)
        sent = self._messenger.post(user, words, reply_to, content.fields(self._messenger.files), keys, topic=topic)
        return self._messenger.as_telegram(sent)

    def _get_file(self, parameters: Parameters) -> object:
        files, file_id = self._messenger.files, parameters.text("file_id")
        if not file_id:
            raise bad_request("file_id not specified")
        file = files.by_id(file_id)
        if file is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        if len(file.content) > _LARGEST_DOWNLOAD:
            raise bad_request("file is too big")
        names = {"file_id": file_id, "file_unique_id": f"practice-{file.number}"}
        return {**names, "file_size": len(file.content), "file_path": file.path}

    def _edit_message_text(self, parameters: Parameters) -> object:
        text, entities = _text(parameters)
        message, keys = self._own_message(parameters), keyboard(parameters.text("reply_markup"))
        if message.medium:
            raise bad_request("there is no text in the message to edit")
        if units(text) > TEXT_LIMIT:
            raise bad_request("MESSAGE_TOO_LONG")
        content = formatted(text, entities)
        if (content.text, content.entities, keys) == (message.text, message.entities, message.keyboard):
            raise bad_request(_NOT_MODIFIED)
        return self._messenger.as_telegram(self._messenger.reword(message, content, keys))

    def _edit_message_reply_markup(self, parameters: Parameters) -> object:
        message, keys = self._own_message(parameters), keyboard(parameters.text("reply_markup"))
        if keys == message.keyboard:
            raise bad_request(_NOT_MODIFIED)
        return self._messenger.as_telegram(self._messenger.rekey(message, keys))

    def _answer_callback_query(self, parameters: Parameters) -> object:
        text = parameters.text("text")
        if units(text) > _PRESS_ANSWER_LIMIT:
            raise bad_request("MESSAGE_TOO_LONG")
        answer = PressAnswer(text, parameters.flag("show_alert"))
        self._messenger.answer_press(parameters.text("callback_query_id"), answer)
        return True

    def _delete_message(self, parameters: Parameters) -> object:
        self._messenger.remove(self._message(self._user(parameters), parameters, "delete"))
        return True

    def _set_message_reaction(self, parameters: Parameters) -> object:
        message = self._message(self._user(parameters), parameters, "react")
        reactions = parameters.json("reaction", _REACTIONS, ())
        if len(reactions) > 1:
            raise bad_request("REACTIONS_TOO_MANY")
        if any(it.type != "emoji" or it.emoji not in REACTIONS for it in reactions):
            raise bad_request("REACTION_INVALID")
        self._messenger.react_as_bot(message, tuple(it.emoji for it in reactions))
        return True

    def _send_chat_action(self, parameters: Parameters) -> object:
        user = self._user(parameters)
        if parameters.text("action") != "typing":
            raise bad_request("wrong parameter action in request")
        self._thread(user, parameters)
        self._messenger.show_typing(user)
        return True

    def _leave_chat(self, parameters: Parameters) -> object:
        if self._user(parameters).id > 0:
            raise bad_request("chat member status can't be changed in private chats")
        return True

    def _create_forum_topic(self, parameters: Parameters) -> object:
        user = self._user_with_topics(parameters)
        name = parameters.text("name").strip()[:_TOPIC_NAME_LIMIT]
        if not name:
            raise bad_request("title must be non-empty")
        topic = self._messenger.create_topic(user, name)
        return {"message_thread_id": topic.id, "name": topic.name, "icon_color": COLOR}

    def _edit_forum_topic(self, parameters: Parameters) -> object:
        topic, name = self._topic(parameters), parameters.text("name").strip()[:_TOPIC_NAME_LIMIT]
        if name in {"", topic.name}:
            raise bad_request("TOPIC_NOT_MODIFIED")
        self._messenger.edit_topic(topic, name)
        return True

    def _delete_forum_topic(self, parameters: Parameters) -> object:
        self._messenger.delete_topic(self._topic(parameters).id)
        return True

    def _user_with_topics(self, parameters: Parameters) -> User:
        user = self._user(parameters)
        if not self._messenger.has_topics:
            raise bad_request("the chat is not a forum")
        return user

    def _topic(self, parameters: Parameters) -> Topic:
        user = self._user_with_topics(parameters)
        topic = self._messenger.topic(user.id, parameters.integer("message_thread_id", 0, 0, 2**31))
        if topic is None:
            raise bad_request("TOPIC_ID_INVALID")
        return topic

    def _user(self, parameters: Parameters) -> User:
        """Return the user of `chat_id`."""
        if not parameters.text("chat_id"):
            raise bad_request("chat_id is empty")
        return self._messenger.user(parameters.integer("chat_id", 0, -(2**63), 2**63))

    def _message(self, user: User, parameters: Parameters, purpose: str) -> Message:
        """Return the message of `message_id`."""
        message_id = parameters.integer("message_id", 0, 0, 2**31)
        if not message_id:
            raise bad_request("message identifier is not specified")
        message = self._messenger.message(user.id, message_id)
        if not message:
            raise bad_request(f"message to {purpose} not found")
        return message

    def _own_message(self, parameters: Parameters) -> Message:
        """Return the bot's message of `message_id`, to be edited."""
        message = self._message(self._user(parameters), parameters, "edit")
        if not message.from_bot:
            raise bad_request("message can't be edited")
        return message

    def _thread(self, user: User, parameters: Parameters, reply_to: int | None = None) -> int:
        """Return the topic of `message_thread_id`, by default that of the message that is replied to."""
        topic_id = parameters.integer("message_thread_id", 0, 0, 2**31)
        if topic_id and self._messenger.topic(user.id, topic_id) is None:
            raise bad_request("message thread not found")
        replied = self._messenger.message(user.id, reply_to) if reply_to else None
        return topic_id or (replied.topic if replied else 0)

    def _replied_to(self, user: User, parameters: Parameters) -> int | None:
        """Return the id of the message of `reply_parameters`, or None."""
        reply = parameters.json("reply_parameters", _REPLY, _ReplyParameters(0, allow_sending_without_reply=True))
        if self._messenger.message(user.id, reply.message_id):
            return reply.message_id
        if reply.allow_sending_without_reply:
            return None
        raise bad_request("message to be replied not found")


def _is_voice(content: bytes) -> bool:
    """Tell whether a file is Opus in Ogg, MP3 or M4A (Bot API, sendVoice)."""
    is_opus = content.startswith(b"OggS") and b"OpusHead" in content[:64]
    return is_opus or content.startswith((b"ID3", b"\xff\xfb", b"\xff\xf3")) or content[4:8] == b"ftyp"


def _text(parameters: Parameters) -> tuple[str, tuple[Entity, ...]]:
    """Read the text and entities of a message. Raises ApiError for an empty text."""
    if not parameters.text("text"):
        raise bad_request("message text is empty")
    return parameters.words("text", "entities")
