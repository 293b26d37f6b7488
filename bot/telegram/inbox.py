"""The inbox: an update is stored before Telegram learns that it arrived."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Self, TypeAlias

import structlog
from telegram import Update
from telegram.ext import ExtBot

from bot.database.engine import Database, Transaction
from bot.database.outbox import Outbox
from bot.database.updates import IncomingUpdate, Updates
from bot.errors import DatabaseUnavailable
from bot.language import mark, speaking_to, t
from bot.telegram.access import Access, Sender, known_id, private_sender
from bot.telegram.texts import Text, columns_of
from bot.values.incoming import IncomingMessage, UpdateKind
from bot.values.text import cleaned

_RETRY_SECONDS: Final = 1.0
_MESSAGES: Final = frozenset({"message", "edited_message"})
UNREADABLE: Final = mark("Sorry, I couldn't read this message. Please send it again as plain text.")

Raw: TypeAlias = dict[str, Any]
Reader: TypeAlias = Callable[[Update], tuple[UpdateKind, IncomingMessage | None]]
"""Returns the kind of an update, and its message if it belongs into the mailbox. Raises an error for an odd one."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedUpdate:
    """An update and its JSON; `event` is None if it can't be read.

    `problem` is the reason why it can't be handled. An update that isn't `new` was received before.
    """

    update_id: int
    raw: Raw
    sender: Sender | None
    event: Update | None
    problem: str | None
    kind: UpdateKind = UpdateKind.OTHER
    message: IncomingMessage | None = None
    new: bool = True

    @classmethod
    def read(cls, raw: Raw, bot: ExtBot[None], sender: Sender | None, reader: Reader) -> Self:
        """Read an update's JSON, and what is in it; never raises if it has an id.

        python-telegram-bot takes values of any type, so that only the reader finds what is odd.
        """
        kind, message = UpdateKind.OTHER, None
        try:
            event, problem = Update.de_json(cleaned(raw), bot), None
            if not (event.message or event.edited_message or event.callback_query or event.message_reaction):
                problem = "of a kind that is not asked for"
            elif sender and not sender.message_id:
                problem = "a message without an id"
            elif sender:
                kind, message = reader(event)
        except Exception as error:  # noqa: BLE001 - an odd update must not block later ones
            event, problem = None, type(error).__name__
        update_id = raw["update_id"]
        return cls(
            update_id=update_id, raw=raw, sender=sender, event=event, problem=problem, kind=kind, message=message
        )


