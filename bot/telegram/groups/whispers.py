"""Messages that one person of a group sees (Bot API 10.2, ephemeral messages)."""

from typing import Any, Final

import structlog
from telegram import InputFile
from telegram.error import BadRequest, TelegramError

from bot.telegram.keyboards import keyboard_of
from bot.telegram.newest_api import NewestBot
from bot.telegram.refusals import Verdict, verdict
from bot.telegram.texts import Text
from bot.values.place import Place

_EDIT: Final = "editEphemeralMessageText"
_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}

log = structlog.get_logger()


async def whisper(bot: NewestBot, place: Place, text: Text) -> int | None:
    """Show a text to one person of a group, or change what they were shown; return the message's id, which is negative.

    Where the server can't do that, or for a file, it goes to their private chat, without buttons, which act on what is
    theirs there. One that they can't get is dropped. Raises TelegramError where a retry may help.
    """
    try:
        if text.replaces:
            return await _changed(bot, place, text, text.replaces)
        if not text.file and await bot.knows(_EDIT) and (message_id := await _sent(bot, place, text)):
            return message_id
        await _send_in_private(bot, text)
    except TelegramError as error:
        if verdict(error) is Verdict.LATER:
            raise
        log.warning("a message for one person of a group is refused", error=type(error).__name__)
    return None


async def _sent(bot: NewestBot, place: Place, text: Text) -> int | None:
    """Send a text to one person of a group; None if the server showed it to all, who see it no more."""
    about = {
        "chat_id": place.chat_id,
        "message_thread_id": place.topic_id or None,
        "receiver_user_id": text.only_for,  # as Bot API 10.2 has it
        "ephemeral_message_parameters": {"receiver_user_id": text.only_for},
    }
    sent = await bot.call("sendMessage", {**about, **_content(text)})
    its = sent if isinstance(sent, dict) else {}
    if isinstance(its_id := its.get("ephemeral_message_id"), int):
        return -its_id
    await bot.delete_message(place.chat_id, its["message_id"])
    return None


async def _changed(bot: NewestBot, place: Place, text: Text, message_id: int) -> int | None:
    """Edit or delete what one person was shown; send it again if it is gone."""
    its: dict[str, object] = {
        "chat_id": place.chat_id,
        "receiver_user_id": text.only_for,
        "ephemeral_message_id": -message_id,
    }
    try:
        if text.deletes:
            await bot.call("deleteEphemeralMessage", its)
        elif text.shows_nothing:
            markup = {"reply_markup": keyboard_of(text.buttons)}
            await bot.call("editEphemeralMessageReplyMarkup", {**its, **markup})
        else:
            await bot.call(_EDIT, {**its, **_content(text)})
    except BadRequest as error:
        is_gone = verdict(error) is Verdict.REFUSED
        return await _sent(bot, place, text) if is_gone and text.text and not text.deletes else None
    return message_id


async def _send_in_private(bot: NewestBot, text: Text) -> None:
    if text.only_for is None:
        return
    if text.file:
        file = InputFile(text.file.content, text.file.name)
        await bot.send_document(text.only_for, file, caption=text.text or None, **_UPLOAD)
    else:
        await bot.send_message(text.only_for, text.text, entities=text.entities)


def _content(text: Text) -> dict[str, object]:
    return {
        "text": text.text,
        "entities": [entity.to_dict() for entity in text.entities] or None,
        "link_preview_options": {"is_disabled": True},
        "reply_markup": keyboard_of(text.without_mini_apps.buttons),
    }
