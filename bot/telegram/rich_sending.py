"""Sends rich messages, which python-telegram-bot lacks."""

import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from telegram import InlineKeyboardMarkup, ReplyParameters
from telegram.error import BadRequest

from bot.telegram.newest_api import NewestBot, Unsupported
from bot.telegram.rich import is_right_to_left
from bot.telegram.texts import Rich, Text
from bot.values.place import Place

_SEND: Final = "sendRichMessage"
_DETECTED_WRONGLY: Final = re.compile("RICH_MESSAGE_(EMAIL|URL|PHONE)_INVALID", re.IGNORECASE)
"""Refusals of what Telegram itself took for an address in a text, as "mail:zoe@example.com" for one of an email."""


class _Sent(BaseModel):
    """Bot API, Message."""

    message_id: int


_SENT: Final = TypeAdapter(_Sent)


async def show_rich(
    bot: NewestBot, place: Place, text: Text, rich: Rich, keyboard: InlineKeyboardMarkup | None, **options: Any
) -> int:
    """Send a rich message, or put it in the place of the one that a text replaces; return its id.

    If Telegram refuses what it has detected in the words, they are sent again without anything to be detected.
    Raises Unsupported if the server has no rich messages, and TelegramError (Bot API, sendRichMessage and
    editMessageText).
    """
    message = {"blocks": rich.blocks, "is_rtl": is_right_to_left(rich.blocks)}
    try:
        return await _show(bot, place, text, message, keyboard, **options)
    except BadRequest as refusal:
        if not _DETECTED_WRONGLY.search(refusal.message):
            raise
    return await _show(bot, place, text, {**message, "skip_entity_detection": True}, keyboard, **options)


async def _show(
    bot: NewestBot,
    place: Place,
    text: Text,
    message: Mapping[str, object],
    keyboard: InlineKeyboardMarkup | None,
    **options: Any,
) -> int:
    content = {"chat_id": place.chat_id, "rich_message": message, "reply_markup": keyboard}
    if text.replaces:
        if not await bot.knows(_SEND, **options):  # an older server would miss the text
            raise Unsupported(_SEND)
        await bot.call("editMessageText", {**content, "message_id": text.replaces}, **options)
        return text.replaces
    quoted = ReplyParameters(text.quoted_id, allow_sending_without_reply=True) if text.quoted_id else None
    others = {
        "message_thread_id": place.topic_id or None,
        "reply_parameters": quoted,
        "disable_notification": text.is_silent or None,
    }
    return _SENT.validate_python(await bot.call(_SEND, content | others, **options)).message_id
