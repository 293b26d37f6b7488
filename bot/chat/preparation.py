"""Preparation: what a user's message holds besides text is downloaded once, and made ready for the model."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.attachments.pictures import ScaledPicture, scaled
from bot.database import attachments as stored
from bot.database.attachments import PendingMessage
from bot.database.engine import Database
from bot.errors import FileRefused, FileUnavailable
from bot.files import Files
from bot.message_text import attached
from bot.values.attachments import Attachment, AttachmentKind, Picture
from bot.values.messages import Message, UserMessage
from bot.values.owner import Owner

AT_ONCE: Final = 4
"""Files of a message that are made ready at the same time."""

Download: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Returns a file by Telegram's id. Raises FileUnavailable, or FileRefused if Telegram doesn't hand it out."""

log = structlog.get_logger()


async def nothing_to_download(_: str) -> bytes:
    """Download nothing, for turns without files."""
    raise FileUnavailable


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentRules:
    """Limits of files: in bytes; for pictures, in pixels of the longest side and in bytes as they are sent."""

    most_bytes: int
    picture_side: int
    picture_bytes: int


class Preparation:
    """Makes the files of users' messages ready. What is done is stored file by file, and never done again."""

    def __init__(self, database: Database, files: Files, rules: AttachmentRules) -> None:
        self._database = database
        self._files = files
        self._rules = rules

    async def prepare(self, owner: Owner, turn_id: UUID, download: Download) -> None:
        """Complete the messages of a turn that wait for their files."""
        async with self._database.transaction() as tx:
            waiting = await stored.pending(tx, turn_id)
        for message in waiting:
            limit = asyncio.Semaphore(AT_ONCE)
            work = [self._ready(owner, attachment, download, limit) for attachment in message.attachments]
            ready = await asyncio.gather(*work, return_exceptions=True)
            for it in ready:
                if isinstance(it, BaseException):
                    raise it
            await self._finish(turn_id, message, [it for it in ready if isinstance(it, Attachment)])

    async def restore(self, owner: Owner, messages: Sequence[Message], download: Download) -> None:
        """Download the pictures of a prompt again that are not on this machine; one that is gone stays away."""
        for picture in _pictures(messages):
            if self._files.has(picture.key):
                continue
            async with self._database.transaction() as tx:
                file_id = await stored.file_id(tx, owner, picture.key)
            try:
                if file_id:
                    found = await self._scaled(await download(file_id))
                    await asyncio.to_thread(self._files.put, found.content, picture.key)
            except (FileUnavailable, FileRefused) as error:
                log.warning("a picture of the prompt is gone", error=type(error).__name__)

    async def _ready(
        self, owner: Owner, attachment: Attachment, download: Download, limit: asyncio.Semaphore
    ) -> Attachment:
        """Return a file with what became of it, which is stored first."""
        if attachment.is_ready:
            return attachment
        async with limit:
            try:
                ready = await self._made(owner, attachment, download)
            except (FileUnavailable, FileRefused) as error:
                ready = replace(attachment, problem=_sentence(attachment, error))
                log.warning("a file can't be used", what=attachment.sent.what, error=type(error).__name__)
            ready = replace(ready, is_ready=True)
            async with self._database.transaction() as tx:
                await stored.note_ready(tx, ready)
            return ready

    async def _made(self, owner: Owner, attachment: Attachment, download: Download) -> Attachment:
        """Return what becomes of a file. Raises FileUnavailable or FileRefused."""
        sent = attachment.sent
        if (sent.size or 0) > self._rules.most_bytes:
            raise FileRefused(f"it is larger than the {self._rules.most_bytes // 1_000_000} MB that I take")
        async with self._database.transaction() as tx:
            same = await stored.same(tx, owner, sent)
        if same and same.key and self._files.has(same.key):
            return replace(attachment, key=same.key, picture=same.picture, text=same.text)
        content = await download(sent.file_id)
        if sent.kind is AttachmentKind.PICTURE:
            found = await self._scaled(content)
            key = await asyncio.to_thread(self._files.put, found.content)
            return replace(attachment, key=key, picture=Picture(key, found.media_type, found.width, found.height))
        raise FileRefused("I can't read this kind of file yet")

    async def _scaled(self, content: bytes) -> ScaledPicture:
        """Return a picture as models get it. Raises FileRefused."""
        rules = self._rules
        return await asyncio.to_thread(scaled, content, side=rules.picture_side, most_bytes=rules.picture_bytes)

    async def _finish(self, turn_id: UUID, message: PendingMessage, ready: Sequence[Attachment]) -> None:
        lines = [attached(it, untrusted=message.untrusted) for it in ready]
        texts = [it.text for it in ready if it.sent.kind is AttachmentKind.SPEECH]
        async with self._database.transaction() as tx:
            await stored.finish(
                tx,
                turn_id,
                message,
                content="\n".join([message.content.rstrip(), *lines]),
                text="\n".join(filter(None, [message.text, *texts])),
                note=message.note,
                pictures=[it.picture for it in ready if it.picture],
            )


def _pictures(messages: Sequence[Message]) -> list[Picture]:
    return [picture for it in messages if isinstance(it, UserMessage) for picture in it.pictures]


def _sentence(attachment: Attachment, error: Exception) -> str:
    name = f" {attachment.sent.name}" if attachment.sent.name else ""
    return f"I can't use the {attachment.sent.what}{name}: {error}."
