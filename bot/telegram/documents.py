"""Files sent by users: which are read, and their download (Bot API, getFile)."""

import asyncio
import re
from typing import Final

import structlog
from telegram import Document
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.memory.exchange.found import MOST_BYTES
from bot.telegram.refusals import wanted_pause
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Text
from bot.values.text import folded

NO_TEXT: Final = "I can only read text so far. Tell me in words?"
_AWAY: Final = "I can't get this file from Telegram right now. I'll keep trying."
_OTHER_CAPTION: Final = (
    "I can't read files for an answer so far. If this one holds memories, send it with the caption /memory import."
)
_TEXTS: Final = (".csv", ".json", ".jsonl", ".markdown", ".md", ".ndjson", ".text", ".txt")
_JSON: Final = ("application/json", "application/jsonl", "application/x-jsonlines", "application/x-ndjson")
_CAPTION: Final = re.compile(r"(?:/memory(?:@\w+)?\s+import)?\s*", re.IGNORECASE)
_MOST_ABSENCES: Final = 5
"""Most downloads tried of a missing file, which may appear after a restart of the Bot API server."""

log = structlog.get_logger()


def objection(document: Document, caption: str | None) -> str:
    """Return the reason why a document is not read as memories, or an empty text."""
    media_type, name = (document.mime_type or "").casefold(), (document.file_name or "").casefold()
    if not media_type.startswith("text/") and media_type not in _JSON and not name.endswith(_TEXTS):
        return NO_TEXT
    if not _CAPTION.fullmatch((caption or "").strip()):
        return _OTHER_CAPTION
    if (document.file_size or 0) > MOST_BYTES:
        return f"This file is larger than the {MOST_BYTES // 1_000_000} MB that I read at once: send it in parts."
    return ""


def answers_document(command: str) -> bool:
    """Tell whether a command, without its slash, answers the offer of an import."""
    return folded(command).split() in (["memory", "import", "yes"], ["memory", "import", "no"])


async def downloaded(bot: ExtBot[None], sender: ChatSender, document: Document) -> bytes | None:
    """Download a document, waiting while Telegram can't be reached; None if Telegram refuses it."""
    backoff, absences, notified = Backoff(), 0, False
    while True:
        try:
            file = await bot.get_file(document.file_id)
            return bytes(await file.download_as_bytearray())
        except (BadRequest, Forbidden):
            return None
        except TelegramError as error:
            absences += isinstance(error, InvalidToken)
            if absences == _MOST_ABSENCES:
                return None
            again_in = backoff.next(wanted_pause(error))
            log.warning("waiting for a file", error=type(error).__name__, again_in=again_in)
        if not notified:
            await sender.mention([Text(_AWAY)])
        notified = True
        await asyncio.sleep(again_in)
