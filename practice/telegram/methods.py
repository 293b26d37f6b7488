"""The Bot API's methods for bots that chat, as strict as Telegram's."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pydantic import TypeAdapter

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.chats import chat
from practice.telegram.file_methods import NOT_MODIFIED, FileMethods
from practice.telegram.group_methods import GroupMethods
from practice.telegram.keyboards import Keyboard, keyboard
from practice.telegram.messages import RICH, Command
from practice.telegram.messenger import COMMANDS, Draft, Message, Messenger, PressAnswer, User
from practice.telegram.named import Named
from practice.telegram.parameters import Parameters
from practice.telegram.reactions import REACTIONS
from practice.telegram.rich_methods import RichMethods
from practice.telegram.texts import Entity, Formatted, TextError, formatted, units
from practice.telegram.topic_methods import TopicMethods
from practice.telegram.updates import JsonObject

LONGEST_POLL = 50  # seconds; longer getUpdates timeouts are cut to it
_MOST_COMMANDS = 100
_LANGUAGE = re.compile("[a-z]{2}")
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_DESCRIPTION_LIMIT = 256
_SHORT_DESCRIPTION_LIMIT = 120
_PRESS_ANSWER_LIMIT = 200
_ACTIONS = {
    *("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document"),
    *("choose_sticker", "find_location", "record_video_note", "upload_video_note"),
}
_MOST_DELETED = 100
_DELETED_WITHIN_SECONDS = 48 * 3_600
_NAMES = TypeAdapter(frozenset[str])
_NUMBERS = TypeAdapter(tuple[int, ...])
_OBJECT = TypeAdapter(JsonObject)


@dataclass(frozen=True, slots=True)
class _Reaction:
    """Bot API, ReactionType."""

    type: str
    emoji: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scope:
    type: str
    chat_id: int | None = None


_SCOPE = TypeAdapter(_Scope)
_REACTIONS = TypeAdapter(tuple[_Reaction, ...])


class Methods:
    """The methods by name, in any letter case.

    Methods (in small letters) and parameters that are `unknown` are refused and ignored, as by an older server.
    """

    def __init__(self, messenger: Messenger) -> None:
        self.unknown: frozenset[str] = frozenset()
        self._messenger = messenger
        self._named = named = Named(messenger)
        self._groups = GroupMethods(messenger, named)
        self._rich = RichMethods(messenger, named)
        self._by_name: dict[str, Callable[[Parameters], object]] = {
            "getme": self._get_me,
            "setwebhook": self._set_webhook,
            "deletewebhook": self._messenger.webhooks.delete,
            "getwebhookinfo": lambda _: self._messenger.webhooks.info(),
            "setmycommands": self._set_my_commands,
            "deletemycommands": self._delete_my_commands,
            "getmycommands": self._get_my_commands,
            "setmyshortdescription": self._set_my_short_description,
            "getchat": self._get_chat,
            "sendmessage": self._send_message,
            "sendmessagedraft": self._send_message_draft,
            **FileMethods(messenger, named).by_name(),
            **self._groups.by_name(),
            **self._rich.by_name(),
            **TopicMethods(messenger, named).by_name(),
            "editmessagetext": self._edit_message_text,
            "editmessagereplymarkup": self._edit_message_reply_markup,
            "answercallbackquery": self._answer_callback_query,
            "answerinlinequery": messenger.inline.answer,
            "deletemessage": self._delete_message,
            "deletemessages": self._delete_messages,
            "setmessagereaction": self._set_message_reaction,
            "sendchataction": self._send_chat_action,
        }

    async def call(self, method: str, parameters: Parameters) -> object:
        """Carry out a call. Raises ApiError with Telegram's description."""
        if method.lower() == "getupdates":
            return await self._get_updates(parameters)
        handler = self._by_name.get(method.lower())
        if not handler or method.lower() in self.unknown:
            raise ApiError(404, "Not Found")
        try:
            return handler(parameters.without(self.unknown))
        except TextError as refusal:
            raise bad_request(str(refusal)) from None

    async def _get_updates(self, parameters: Parameters) -> object:
        updates = self._messenger.updates
        self._messenger.webhooks.check_polling()
        if (kinds := _kinds(parameters)) is not None:
            updates.allow(kinds)
        return await updates.poll(
            offset=parameters.integer("offset", 0, -(2**31), 2**31),
            limit=parameters.integer("limit", 100, 1, 100),
            timeout=parameters.integer("timeout", 0, 0, LONGEST_POLL),
        )

    def _get_me(self, _: Parameters) -> object:
        return {
            **self._messenger.bot,
            "can_join_groups": True,
            "can_read_all_group_messages": self._messenger.reads_all,
            "supports_inline_queries": self._messenger.inline.is_on,
            "can_connect_to_business": False,
            "has_main_web_app": False,
            "has_topics_enabled": self._messenger.has_topics,
            "allows_users_to_create_topics": self._messenger.has_topics and self._messenger.users_open_topics,
        }

    def _set_webhook(self, parameters: Parameters) -> object:
        return self._messenger.webhooks.set(parameters, _kinds(parameters))

    def _set_my_commands(self, parameters: Parameters) -> object:
        commands = parameters.json("commands", COMMANDS, ())
        if len(commands) > _MOST_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not _COMMAND.fullmatch(command.command):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(command.description) <= _DESCRIPTION_LIMIT:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        self._set_commands(commands, parameters)
        return True

    def _delete_my_commands(self, parameters: Parameters) -> object:
        self._set_commands((), parameters)
        return True

    def _set_commands(self, commands: tuple[Command, ...], parameters: Parameters) -> None:
        scope, language = _scope(parameters), _language(parameters)
        if scope.type == "all_private_chats":
            self._messenger.set_commands(commands, language)
        elif scope.type == "all_group_chats":
            self._messenger.commands_in_groups[language] = commands
            self._messenger.announce()
        else:
            self._messenger.set_commands(commands, language, chat_id=scope.chat_id)

    def _get_my_commands(self, parameters: Parameters) -> object:
        language = _language(parameters)
        commands = self._messenger.commands_in.get(language, ()) if language else self._messenger.commands
        return COMMANDS.dump_python(commands)

    def _set_my_short_description(self, parameters: Parameters) -> object:
        """Take the text of the bot's profile, which nothing shows here."""
        _language(parameters)
        if len(parameters.text("short_description")) > _SHORT_DESCRIPTION_LIMIT:
            raise bad_request("BOT_SHORT_DESCRIPTION_INVALID")
        return True

    def _get_chat(self, parameters: Parameters) -> object:
        return {
            **chat(self._named.peer(parameters)),
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
        peer = self._named.peer(parameters)
        reply_to = self._named.replied_to(peer, parameters)
        preview = parameters.json("link_preview_options", _OBJECT, {})
        extra: JsonObject = {"link_preview_options": preview} if preview else {}
        keys = _keyboard(parameters)
        receiver = self._groups.receiver(peer, parameters)
        content = formatted(text, entities)
        topic = self._named.topic(peer, parameters, reply_to)
        sent = self._messenger.post(peer, content, reply_to, extra, keys, receiver=receiver, topic=topic)
        return self._as_telegram(sent)

    def _send_message_draft(self, parameters: Parameters) -> object:
        """Show a draft, which only private chats have; an empty text shows that the bot thinks."""
        user, (text, entities) = self._named.peer(parameters), parameters.words("text", "entities")
        if not isinstance(user, User):
            raise bad_request("TEXTDRAFT_PEER_INVALID")
        draft_id = parameters.integer("draft_id", 0, -(2**63), 2**63 - 1)
        if not draft_id:
            raise bad_request("draft_id must be non-zero")
        content = formatted(text, entities) if text else Formatted("")
        topic, can_stop, keeps = (
            self._named.topic(user, parameters),
            *map(parameters.flag, ("can_stop", "keep_on_stop")),
        )
        self._messenger.show_draft(user, Draft(draft_id, content.text, content.entities, can_stop, keeps, topic))
        return True

    def _edit_message_text(self, parameters: Parameters) -> object:
        if parameters.text("rich_message"):
            return self._rich.edit(parameters)
        text, entities = _text(parameters)
        message, keys = self._named.own_message(parameters), _keyboard(parameters)
        if message.medium:
            raise bad_request("there is no text in the message to edit")
        content = _edited(text, entities)
        shown = message.text, message.entities, message.keyboard
        if RICH not in message.extra and (content.text, content.entities, keys) == shown:
            raise bad_request(NOT_MODIFIED)
        others = {name: value for name, value in message.extra.items() if name != RICH}
        return self._as_telegram(self._messenger.replace_media(message, others, content, keys))

    def _edit_message_reply_markup(self, parameters: Parameters) -> object:
        message, keys = self._named.own_message(parameters), _keyboard(parameters)
        if keys == message.keyboard:
            raise bad_request(NOT_MODIFIED)
        return self._as_telegram(self._messenger.rekey(message, keys))

    def _answer_callback_query(self, parameters: Parameters) -> object:
        text = parameters.text("text")
        if units(text) > _PRESS_ANSWER_LIMIT:
            raise bad_request("MESSAGE_TOO_LONG")
        answer = PressAnswer(text, parameters.flag("show_alert"))
        self._messenger.answer_press(parameters.text("callback_query_id"), answer)
        return True

    def _delete_message(self, parameters: Parameters) -> object:
        message = self._named.message(self._named.peer(parameters), parameters, "delete")
        self._check_age(message)
        self._messenger.remove(message)
        return True

    def _delete_messages(self, parameters: Parameters) -> object:
        """Delete messages; those that are not there are skipped."""
        peer, message_ids = self._named.peer(parameters), parameters.json("message_ids", _NUMBERS, ())
        if not message_ids:
            raise bad_request("message identifiers are not specified")
        if len(message_ids) > _MOST_DELETED:
            raise bad_request("too many message identifiers specified")
        found = [it for it in map(partial(self._messenger.message, peer.id), dict.fromkeys(message_ids)) if it]
        for message in found:
            self._check_age(message)
        for message in found:
            self._messenger.remove(message)
        return True

    def _check_age(self, message: Message) -> None:
        if self._messenger.age(message) > _DELETED_WITHIN_SECONDS:
            raise bad_request("message can't be deleted for everyone")

    def _set_message_reaction(self, parameters: Parameters) -> object:
        message = self._named.message(self._named.peer(parameters), parameters, "react")
        reactions = parameters.json("reaction", _REACTIONS, ())
        if len(reactions) > 1:
            raise bad_request("REACTIONS_TOO_MANY")
        if any(it.type != "emoji" or it.emoji not in REACTIONS for it in reactions):
            raise bad_request("REACTION_INVALID")
        self._messenger.react_as_bot(message, tuple(it.emoji for it in reactions))
        return True

    def _send_chat_action(self, parameters: Parameters) -> object:
        peer = self._named.peer(parameters)
        if parameters.text("action") not in _ACTIONS:
            raise bad_request("wrong parameter action in request")
        self._named.topic(peer, parameters)
        self._messenger.show_typing(peer)
        return True

    def _as_telegram(self, message: Message) -> JsonObject:
        return self._messenger.as_telegram(message)


def _kinds(parameters: Parameters) -> frozenset[str] | None:
    """Return the kinds of updates that are wanted, or None if the previous setting stays (Bot API, getUpdates)."""
    return parameters.json("allowed_updates", _NAMES, frozenset()) if parameters.text("allowed_updates") else None


def _scope(parameters: Parameters) -> _Scope:
    """Return a scope (Bot API, BotCommandScope): of all chats, private ones, groups, or one chat; others are refused.

    The commands of private chats are those of all chats, the last that were set.
    """
    scope = parameters.json("scope", _SCOPE, _Scope(type="default"))
    for_all = {"default", "all_private_chats", "all_group_chats"}
    if scope.type not in for_all | {"chat"} or (scope.type == "chat") != (scope.chat_id is not None):
        raise bad_request("scope is not supported here")
    return scope


def _language(parameters: Parameters) -> str:
    """Return the language of commands: empty, or a two-letter ISO 639-1 code (Bot API, setMyCommands)."""
    language = parameters.text("language_code")
    if language and not _LANGUAGE.fullmatch(language):
        raise bad_request("LANGUAGE_CODE_INVALID")
    return language


def _keyboard(parameters: Parameters) -> Keyboard:
    return keyboard(parameters.text("reply_markup"))


def _text(parameters: Parameters) -> tuple[str, tuple[Entity, ...]]:
    """Read the text and entities of a message. Raises ApiError for an empty text."""
    if not parameters.text("text"):
        raise bad_request("message text is empty")
    return parameters.words("text", "entities")


def _edited(text: str, entities: tuple[Entity, ...]) -> Formatted:
    """Format a text, with editMessageText's error for one that is too long."""
    try:
        return formatted(text, entities)
    except TextError as refusal:
        raise bad_request("MESSAGE_TOO_LONG") if str(refusal) == "message is too long" else refusal from None
