"""The Bot API's methods for groups and for messages that one of their people sees, as strict as Telegram's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import TypeAdapter

from practice.telegram.api_error import bad_request
from practice.telegram.chats import person
from practice.telegram.file_methods import NOT_MODIFIED
from practice.telegram.groups import chat_member
from practice.telegram.keyboards import keyboard
from practice.telegram.messages import Group, Message, Peer
from practice.telegram.messenger import Messenger
from practice.telegram.named import Named
from practice.telegram.parameters import Parameters
from practice.telegram.texts import formatted
from practice.telegram.updates import JsonObject

Method: TypeAlias = Callable[[Parameters], object]

_NO_SUCH_PERSON = "PARTICIPANT_ID_INVALID"


@dataclass(frozen=True, slots=True)
class _EphemeralMessageParameters:
    """Bot API, EphemeralMessageParameters."""

    receiver_user_id: int
    callback_query_id: str = ""
    replace_callback_query_message: bool = False


_EPHEMERAL = TypeAdapter(_EphemeralMessageParameters | None)


class GroupMethods:
    """The methods for groups."""

    def __init__(self, messenger: Messenger, named: Named) -> None:
        self._messenger = messenger
        self._named = named

    def by_name(self) -> Mapping[str, Method]:
        """Return the methods by name."""
        return {
            "getchatmembercount": self._get_chat_member_count,
            "getchatmember": self._get_chat_member,
            "getchatadministrators": self._get_chat_administrators,
            "leavechat": self._leave_chat,
            "editephemeralmessagetext": self._edit_ephemeral_message_text,
            "editephemeralmessagereplymarkup": self._edit_ephemeral_message_reply_markup,
            "deleteephemeralmessage": self._delete_ephemeral_message,
        }

    def receiver(self, peer: Peer, parameters: Parameters) -> int | None:
        """Return the only person who shall see a message; None for all (Bot API, sendMessage)."""
        wanted = parameters.json("ephemeral_message_parameters", _EPHEMERAL, None)
        if wanted is None or not self._messenger.knows_ephemeral:
            return None
        if not isinstance(peer, Group):
            raise bad_request("ephemeral messages can be sent to groups and supergroups only")
        if wanted.receiver_user_id not in peer.members:
            raise bad_request(_NO_SUCH_PERSON)
        return wanted.receiver_user_id

    def _get_chat_member_count(self, parameters: Parameters) -> object:
        peer = self._named.peer(parameters)
        return len(peer.members) + 1 if isinstance(peer, Group) else 2

    def _get_chat_member(self, parameters: Parameters) -> object:
        group = self._named.group(parameters, _NO_SUCH_PERSON)
        user_id = parameters.integer("user_id", 0, 0, 2**52)
        if user_id == self._messenger.bot["id"]:
            return chat_member(self._messenger.bot, group.bot_status)
        return self._member(group, user_id)

    def _get_chat_administrators(self, parameters: Parameters) -> object:
        group = self._named.group(parameters, "there are no administrators in the private chat")
        bot = [chat_member(self._messenger.bot, "administrator")]
        return [self._member(group, group.creator), *(bot if group.bot_status == "administrator" else [])]

    def _leave_chat(self, parameters: Parameters) -> object:
        group = self._named.group(parameters, "chat member status can't be changed in private chats")
        self._messenger.leave_group(group)
        return True

    def _edit_ephemeral_message_text(self, parameters: Parameters) -> object:
        text, entities = parameters.words("text", "entities")
        message, keys = self._ephemeral(parameters), keyboard(parameters.text("reply_markup"))
        content = formatted(text, entities)
        if (content.text, content.entities, keys) == (message.text, message.entities, message.keyboard):
            raise bad_request(NOT_MODIFIED)
        self._messenger.reword(message, content, keys)
        return True

    def _edit_ephemeral_message_reply_markup(self, parameters: Parameters) -> object:
        message, keys = self._ephemeral(parameters), keyboard(parameters.text("reply_markup"))
        if keys == message.keyboard:
            raise bad_request(NOT_MODIFIED)
        self._messenger.rekey(message, keys)
        return True

    def _delete_ephemeral_message(self, parameters: Parameters) -> object:
        self._messenger.remove(self._ephemeral(parameters))
        return True

    def _ephemeral(self, parameters: Parameters) -> Message:
        """Return the message of `ephemeral_message_id`, which only `receiver_user_id` sees."""
        group = self._named.group(parameters, "message to edit not found")
        message = self._messenger.message(group.id, parameters.integer("ephemeral_message_id", 0, 0, 2**31))
        receiver = parameters.integer("receiver_user_id", 0, 0, 2**52)
        if not message or message.receiver is None or message.receiver != receiver:
            raise bad_request("message to edit not found")
        return message

    def _member(self, group: Group, user_id: int) -> JsonObject:
        """Return a person of a group (Bot API, ChatMember)."""
        user = self._messenger.known_user(user_id)
        if user is None:
            raise bad_request("user not found")
        is_there = user_id in group.members
        status = "left" if not is_there else "creator" if user_id == group.creator else "member"
        return chat_member(person(user), status)
