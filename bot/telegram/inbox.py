"""The inbox: an update is in the database before Telegram is told that it arrived."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias, cast

import structlog
from telegram import Update
from telegram.error import InvalidToken, NetworkError, TimedOut
from telegram.ext import ExtBot

from bot.database.engine import Database, Transaction
from bot.database.outbox import Outbox
from bot.database.updates import IncomingUpdate, Updates
from bot.telegram.access import Access, Sender, known_id, private_sender
from bot.telegram.texts import Text
from bot.values import IncomingMessage, UpdateKind

_READ_SECONDS = 10.0
_RETRY_SECONDS = 1.0
_MESSAGES = frozenset({"message", "edited_message"})
UNREADABLE: Final = "Sorry, I couldn't read this message. Please send it again as plain text."

Raw: TypeAlias = dict[str, Any]

log = structlog.get_logger()


class ReceivedUpdate(Update):
    """An update, the JSON it came as, and all that came with it in one batch, itself included.

    One that can't be read has nothing but its id and the kind of the error.
    """

    __slots__ = ("_batch", "_problem", "_raw")

    _raw: Raw
    _problem: str | None
    _batch: tuple["ReceivedUpdate", ...]

    @classmethod
    def read(cls, raw: Raw, bot: "PollingBot") -> "ReceivedUpdate":
        """Read an update from its JSON; never raises for one that has an id."""
        problem = None
        try:
            update = cast("ReceivedUpdate", cls.de_json(raw, bot))
        except Exception as error:  # noqa: BLE001 - whatever is odd in an update must not hold up those behind it
            update, problem = cls(raw["update_id"]), type(error).__name__
        update._raw, update._problem, update._batch = raw, problem, (update,)
        return update

    @classmethod
    def read_all(cls, batch: Sequence[Raw], bot: "PollingBot") -> tuple["ReceivedUpdate", ...]:
        """Read a batch, without what has no id: that can neither be kept nor acknowledged."""
        updates = tuple(cls.read(raw, bot) for raw in batch if _has_id(raw))
        if len(updates) < len(batch):
            log.error("updates without an id are left out", updates=len(batch) - len(updates))
        for update in updates:
            update._batch = updates  # noqa: SLF001 - our own field
        return updates

    @property
    def raw(self) -> Raw:
        """The JSON as it came."""
        return self._raw

    @property
    def problem(self) -> str | None:
        """The kind of error that reading it met."""
        return self._problem

    @property
    def batch(self) -> tuple["ReceivedUpdate", ...]:
        """What came together."""
        return self._batch


class PollingBot(ExtBot[None]):
    """A bot that reads updates one by one, so that one that can't be read does not block the others.

    python-telegram-bot's own raises for the whole batch, logs it, and fetches it again for ever.
    """

    async def get_updates(
        self,
        offset: int | None = None,
        limit: int | None = None,
        timeout: int | timedelta | None = None,  # noqa: ASYNC109 - Telegram's long polling, not ours
        allowed_updates: Sequence[str] | None = None,
        **options: Any,
    ) -> tuple[Update, ...]:
        """Return the updates as `ReceivedUpdate`s (Bot API, getUpdates).

        python-telegram-bot takes a single 401 or 404, as from a server that restarts, for the end of all polling.
        """
        waits = timeout.total_seconds() if isinstance(timeout, timedelta) else float(timeout or 0)
        try:
            batch = await self._post(
                "getUpdates",
                {"offset": offset, "limit": limit, "timeout": timeout, "allowed_updates": allowed_updates},
                **{"read_timeout": waits + _READ_SECONDS, **options},
            )
        except InvalidToken as error:
            raise NetworkError("not signed in") from error  # it was accepted before: polling is to go on
        except TimedOut:
            log.warning("waiting for Telegram", error="TimedOut")  # python-telegram-bot asks again without a word
            raise
        updates = ReceivedUpdate.read_all(batch, self) if isinstance(batch, list) else ()
        if not updates and batch != []:
            raise NetworkError("no updates")  # so that it is not asked again at once
        return updates

    async def delete_webhook(self, *arguments: Any, **options: Any) -> bool:
        """Let updates be fetched (Bot API, deleteWebhook); a 401 or 404 is not the end here either."""
        try:
            return await super().delete_webhook(*arguments, **options)
        except InvalidToken as error:
            raise NetworkError("not signed in") from error


class Inbox(asyncio.Queue[object]):
    """The queue python-telegram-bot puts updates into: each is stored before `put` returns, and stored once.

    python-telegram-bot acknowledges a batch once every update of it was put. The first one put stores them all.

    An allowed sender's update is stored as it came, whatever its kind. A stranger's is never stored, only passed on to
    be refused; one that can't be read is stored without its text unless an allowed sender wrote it. Groups and channels
    are ignored. While the database is away, `put` waits for it, and Telegram keeps what it has not handed over.
    """

    def __init__(
        self,
        database: Database,
        updates: Updates,
        access: Access,
        outbox: Outbox,
        read: Callable[[Update], tuple[UpdateKind, IncomingMessage | None]],
        wake: Callable[[Sender], None],
    ) -> None:
        """Make an empty queue.

        `read` tells what is done about an allowed sender's update; `wake` sends what waits in a sender's chat.
        """
        super().__init__()
        self._read = read
        self._outbox = outbox
        self._wake = wake
        self._database = database
        self._updates = updates
        self._access = access
        self._batch: tuple[ReceivedUpdate, ...] = ()  # what was stored last
        self._new: set[int] = set()  # of that, the ids of those that are new and still to be put

    async def put(self, item: object) -> None:
        """Store an update, and pass it on if anything is to be done about it; what is no update is passed on."""
        if isinstance(item, ReceivedUpdate) and not await self._accepted(item):
            return
        await super().put(item)

    async def take_up(self, waiting: Iterable[Raw], bot: PollingBot) -> None:
        """Pass on what was stored but not handled when the last process ended."""
        updates = [ReceivedUpdate.read(raw, bot) for raw in waiting]
        kept = [*filter(None, map(self._kept, updates))]
        await self._database.retry(lambda tx: self._updates.read_anew(tx, kept), single=False)
        for update in updates:
            await super().put(update)

    async def _accepted(self, update: ReceivedUpdate) -> bool:
        """Store an update, with its batch; tell whether anything is to be done about it now."""
        if update.batch is not self._batch:
            kept: dict[int, IncomingUpdate] = {}
            for incoming in filter(None, map(self._kept, update.batch)):
                kept.setdefault(incoming.update_id, incoming)  # an id may come twice
            unreadable = self._unreadable(update.batch)
            self._new = await self._store(list(kept.values()), unreadable) if kept else set()
            self._batch = update.batch
            self._report(update.batch, unreadable)
        is_new = update.update_id in self._new
        self._new.discard(update.update_id)
        sender = private_sender(update.raw)
        if sender and self._access.allows(sender):
            return is_new and not _problem(update, sender)
        return sender is not None and update.message is not None

    def _unreadable(self, batch: Sequence[ReceivedUpdate]) -> dict[int, Sender]:
        """Return the allowed sender of each message that can't be read, by its update's id; each sender once."""
        found: dict[int, tuple[int, Sender]] = {}
        for update in batch:
            sender = private_sender(update.raw) if update.problem else None
            if sender and self._access.allows(sender) and not _MESSAGES.isdisjoint(update.raw):
                found[sender.chat_id] = update.update_id, sender
        return dict(found.values())

    def _report(self, batch: Sequence[ReceivedUpdate], unreadable: Mapping[int, Sender]) -> None:
        """Log which updates can't be read, and let what their senders are told be sent."""
        for update in batch:
            if update.problem and update.update_id in self._new:
                log.error("an update can't be read", update_id=update.update_id, error=update.problem)
                if update.update_id in unreadable:
                    self._wake(unreadable[update.update_id])

    def _kept(self, update: ReceivedUpdate) -> IncomingUpdate | None:
        """Return what is stored of an update, if anything."""
        sender = private_sender(update.raw)
        if sender and self._access.allows(sender):
            kind, message = self._sort(update)
            return IncomingUpdate(
                update_id=update.update_id,
                chat_id=sender.chat_id,
                message_id=sender.message_id,
                kind=kind,
                message=message,
                payload=update.raw,
                problem=_problem(update, sender),
            )
        return IncomingUpdate(update_id=update.update_id, problem=update.problem) if update.problem else None

    def _sort(self, update: ReceivedUpdate) -> tuple[UpdateKind, IncomingMessage | None]:
        """Return what is done about an update; of one that is odd, its handler finds out."""
        try:
            return self._read(update)
        except Exception:  # noqa: BLE001 - it is logged when it is handled
            return UpdateKind.OTHER, None

    async def _store(self, incoming: Sequence[IncomingUpdate], unreadable: Mapping[int, Sender]) -> set[int]:
        """Store updates, with what the senders of those that can't be read are told; return the ids of the new ones.

        Of what can't be kept, as much is as can be.
        """
        received_at = datetime.now(UTC)

        async def store(tx: Transaction) -> set[int]:
            new = await self._updates.add(tx, incoming, received_at)
            for update_id in new.intersection(unreadable):
                sender = unreadable[update_id]
                await self._outbox.add(tx, sender.chat_id, [Text(UNREADABLE, quoted_id=sender.message_id).columns])
            return new

        try:
            return await self._database.retry(store, single=not unreadable, updates=len(incoming))
        except Exception as error:  # one update that can't be kept must not hold up the others
            problem = type(error).__name__
            log.exception("an update can't be kept as it came", updates=len(incoming))
        if len(incoming) > 1:
            return set().union(*[await self._store([each], unreadable) for each in incoming])
        (each,) = incoming
        sender = private_sender(each.payload or {})
        if sender and each.payload and not each.problem:
            partly = replace(each, chat_id=None, message_id=None, problem=problem)
            await self._store([partly], {each.update_id: sender})
            self._wake(sender)
        elif each.payload:
            await self._store([IncomingUpdate(update_id=each.update_id, problem=problem)], {})
        else:  # then it is not the update
            await asyncio.sleep(_RETRY_SECONDS)
            await self._store(incoming, {})
        return set()


def _has_id(raw: object) -> bool:
    """Tell whether something can be acknowledged: ids are positive (Bot API, Update)."""
    update_id = known_id(raw.get("update_id")) if isinstance(raw, dict) else None
    return update_id is not None and update_id > 0


def _problem(update: ReceivedUpdate, sender: Sender) -> str | None:
    """Return why nothing can be done about an update, if that is so."""
    if update.problem:
        return update.problem
    if not update.message and not update.edited_message and not update.callback_query:
        return "of a kind that is not asked for"
    return None if sender.message_id else "a message without an id"
