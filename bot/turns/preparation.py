"""Preparation: what a user's message holds besides text is downloaded once, and made ready for the model."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID

import structlog

from bot.kit.errors import FileRefused, FileUnavailable, NotHeard, PicturesRefused
from bot.kit.files import Files
from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.kit.prompt_text import NO_TEXT, joined, own
from bot.model.values import Message, Picture
from bot.store.engine import Database, Transaction
from bot.turns.attached_documents import READ, DocumentRoom, documents_shown
from bot.turns.budget import PictureRoom, pictures_in
from bot.turns.channel import Channel
from bot.turns.embeddings import Embeddings
from bot.turns.files.pictures import Describer
from bot.turns.memory import Memory
from bot.turns.message_text import attached
from bot.turns.store import attachments as stored
from bot.turns.store import documents, usages
from bot.turns.store.attachments import PendingMessage
from bot.turns.store.conversations import lock_memories
from bot.turns.store.usages import Request
from bot.turns.values.attachments import SOUNDS, Attachment, AttachmentKind
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import Turn, UsagePurpose


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """A turn whose files are made ready."""

    conversation: Conversation
    turn: Turn
    channel: Channel
    room: DocumentRoom
    picture_room: PictureRoom


def _surplus(
    files: Sequence[Attachment], shown: Sequence[Picture], room: PictureRoom
) -> list[tuple[Attachment, Picture]]:
    """Return the pictures that have no room beside those shown before them. Pure."""
    beside, surplus = [*shown], list[tuple[Attachment, Picture]]()
    for it in files:
        if it.picture and not it.text:
            if room.holds([*beside, it.picture]):
                beside.append(it.picture)
            else:
                surplus.append((it, it.picture))
    return surplus


async def hear_again(tx: Transaction, turn_id: UUID) -> None:
    """Let a turn wait again for its recordings that could not be transcribed, in the caller's transaction."""
    for message in await stored.unheard(tx, turn_id):
        files = message.attachments
        lines = [attached(it, untrusted=message.untrusted or it.sent.is_untrusted) for it in files]
        end, transcript = "\n".join(["", *lines]), _transcript(files)
        if all(it.sent.kind in SOUNDS for it in files) and message.content.endswith(end):
            text = message.text.removesuffix(transcript).rstrip("\n")
            await stored.reopen(tx, turn_id, message.position, content=message.content.removesuffix(end), text=text)


def _transcript(files: Sequence[Attachment]) -> str:
    return "\n".join(it.text for it in files if it.sent.kind in SOUNDS and it.text and not it.sent.quoted)


async def _store(tx: Transaction, work: PreparedTurn, ready: Sequence[Attachment]) -> None:
    """Store what became of files, with its cost, and transcripts for delivery."""
    await stored.note_ready(tx, ready)
    owner, turn_id = work.conversation.owner, work.turn.id
    requests = [
        Request(owner=owner, turn_id=turn_id, purpose=UsagePurpose.ANSWER, model=it.cost[0], usage=it.cost[1])
        for it in ready
        if it.cost
    ]
    if requests:
        await usages.add(tx, requests)
    for it in ready:
        is_new = it.sent.kind in SOUNDS and it.text and not it.sent.quoted
        if is_new and it.sent.message_id:
            await work.channel.show_transcript(tx, turn_id, it.text, it.sent.message_id)


_AT_ONCE: Final = 4
"""Files of a message that are made ready, or described, at the same time."""

Maker: TypeAlias = Callable[[Attachment, bytes], Coroutine[Any, Any, Attachment]]
"""Returns what becomes of a file with this content, whose bytes it stores. Raises FileRefused or ModelError."""
PutBack: TypeAlias = Callable[[str, bytes], Awaitable[None]]
"""Stores a picture that got lost, with this key and content, as it was stored before. Raises FileRefused."""

log = structlog.get_logger()

T = TypeVar("T")

_KEPT_SECONDS: Final = 60.0
"""Seconds for which a result is kept that is not stored."""


