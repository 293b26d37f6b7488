"""Preparation: what a user's message holds besides text is downloaded once, and made ready for the model."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.chat.attached_documents import DocumentRoom, documents_shown
from bot.database import attachments as stored
from bot.database import documents, usages
from bot.database.attachments import PendingMessage
from bot.database.engine import Database, Transaction
from bot.database.usages import Request
from bot.errors import FileRefused, FileUnavailable
from bot.files import Files
from bot.message_text import attached
from bot.tools.documents import READ
from bot.values.attachments import Attachment, AttachmentKind
from bot.values.conversations import Conversation
from bot.values.messages import Message, UserMessage
from bot.values.owner import Owner
from bot.values.turns import UsagePurpose

AT_ONCE: Final = 4
"""Files of a message that are made ready at the same time."""

Maker: TypeAlias = Callable[[Attachment, bytes], Awaitable[Attachment]]
"""Returns what becomes of a file with this content, whose bytes it stores. Raises FileRefused."""
PutBack: TypeAlias = Callable[[str, bytes], Awaitable[None]]
"""Stores a picture that got lost, with this key and content, as it was stored before. Raises FileRefused."""
Download: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Returns a file by Telegram's id. Raises FileUnavailable, or FileRefused if Telegram doesn't hand it out."""

log = structlog.get_logger()


async def nothing_to_download(_: str) -> bytes:
    """Download nothing, for turns without files."""
    raise FileUnavailable


