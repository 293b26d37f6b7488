"""Preparation: what a user's message holds besides text is downloaded once, and made ready for the model."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.database import attachments as stored
from bot.database import usages
from bot.database.attachments import PendingMessage
from bot.database.engine import Database
from bot.database.usages import Request
from bot.errors import FileRefused, FileUnavailable
from bot.files import Files
from bot.message_text import attached
from bot.values.attachments import Attachment, AttachmentKind
from bot.values.owner import Owner
from bot.values.turns import UsagePurpose

AT_ONCE: Final = 4
"""Files of a message that are made ready at the same time."""

Maker: TypeAlias = Callable[[Attachment, bytes], Awaitable[Attachment]]
"""Returns what becomes of a file with this content, whose bytes it stores. Raises FileRefused or ModelError."""
Download: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Returns a file by Telegram's id. Raises FileUnavailable, or FileRefused if Telegram doesn't hand it out."""

log = structlog.get_logger()


async def nothing_to_download(_: str) -> bytes:
    """Download nothing, for turns without files."""
    raise FileUnavailable


class Preparation:
    """Makes the files of users' messages ready. What is done is stored file by file, and never done again.

    A file of a kind without a maker, or of more than `most_bytes`, is refused.
    """

    def __init__(
        self, database: Database, files: Files, makers: Mapping[AttachmentKind, Maker], *, most_bytes: int
    ) -> None:
        self._database = database
        self._files = files
        self._makers = makers
        self._most_bytes = most_bytes

    async def prepare(self, owner: Owner, turn_id: UUID, download: Download) -> None:
        """Complete the messages of a turn that wait for their files."""
        async with self._database.transaction() as tx:
            waiting = await stored.pending(tx, turn_id)
        for message in waiting:
            limit = asyncio.Semaphore(AT_ONCE)
            work = [self._ready(owner, turn_id, attachment, download, limit) for attachment in message.attachments]
            ready = await asyncio.gather(*work, return_exceptions=True)
            for it in ready:
                if isinstance(it, BaseException):
                    raise it
            await self._finish(turn_id, message, [it for it in ready if isinstance(it, Attachment)])

    async def _ready(
        self, owner: Owner, turn_id: UUID, attachment: Attachment, download: Download, limit: asyncio.Semaphore
    ) -> Attachment:
        """Return a file with what became of it, which is stored first."""
        if attachment.is_ready:
            return attachment
        async with limit:
            try:
                ready = await self._made(owner, attachment, download)
            except (FileUnavailable, FileRefused) as error:
                ready = replace(attachment, problem=str(error).rstrip("."))
                log.warning("a file can't be used", what=attachment.sent.what, error=type(error).__name__)
            ready = replace(ready, is_ready=True)
            async with self._database.transaction() as tx:
                await stored.note_ready(tx, ready)
                if ready.cost:
                    model, usage = ready.cost
                    purpose = UsagePurpose.ANSWER
                    cost = Request(owner=owner, turn_id=turn_id, purpose=purpose, model=model, usage=usage)
                    await usages.add(tx, [cost])
            if ready.key:
                self._files.claim(ready.key)
            return ready

    async def _made(self, owner: Owner, attachment: Attachment, download: Download) -> Attachment:
        """Return what becomes of a file. Raises FileUnavailable or FileRefused."""
        sent, make = attachment.sent, self._makers.get(attachment.sent.kind)
        if make is None:
            raise FileRefused("I can't read files of this kind")
        if (sent.size or 0) > self._most_bytes:
            raise FileRefused(f"it is larger than the {self._most_bytes // 1_000_000} MB that I take")
        async with self._database.transaction() as tx:
            same = await stored.same(tx, owner, sent)
        if same and same.key and self._files.has(same.key):
            return replace(attachment, key=same.key, picture=same.picture, text=same.text)
        return await make(attachment, await download(sent.file_id))

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
