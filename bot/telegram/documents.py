"""Files that a user sends: what is told of them, and how they are had from Telegram (Bot API, getFile)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, Self

import structlog
from telegram import Message
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.database.engine import Transaction
from bot.telegram.sender import ChatSender, seconds_of
from bot.telegram.texts import Text
from bot.values import Owner, clean

_AWAY: Final = "I can't get this file from Telegram right now; I'll go on trying."
_MOST_ABSENCES: Final = 5
"""A file that is not there may be there later, as after a restart of the Bot API server; but not for ever."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is told of a file before it is there; its size in bytes is 0 if that isn't told."""

    file_id: str
    name: str
    media_type: str
    size: int
    caption: str

    @classmethod
    def of(cls, message: Message) -> Self | None:
        """Return the document that came with a message, if one did."""
        if message.document is None:
            return None
        return cls(
            file_id=message.document.file_id,
            name=clean(message.document.file_name or ""),
            media_type=(message.document.mime_type or "").casefold(),
            size=message.document.file_size or 0,
            caption=clean(message.caption or "").strip(),
        )


class Reader(Protocol):
    """What reads documents."""

    def objection(self, document: Document) -> str | None:
        """Return why a document is not to be downloaded; empty if it is none that is read, None if it is fine."""
        ...

    async def received(self, tx: Transaction, owner: Owner, document: Document, content: bytes) -> Sequence[Text]:
        """Do what is to be done about a document, in the caller's transaction; return what to say."""
        ...

    def is_answer(self, command: str) -> bool:
        """Tell whether a command, without its slash, answers what a document that was sent before may yet ask."""
        ...


async def downloaded(bot: ExtBot[None], sender: ChatSender, document: Document) -> bytes | None:
    """Return what a document holds, or None if Telegram doesn't hand it out; while it can't be reached, wait for it."""
    backoff, absences, told = Backoff(), 0, False
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
            again_in = backoff.next(seconds_of(error) if isinstance(error, RetryAfter) else 0.0)
            log.warning("waiting for a file", error=type(error).__name__, again_in=again_in)
        if not told:
            await sender.mention([Text(_AWAY)])
        told = True
        await asyncio.sleep(again_in)