class Inbox(asyncio.Queue[object]):
    """Stores updates when they are fetched, and handles each when python-telegram-bot puts it here.

    An allowed sender's update of any kind is stored unchanged. A stranger's is passed on to be refused, never stored.
    An unreadable one is stored without its text, unless an allowed sender wrote it. Nothing of groups is stored.
    While the database is unavailable, fetching waits, and Telegram keeps the updates.

    `decline` leaves the group that an update is from, if it is from one, and `admit` lets a stranger in. `reader`
    reads a person's update, `handle` handles an update, `language` returns the language of a sender, `wake`
    delivers a chat's waiting messages, and `warn` says there that the disk is full.
    """

    def __init__(
        self,
        database: Database,
        updates: Updates,
        access: Access,
        outbox: Outbox,
        *,
        decline: Callable[[Raw], None],
        admit: Callable[[Raw, Sender], Awaitable[None]],
        reader: Reader,
        handle: Callable[[ReceivedUpdate], None],
        language: Callable[[Sender], str],
        wake: Callable[[Sender], None],
        warn: Callable[[Sender], Awaitable[None]],
    ) -> None:
        super().__init__()
        self._database = database
        self._updates = updates
        self._access = access
        self._outbox = outbox
        self._decline = decline
        self._admit = admit
        self._reader = reader
        self._handle = handle
        self._language = language
        self._wake = wake
        self._warn = warn

    async def put(self, item: object) -> None:
        """Handle an update if it needs handling."""
        if isinstance(item, ReceivedUpdate) and item.new and not item.problem and item.sender:
            self._handle(item)

    async def receive(self, batch: Sequence[Raw], bot: ExtBot[None]) -> list[ReceivedUpdate]:
        """Store a batch, and return its updates; those without an id are left out."""
        known = [raw for raw in batch if id_of(raw) is not None]
        if len(known) < len(batch):
            log.error("updates without an id are left out", updates=len(batch) - len(known))
        updates = [await self._taken(raw, bot) for raw in known]
        first: dict[int, ReceivedUpdate] = {}  # an id may come twice
        for update in updates:
            if self._is_allowed(update) or update.event is None:
                first.setdefault(update.update_id, update)
        incoming = [self._stored(it) for it in first.values()]
        new = await self._store(incoming, self._unreadable(first.values()))
        for update_id in sorted(new):
            if first[update_id].event is None:
                log.error("an update can't be read", update_id=update_id, error=first[update_id].problem)
        return [
            replace(it, new=it.update_id in new and first[it.update_id] is it) if self._is_allowed(it) else it
            for it in updates
        ]

    async def _taken(self, raw: Raw, bot: ExtBot[None]) -> ReceivedUpdate:
        """Return an update, once what it says about who is there is known, and so whose the next ones are.

        One that a bug keeps from being taken counts as unreadable: Telegram would send the same batch for ever.
        """
        sender: Sender | None = None
        try:
            self._decline(raw)
            sender = private_sender(raw)
            update = ReceivedUpdate.read(raw, bot, sender, self._reader)
            if sender and not self._is_allowed(update):
                await self._admit(raw, sender)
        except DatabaseUnavailable:  # Telegram keeps the batch
            raise
        except Exception as error:
            log.exception("an update can't be taken", update_id=raw["update_id"])
            update_id, problem = raw["update_id"], type(error).__name__
            return ReceivedUpdate(update_id=update_id, raw=raw, sender=sender, event=None, problem=problem)
        return update

    async def take_up(self, waiting: Iterable[Raw], bot: ExtBot[None]) -> None:
        """Handle the updates left unfinished by the last process."""
        updates = [ReceivedUpdate.read(raw, bot, private_sender(raw), self._reader) for raw in waiting]
        stored = [self._stored(it) for it in updates]
        await self._database.retry(lambda tx: self._updates.read_anew(tx, stored))
        for update in updates:
            self._handle(update)

    def _is_allowed(self, update: ReceivedUpdate) -> bool:
        return update.sender is not None and self._access.allows(update.sender)

    def _unreadable(self, updates: Iterable[ReceivedUpdate]) -> dict[int, Sender]:
        """Return the allowed senders of unreadable messages by update id, each sender once."""
        found: dict[int, tuple[int, Sender]] = {}
        for update in updates:
            if update.sender and update.event is None and not _MESSAGES.isdisjoint(update.raw):
                found[update.sender.chat_id] = update.update_id, update.sender
        return {update_id: sender for update_id, sender in found.values() if self._access.allows(sender)}

    def _unreadable_notice(self, sender: Sender) -> Text:
        with speaking_to(self._language(sender)):
            return Text(t(UNREADABLE), quoted_id=sender.message_id)

    def _stored(self, update: ReceivedUpdate) -> IncomingUpdate:
        if update.sender is None or not self._is_allowed(update):
            return IncomingUpdate(update_id=update.update_id, problem=update.problem)
        return IncomingUpdate(
            update_id=update.update_id,
            chat_id=update.sender.chat_id,
            topic_id=update.sender.topic_id,
            message_id=update.sender.message_id,
            kind=update.kind,
            message=update.message,
            payload=update.raw,
            problem=update.problem,
        )

    async def _store(self, incoming: Sequence[IncomingUpdate], notified: Mapping[int, Sender]) -> set[int]:
        """Store updates, with notices to the senders of unreadable ones; return the ids of the new ones.

        If an update can't be stored as it is, only its id is.
        """
        received_at = datetime.now(UTC)

        async def store(tx: Transaction) -> set[int]:
            new = await self._updates.add(tx, incoming, received_at)
            for update_id in new.intersection(notified):
                sender = notified[update_id]
                await self._outbox.add(tx, sender.place, columns_of([self._unreadable_notice(sender)]))
            return new

        async def warn() -> None:
            senders = {sender.place: sender for it in incoming if (sender := private_sender(it.payload or {}))}
            for sender in senders.values():
                await self._warn(sender)

        if not incoming:
            return set()
        try:
            new = await self._database.retry(store, single=not notified, on_full_disk=warn, updates=len(incoming))
        except Exception as error:  # an update that can't be stored must not block the others
            log.exception("an update can't be stored as received", updates=len(incoming))
            if len(incoming) > 1:
                return set().union(*[await self._store([each], notified) for each in incoming])
            await self._store_id(incoming[0], type(error).__name__)
            return set()
        for update_id in new.intersection(notified):
            self._wake(notified[update_id])
        return new

    async def _store_id(self, incoming: IncomingUpdate, problem: str) -> None:
        """Store an update's id, and notify its sender if it was to be handled."""
        sender = private_sender(incoming.payload or {})
        if incoming.payload is None:  # the payload isn't the cause
            await asyncio.sleep(_RETRY_SECONDS)
        notified = {incoming.update_id: sender} if sender and not incoming.problem else {}
        await self._store([IncomingUpdate(update_id=incoming.update_id, problem=problem)], notified)


def id_of(raw: object) -> int | None:
    """Return an update's id, or None if it has no valid one; ids are positive (Bot API, Update)."""
    update_id = known_id(raw.get("update_id")) if isinstance(raw, dict) else None
    return update_id if update_id and update_id > 0 else None
