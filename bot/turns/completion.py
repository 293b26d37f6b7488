"""Completion: messages whose files are ready get their final content."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from bot.kit.errors import PicturesRefused
from bot.kit.files import Files
from bot.kit.prompt_text import NO_TEXT, joined, own
from bot.model.values import Picture
from bot.store.engine import Database, Transaction
from bot.turns.attached_documents import DocumentRoom, documents_shown
from bot.turns.budget import PictureRoom
from bot.turns.channel import Channel
from bot.turns.describer import Describer
from bot.turns.embeddings import Embeddings
from bot.turns.memory import Memory
from bot.turns.message_text import attached
from bot.turns.store import attachments as stored
from bot.turns.store import usages
from bot.turns.store.attachments import PendingMessage
from bot.turns.store.conversations import lock_memories
from bot.turns.store.usages import Request
from bot.turns.values.attachments import SOUNDS, Attachment, AttachmentKind
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import Turn, UsagePurpose

_DESCRIBED_AT_ONCE: Final = 4
"""Pictures of a message that are described at the same time."""


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """A turn whose files are made ready."""

    conversation: Conversation
    turn: Turn
    channel: Channel
    room: DocumentRoom
    picture_room: PictureRoom


class Completion:
    """Stores what became of files, and completes their messages."""

    def __init__(
        self, database: Database, files: Files, embeddings: Embeddings, describer: Describer, memory: Memory
    ) -> None:
        self._database = database
        self._files = files
        self._embeddings = embeddings
        self._describer = describer
        self._memory = memory

    async def note(self, work: PreparedTurn, newest: Sequence[Attachment]) -> None:
        """Store what became of files."""
        async with self._database.transaction() as tx:
            await _note(tx, work, newest)
        self._noted(work, newest)

    def _noted(self, work: PreparedTurn, newest: Sequence[Attachment]) -> None:
        for it in newest:
            if it.key:
                self._files.claim(it.key)
        if any(it.sent.kind in SOUNDS for it in newest):
            work.channel.wake()

    async def finish(
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
            await _note(tx, work, newest)
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
        await self.note(work, newest)
        limit = asyncio.Semaphore(_DESCRIBED_AT_ONCE)
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
                text, usage = await self._describer.described(picture)
            except PicturesRefused:
                return attachment
            described = replace(attachment, text=text, cost=(self._describer.name, usage))
            await self.note(work, [described])
            return described


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
    """Return what the recordings of a message say."""
    return "\n".join(it.text for it in files if it.sent.kind in SOUNDS and it.text and not it.sent.quoted)


async def _note(tx: Transaction, work: PreparedTurn, ready: Sequence[Attachment]) -> None:
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
