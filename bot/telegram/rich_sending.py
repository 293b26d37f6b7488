"""Sends rich messages, which python-telegram-bot lacks."""

from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from telegram import InlineKeyboardMarkup, ReplyParameters

from bot.telegram.newest_api import NewestBot, Unsupported
from bot.telegram.rich import is_right_to_left
from bot.telegram.texts import Rich, Text
from bot.values.place import Place

_SEND: Final = "sendRichMessage"


class _Sent(BaseModel):
    """Bot API, Message."""

    message_id: int


_SENT: Final = TypeAdapter(_Sent)


async def show_rich(
    bot: NewestBot, place: Place, text: Text, rich: Rich, keyboard: InlineKeyboardMarkup | None, **options: Any
) -> int:
    """Send a rich message, or put it in the place of the one that a text replaces; return its id.

    Raises Unsupported if the server has no rich messages, and TelegramError (Bot API, sendRichMessage and
    editMessageText).
    """
    message = {"blocks": rich.blocks, "is_rtl": is_right_to_left(rich.blocks)}
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