@dataclass(frozen=True, slots=True)
class _Unheard:
    """A recording that can't be transcribed, and the reason."""

    attachment: Attachment
    failure: NotHeard

    @property
    def given_up(self) -> Attachment:
        """The recording as something that can't be used."""
        return replace(self.attachment, problem=self.failure.problem, is_ready=True)


_Found: TypeAlias = Attachment | _Unheard
"""What became of a file."""


class Preparation:
    """Makes the files of users' messages ready. What is done is stored file by file, and never done again.

    A file of a kind without a maker, or of more than `most_bytes`, is refused. Of a turn's documents, `document_tokens`
    are in its messages; its pictures beyond the `picture_room` are described in them.
    """

    def __init__(
        self,
        database: Database,
        files: Files,
        makers: Mapping[AttachmentKind, Maker],
        put_back: PutBack,
        embeddings: Embeddings,
        describer: Describer,
        memory: Memory,
        *,
        most_bytes: int,
        document_tokens: Callable[[Owner], int],
        picture_room: Callable[[Owner], PictureRoom],
    ) -> None:
        self._database = database
        self._files = files
        self._makers = makers
        self._put_back = put_back
        self._embeddings = embeddings
        self._describer = describer
        self._memory = memory
        self._downloads = UnderWay[bytes]()
        self._transcriptions = UnderWay[Attachment]()
        self._gone: set[str] = set()  # keys of pictures that can't be had again, so that it is tried once
        self._most_bytes = most_bytes
        self._document_tokens = document_tokens
        self._picture_room = picture_room

    async def prepare(
        self, conversation: Conversation, turn: Turn, channel: Channel, *, has_more: bool = False
    ) -> None:
        """Complete the messages of a turn that wait for their files, which the `channel` hands out.

        Raises NotHeard for a recording that can't be transcribed. Once there is something else to answer, as the turn
        `has_more` or another file is ready, it becomes a problem instead; if its reason may pass, that also takes a
        further attempt at the turn.
        """
        async with self._database.transaction() as tx:
            waiting = await stored.pending(tx, turn.id)
            unready = [it.sent for message in waiting for it in message.attachments if not it.is_ready]
            same = await stored.same(tx, conversation.owner, unready)
        can_read_on = any(tool.name == READ for tool in conversation.tools)
        room = DocumentRoom(self._document_tokens(conversation.owner) // max(1, len(waiting)), can_read_on)
        work = PreparedTurn(conversation, turn, channel, room, self._picture_room(conversation.owner))
        unheard: list[tuple[PendingMessage, Sequence[_Found]]] = []
        for message in waiting:
            found = await self._complete(work, message, same)
            usable = [it for it in found if isinstance(it, Attachment) and not it.problem]
            has_more = has_more or bool(message.text or usable)
            if any(isinstance(it, _Unheard) for it in found):
                unheard.append((message, found))
        for message, found in unheard:
            for it in found:
                if isinstance(it, _Unheard) and (not has_more or (it.failure.may_pass and turn.attempt == 1)):
                    raise it.failure
            given_up = [it.given_up if isinstance(it, _Unheard) else it for it in found]
            await self._finish(work, message, given_up, newest=given_up)

    async def find_again(self, owner: Owner, messages: Iterable[Message], channel: Channel) -> None:
        """Download the pictures of a prompt again that are not here, as on another machine with the same database.

        A picture that is gone for good stays away; the model is told so in its place.
        """
        for key in dict.fromkeys(picture.key for picture in pictures_in(messages)):
            if key in self._gone or self._files.has(key):
                continue
            async with self._database.transaction(single=True) as tx:
                file_id = await stored.file_id(tx, owner, key)
            try:
                content = await channel.download(file_id) if file_id else b""  # which is refused
                await self._put_back(key, content)
            except (FileUnavailable, FileRefused) as error:
                self._gone.add(key)
                log.warning("a picture of the prompt is gone", key=key, error=type(error).__name__)
            else:
                self._files.claim(key)
                log.info("a picture of the prompt was downloaded again", key=key)

    async def _complete(
        self, work: PreparedTurn, message: PendingMessage, same: Mapping[str, Attachment]
    ) -> Sequence[_Found]:
        """Make a message's files ready, and complete it unless a recording can't be transcribed.

        What becomes of them is stored at once, of those ready together in one step.
        """
        limit = asyncio.Semaphore(_AT_ONCE)
        found: dict[UUID, _Found] = {it.id: it for it in message.attachments if it.is_ready}
        under_way = {
            asyncio.create_task(self._ready(work, it, same.get(it.sent.unique_id), limit))
            for it in message.attachments
            if not it.is_ready
        }
        newest: list[Attachment] = []
        try:
            while under_way:
                done, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                failed = [error for task in done if (error := task.exception())]
                results = [task.result() for task in done if task.exception() is None]
                found |= {(it.attachment if isinstance(it, _Unheard) else it).id: it for it in results}
                newest = [it for it in results if isinstance(it, Attachment)]
                if under_way or failed:
                    await self._note(work, newest)
                    self._forget(newest)
                if failed:
                    raise failed[0]
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        in_order = [found[it.id] for it in message.attachments]
        ready = [it for it in in_order if isinstance(it, Attachment)]
        if len(ready) == len(in_order):
            await self._finish(work, message, ready, newest=newest)
        else:
            await self._note(work, newest)
        self._forget(newest)
        return in_order

    async def _note(self, work: PreparedTurn, newest: Sequence[Attachment]) -> None:
        async with self._database.transaction() as tx:
            await _store(tx, work, newest)
        self._noted(work, newest)

    def _noted(self, work: PreparedTurn, newest: Sequence[Attachment]) -> None:
        for it in newest:
            if it.key:
                self._files.claim(it.key)
        if any(it.sent.kind in SOUNDS for it in newest):
            work.channel.wake()

    async def _finish(
        self, work: PreparedTurn, message: PendingMessage, ready: Sequence[Attachment], *, newest: Sequence[Attachment]
    ) -> None:
        """Complete a message, with memories that fit its transcripts, and store what became of its `newest` files.

        Pictures that are too many for the turn are described, and not shown. Raises ModelError.
        """
        if any(it.picture and not it.text for it in ready):
            ready, newest = await self._described(work, ready, newest)
        transcript = _transcript(ready)
        recalls = work.conversation.recalls and transcript
        embedding = await self._embeddings.of(transcript) if recalls else None
        async with self._database.transaction() as tx:
            recalled = NO_TEXT
            if recalls:
                lock_memories(tx, work.conversation)
                recalled = await self._memory.recall(tx, work.conversation, transcript, embedding)
            await _store(tx, work, newest)
            read = [it for it in ready if it.sent.kind is AttachmentKind.DOCUMENT and it.key]
            shown = await documents_shown(tx, read, work.room)
            lines = [
                shown.get(it.id) or attached(it, untrusted=message.untrusted or it.sent.is_untrusted) for it in ready
            ]
            await stored.finish(
                tx,
                work.turn.id,
                message,
                content=joined([own(message.content.rstrip()), *lines]),
                text="\n".join(filter(None, [message.text, transcript])),
                note=joined(filter(None, [own(message.note), recalled])),
                pictures=[it.picture for it in ready if it.picture and not it.text],
            )
        self._noted(work, newest)

    async def _described(
        self, work: PreparedTurn, ready: Sequence[Attachment], newest: Sequence[Attachment]
    ) -> tuple[Sequence[Attachment], Sequence[Attachment]]:
        """Return a message's files with descriptions of the pictures that are too many, and those not stored yet."""
        async with self._database.transaction() as tx:
            shown = await stored.pictures(tx, work.turn.id)
        surplus = _surplus(ready, shown, work.picture_room)
        if not surplus or not self._describer.can_see:
            return ready, newest
        await self._note(work, newest)
        limit = asyncio.Semaphore(_AT_ONCE)
        asked = [self._describe(work, it, picture, limit) for it, picture in surplus]
        found = await asyncio.gather(*asked, return_exceptions=True)
        for it in found:
            if isinstance(it, BaseException):
                raise it
        described = {it.id: it for it in found if isinstance(it, Attachment)}
        return [described.get(it.id, it) for it in ready], ()

    async def _describe(
        self, work: PreparedTurn, attachment: Attachment, picture: Picture, limit: asyncio.Semaphore
    ) -> Attachment:
        """Describe a picture, and store that at once. Raises ModelError."""
        async with limit:
            if not self._describer.can_see:  # found out meanwhile
                return attachment
            try:
                text, usage = await self._describer.described([picture])
            except PicturesRefused:
                return attachment
            described = replace(attachment, text=text, cost=(self._describer.name, usage))
            await self._note(work, [described])
            return described

    def _forget(self, noted: Sequence[Attachment]) -> None:
        ids = [it.id for it in noted]
        self._downloads.forget(ids)
        self._transcriptions.forget(ids)

    async def _ready(
        self, work: PreparedTurn, attachment: Attachment, same: Attachment | None, limit: asyncio.Semaphore
    ) -> _Found:
        async with limit:
            try:
                ready = await self._made(work, attachment, same)
            except (FileUnavailable, FileRefused) as error:
                ready = replace(attachment, problem=error.in_english)
                log.warning("a file can't be used", what=attachment.sent.what, error=type(error).__name__)
            return ready if isinstance(ready, _Unheard) else replace(ready, is_ready=True)

    async def _made(self, work: PreparedTurn, attachment: Attachment, same: Attachment | None) -> _Found:
        """Return what becomes of a file, as of the `same` one before. Raises FileUnavailable or FileRefused."""
        sent, make = attachment.sent, self._makers.get(attachment.sent.kind)
        if make is None:
            raise FileRefused(mark("I can't read files of this kind"))
        self._check(sent.size or 0)
        if same and same.key and self._files.hold(same.key):
            if sent.kind is AttachmentKind.DOCUMENT:
                async with self._database.transaction() as tx:
                    await documents.copy(tx, same.id, attachment.id)
            text = "" if same.picture else same.text  # a picture that was one too many may be shown now
            return replace(attachment, key=same.key, picture=same.picture, text=text)
        content = await asyncio.to_thread(self._files.get, attachment.key) if attachment.key else None
        if content is None:
            content = await self._downloads.of(attachment.id, lambda: work.channel.download(sent.file_id))
            self._check(len(content))
            if sent.kind in SOUNDS:
                attachment = await self._kept(attachment, content)
        if sent.kind not in SOUNDS:
            return await make(attachment, content)
        try:
            return await self._transcriptions.of(attachment.id, lambda: make(attachment, content))
        except NotHeard as failure:
            log.warning("a recording can't be transcribed", error=type(failure.__cause__ or failure).__name__)
            return _Unheard(attachment, failure)

    def _check(self, size: int) -> None:
        """Raise FileRefused for a file that is too large; Telegram doesn't always know its size before."""
        if size > self._most_bytes:
            raise FileRefused(mark("it is larger than I accept (ATTACHMENT_MB)"))

    async def _kept(self, attachment: Attachment, content: bytes) -> Attachment:
        key = await asyncio.to_thread(self._files.put, content)
        kept = replace(attachment, key=key)
        async with self._database.transaction() as tx:
            await stored.note_key(tx, kept)
        self._files.claim(key)
        return kept


class UnderWay(Generic[T]):
    """The work under way by its attachments' ids, until it is stored what came of it."""

    def __init__(self) -> None:
        self._tasks: dict[UUID, asyncio.Task[T]] = {}

    async def of(self, attachment_id: UUID, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the work on a file, which begins if it is not under way. Raises what the work does."""
        task = self._tasks.get(attachment_id)
        if task is None:
            task = self._tasks[attachment_id] = asyncio.create_task(begin())
            task.add_done_callback(lambda task: self._ended(attachment_id, task))
        return await asyncio.shield(task)

    def forget(self, attachment_ids: Iterable[UUID]) -> None:
        """Forget results that are stored."""
        for attachment_id in attachment_ids:
            self._tasks.pop(attachment_id, None)

    def _ended(self, attachment_id: UUID, task: asyncio.Task[T]) -> None:
        """Forget a failure at once, and a result in some time."""
        if task.cancelled() or task.exception():
            self._tasks.pop(attachment_id, None)
        else:
            asyncio.get_running_loop().call_later(_KEPT_SECONDS, self.forget, [attachment_id])
