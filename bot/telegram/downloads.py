"""Downloads of files that users sent (Bot API, getFile)."""

import asyncio
from pathlib import Path
from typing import Final

import structlog
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.errors import FileRefused, FileUnavailable
from bot.files import Content
from bot.language import mark, t
from bot.telegram.polling_bot import is_local
from bot.telegram.refusals import wanted_pause
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Text

_AWAY: Final = mark("I can't get this file from Telegram right now. I'll keep trying.")
_MOST_ABSENCES: Final = 5
"""Most downloads tried of a missing file, which may appear after a restart of the Bot API server."""

log = structlog.get_logger()


async def downloaded(bot: ExtBot[None], sender: ChatSender, file_id: str) -> Content:
    """Return a file's content, waiting while Telegram can't be reached (Bot API, getFile).

    A Bot API server of our own has it in its folder: it is read there, and not downloaded. Raises FileUnavailable, or
    FileRefused if it is too large for bots.
    """
    backoff, absences, notified = Backoff(), 0, False
    while True:
        try:
            file = await bot.get_file(file_id)
            if is_local(file):
                return Path(file.file_path or "")
            return bytes(await file.download_as_bytearray())
        except (BadRequest, Forbidden) as error:
            if "too big" in error.message.lower():
                raise FileRefused(mark("Telegram gives bots only files of up to 20 MB")) from error
            raise FileUnavailable from error
        except TelegramError as error:
            absences += isinstance(error, InvalidToken)
            if absences == _MOST_ABSENCES:
                raise FileUnavailable from error
            again_in = backoff.next(wanted_pause(error))
            log.warning("waiting for a file", error=type(error).__name__, again_in=again_in)
        if not notified:
            await sender.mention([Text(t(_AWAY))])
        notified = True
        await asyncio.sleep(again_in)
