"""The chats and messages that calls of the Bot API name."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from practice.telegram.api_error import bad_request
from practice.telegram.messages import User
from practice.telegram.messenger import Message, Messenger
from practice.telegram.parameters import Parameters


@dataclass(frozen=True, slots=True)
class _ReplyParameters:
    message_id: int
    allow_sending_without_reply: bool = False


_REPLY = TypeAdapter(_ReplyParameters)


class Named:
    """Finds what a call is about. Raises ApiError in Telegram's words where it is not there."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    def user(self, parameters: Parameters) -> User:
        """Return the user of `chat_id`."""
        if not parameters.text("chat_id"):
            raise bad_request("chat_id is empty")
        return self._messenger.user(parameters.integer("chat_id", 0, -(2**63), 2**63))

    def message(self, user: User, parameters: Parameters, purpose: str) -> Message:
        """Return the message of `message_id`."""
        message_id = parameters.integer("message_id", 0, 0, 2**31)
        if not message_id:
            raise bad_request("message identifier is not specified")
        message = self._messenger.message(user.id, message_id)
        if not message:
            raise bad_request(f"message to {purpose} not found")
        return message

    def own_message(self, parameters: Parameters) -> Message:
        """Return the bot's message of `message_id`, to be edited."""
        message = self.message(self.user(parameters), parameters, "edit")
        if not message.from_bot:
            raise bad_request("message can't be edited")
        return message

    def topic(self, user: User, parameters: Parameters, reply_to: int | None = None) -> int:
        """Return the topic of `message_thread_id`, by default that of the message that is replied to."""
        topic_id = parameters.integer("message_thread_id", 0, 0, 2**31)
        if topic_id and self._messenger.topic(user.id, topic_id) is None:
            raise bad_request("message thread not found")
        replied = self._messenger.message(user.id, reply_to) if reply_to else None
        return topic_id or (replied.topic if replied else 0)

    def replied_to(self, user: User, parameters: Parameters) -> int | None:
        """Return the id of the message of `reply_parameters`, or None."""
        reply = parameters.json("reply_parameters", _REPLY, _ReplyParameters(0, allow_sending_without_reply=True))
        if self._messenger.message(user.id, reply.message_id):
            return reply.message_id
        if reply.allow_sending_without_reply:
            return None
        raise bad_request("message to be replied not found")
