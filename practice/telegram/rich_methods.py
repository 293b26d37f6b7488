"""The Bot API's methods for rich messages, as strict as Telegram's."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from practice.telegram.api_error import bad_request
from practice.telegram.file_methods import NOT_MODIFIED
from practice.telegram.keyboards import keyboard
from practice.telegram.messages import RICH
from practice.telegram.messenger import Messenger
from practice.telegram.named import Named
from practice.telegram.parameters import Parameters
from practice.telegram.rich_blocks import blocks_of, plain
from practice.telegram.texts import Formatted
from practice.telegram.updates import JsonObject

Method: TypeAlias = Callable[[Parameters], object]
_OBJECT: Final = TypeAdapter(JsonObject)
_PREFIXED_EMAIL: Final = re.compile(r"\w:[\w.+-]+@[\w-]+\.\w")
"""A text in which Telegram detects an email address, and then refuses it."""


class RichMethods:
    """The methods for rich messages."""

    def __init__(self, messenger: Messenger, named: Named) -> None:
        self._messenger = messenger
        self._named = named

    def by_name(self) -> Mapping[str, Method]:
        """Return the methods by name."""
        return {"sendrichmessage": self._send}

    def edit(self, parameters: Parameters) -> object:
        """Give a text or a rich message new blocks (Bot API, editMessageText)."""
        content, fields = _content(parameters)
        message, keys = self._named.own_message(parameters), keyboard(parameters.text("reply_markup"))
        if message.medium:
            raise bad_request("there is no text in the message to edit")
        if (fields[RICH], keys) == (message.extra.get(RICH), message.keyboard):
            raise bad_request(NOT_MODIFIED)
        return self._messenger.as_telegram(self._messenger.replace_media(message, fields, content, keys))

    def _send(self, parameters: Parameters) -> object:
        content, fields = _content(parameters)
        peer = self._named.peer(parameters)
        reply_to = self._named.replied_to(peer, parameters)
        keys = keyboard(parameters.text("reply_markup"))
        topic = self._named.topic(peer, parameters, reply_to)
        return self._messenger.as_telegram(self._messenger.post(peer, content, reply_to, fields, keys, topic=topic))


def _content(parameters: Parameters) -> tuple[Formatted, JsonObject]:
    """Return the words of a rich message, and the field of the message that holds it."""
    given = parameters.json("rich_message", _OBJECT, {})
    blocks = blocks_of(given)
    if not given.get("skip_entity_detection") and _PREFIXED_EMAIL.search(plain(blocks)):
        raise bad_request("RICH_MESSAGE_EMAIL_INVALID")
    direction = {"is_rtl": True} if given.get("is_rtl") else {}
    return Formatted(plain(blocks)), {RICH: {"blocks": blocks, **direction}}