class Preparation:
    """Makes the files of users' messages ready. What is done is stored file by file, and never done again.

    A file of a kind without a maker, or of more than `most_bytes`, is refused. Of a turn's documents, `document_tokens`
    are in its messages.
    """

    def __init__(
        self,
        database: Database,
        files: Files,
        makers: Mapping[AttachmentKind, Maker],
        put_back: PutBack,
        *,
        most_bytes: int,
        document_tokens: Callable[[], int],
    ) -> None:
        self._database = database
        self._files = files
        self._makers = makers
        self._put_back = put_back
        self._gone: set[str] = set()  # keys of pictures that can't be had again, so that it is tried once
        self._most_bytes = most_bytes
        self._document_tokens = document_tokens

    async def prepare(self, conversation: Conversation, turn_id: UUID, download: Download) -> None:
        """Complete the messages of a turn that wait for their files."""
        owner, can_read_on = conversation.owner, any(tool.name == READ for tool in conversation.tools)
        async with self._database.transaction() as tx:
            waiting = await stored.pending(tx, turn_id)
            unready = [it.sent for message in waiting for it in message.attachments if not it.is_ready]
            same = await stored.same(tx, owner, unready)
        for message in waiting:
            room = DocumentRoom(self._document_tokens() // len(waiting), can_read_on)
            await self._complete(owner, turn_id, message, same, room, download)

    async def find_again(self, owner: Owner, messages: Iterable[Message], download: Download) -> None:
        """Download the pictures of a prompt again that are not here, as on another machine with the same database.

        A picture that is gone for good stays away; the model is told so in its place.
        """
        keys = dict.fromkeys(
            it.key for message in messages if isinstance(message, UserMessage) for it in message.pictures
        )
        for key in keys:
            if key not in self._gone and not self._files.has(key):
                await self._find_again(owner, key, download)

    async def _find_again(self, owner: Owner, key: str, download: Download) -> None:
        async with self._database.transaction(single=True) as tx:
            file_id = await stored.file_id(tx, owner, key)
        try:
            content = await download(file_id) if file_id else b""  # which is refused
            await self._put_back(key, content)
        except (FileUnavailable, FileRefused) as error:
            self._gone.add(key)
            log.warning("a picture of the prompt is gone", key=key, error=type(error).__name__)
        else:
            self._files.claim(key)
            log.info("a picture of the prompt was downloaded again", key=key)

    async def _complete(
        self,
        owner: Owner,
        turn_id: UUID,
        message: PendingMessage,
        same: Mapping[str, Attachment],
        room: DocumentRoom,
        download: Download,
    ) -> None:
        """Make a message's files ready. What becomes of them is stored at once, of those ready together in one step."""
        limit = asyncio.Semaphore(AT_ONCE)
        ready = {it.id: it for it in message.attachments if it.is_ready}
        under_way = {
            asyncio.create_task(self._ready(it, same.get(it.sent.unique_id), download, limit))
            for it in message.attachments
            if not it.is_ready
        }
        newest: list[Attachment] = []
        try:
            while under_way:
                done, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                newest = [task.result() for task in done if task.exception() is None]
                ready |= {it.id: it for it in newest}
                failed = [error for task in done if (error := task.exception())]
                if under_way or failed:
                    async with self._database.transaction() as tx:
                        await _note(tx, owner, turn_id, newest)
                    self._claim(newest)
                if failed:
                    raise failed[0]
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        async with self._database.transaction() as tx:
            await _note(tx, owner, turn_id, newest)
            await self._finish(tx, turn_id, message, [ready[it.id] for it in message.attachments], room)
        self._claim(newest)

    def _claim(self, ready: Iterable[Attachment]) -> None:
        for it in ready:
            if it.key:
                self._files.claim(it.key)

    async def _ready(
        self, attachment: Attachment, same: Attachment | None, download: Download, limit: asyncio.Semaphore
    ) -> Attachment:
        """Return a file with what became of it."""
        async with limit:
            try:
                ready = await self._made(attachment, same, download)
            except (FileUnavailable, FileRefused) as error:
                ready = replace(attachment, problem=str(error).rstrip("."))
                log.warning("a file can't be used", what=attachment.sent.what, error=type(error).__name__)
            return replace(ready, is_ready=True)

    async def _made(self, attachment: Attachment, same: Attachment | None, download: Download) -> Attachment:
        """Return what becomes of a file, as of the `same` one before. Raises FileUnavailable or FileRefused."""
        sent, make = attachment.sent, self._makers.get(attachment.sent.kind)
        if make is None:
            raise FileRefused("I can't read files of this kind")
        if (sent.size or 0) > self._most_bytes:
            raise FileRefused(f"it is larger than the {self._most_bytes // 1_000_000} MB that I take")
        if same and same.key and self._files.has(same.key):
            if sent.kind is AttachmentKind.DOCUMENT:
                async with self._database.transaction() as tx:
                    await documents.copy(tx, same.id, attachment.id)
            return replace(attachment, key=same.key, picture=same.picture, text=same.text)
        return await make(attachment, await download(sent.file_id))

    @staticmethod
    async def _finish(
        tx: Transaction, turn_id: UUID, message: PendingMessage, ready: Sequence[Attachment], room: DocumentRoom
    ) -> None:
        read = [it for it in ready if it.sent.kind is AttachmentKind.DOCUMENT and it.key]
        shown = await documents_shown(tx, read, room)
        lines = [shown.get(it.id) or attached(it, untrusted=message.untrusted) for it in ready]
        texts = [it.text for it in ready if it.sent.kind is AttachmentKind.SPEECH]
        await stored.finish(
            tx,
            turn_id,
            message,
            content="\n".join([message.content.rstrip(), *lines]),
            text="\n".join(filter(None, [message.text, *texts])),
            note=message.note,
            pictures=[it.picture for it in ready if it.picture],
            untrusted=bool(shown),
        )


async def _note(tx: Transaction, owner: Owner, turn_id: UUID, ready: Sequence[Attachment]) -> None:
    """Store what became of files, with its cost."""
    await stored.note_ready(tx, ready)
    costs = [it.cost for it in ready if it.cost]
    requests = [
        Request(owner=owner, turn_id=turn_id, purpose=UsagePurpose.ANSWER, model=model, usage=usage)
        for model, usage in costs
    ]
    if requests:
        await usages.add(tx, requests)
