"""The inbox: an update is stored before Telegram learns that it arrived."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import structlog
from telegram import Update
from telegram.ext import ExtBot

from bot.kit.errors import DatabaseUnavailable
from bot.kit.language import mark, speaking_to, t
from bot.kit.text import cleaned
from bot.store.engine import Transaction
from bot.telegram.access import Access, Sender, known_id, private_sender
from bot.telegram.chats import Chats
from bot.telegram.pairing import Pairing
from bot.telegram.routes import Route, Router
from bot.telegram.texts import Text
from bot.turns.services import TurnServices
from bot.turns.store.updates import IncomingUpdate
from bot.turns.values.incoming import UpdateKind

_RETRY_SECONDS: Final = 1.0
_MESSAGES: Final = frozenset({"message", "edited_message"})
UNREADABLE: Final = mark("Sorry, I couldn't read this message. Please send it again as plain text.")

Raw: TypeAlias = dict[str, Any]

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedUpdate:
    """An update, its JSON, and its route; `event` is None if it can't be read.

    `problem` is the reason why it can't be handled. One that isn't `new` needs no handling: it was received before, or
    has a problem. The route is that of a person's update.
    """

    update_id: int
    raw: Raw
    sender: Sender | None = None
    event: Update | None = None
    route: Route | None = None
    problem: str | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Inbox:
    """Stores updates when they are fetched.

    An allowed sender's update of any kind is stored unchanged. A stranger's is passed on to be refused, never stored;
    one with a valid link is let in first. An unreadable update is stored without its text, unless an allowed sender
    wrote it. Nothing of groups is stored. While the database is unavailable, fetching waits, and Telegram keeps the
    updates.
    """

    bot: ExtBot[None]
    services: TurnServices
    access: Access
    pairing: Pairing
    router: Router
    chats: Chats

    async def receive(self, batch: Sequence[Raw]) -> list[ReceivedUpdate]:
        """Store a batch, and return its updates; those without an id are left out."""
        known = [raw for raw in batch if id_of(raw) is not None]
        if len(known) < len(batch):
            log.error("updates without an id are left out", updates=len(batch) - len(known))
        updates = [await self._taken(raw) for raw in known]
        first: dict[int, ReceivedUpdate] = {}  # an id may come twice
        for update in updates:
            if self._is_allowed(update) or update.event is None:
                first.setdefault(update.update_id, update)
        new = await self._store(list(first.values()), self._unreadable(first.values()))
        for update_id in sorted(new):
            if first[update_id].event is None:
                log.error("an update can't be read", update_id=update_id, error=first[update_id].problem)
        stored = [update for update_id, update in first.items() if update_id in new]
        return [replace(it, new=self._is_to_handle(it, stored)) for it in updates]

    async def take_up(self, waiting: Iterable[Raw]) -> list[ReceivedUpdate]:
        """Return the updates left unfinished by the last process, as this release reads them."""
        updates = [self._read(raw) for raw in waiting]
        stored = [self._stored(it) for it in updates]
        await self.services.database.retry(lambda tx: self.services.updates.read_anew(tx, stored))
        return updates

    async def _taken(self, raw: Raw) -> ReceivedUpdate:
        """Return an update, once it has let its sender in if it may, and so whose the next ones are.

        One that a bug keeps from being taken counts as unreadable: Telegram would send the same batch for ever.
        """
        update = self._read(raw)
        if update.sender is None or self._is_allowed(update):
            return update
        try:
            await self.pairing.admit(raw, update.sender)
        except DatabaseUnavailable:  # Telegram keeps the batch
            raise
        except Exception as error:
            log.exception("an update can't be taken", update_id=update.update_id)
            return replace(update, event=None, problem=type(error).__name__)
        return update

    def _read(self, raw: Raw) -> ReceivedUpdate:
        """Read an update's JSON, and find its route; never raises if it has an id.

        python-telegram-bot takes values of any type, so that only the router finds what is odd.
        """
        sender, route = None, None
        try:
            sender = private_sender(raw)
            event, problem = Update.de_json(cleaned(raw), self.bot), None
            if not (event.message or event.edited_message or event.callback_query or event.message_reaction):
                problem = "of a kind that is not asked for"
            elif sender and not sender.message_id:
                problem = "a message without an id"
            elif sender:
                route = self.router.route(event)
        except Exception as error:  # noqa: BLE001 - an odd update must not block later ones
            event, problem = None, type(error).__name__
        return ReceivedUpdate(
            update_id=raw["update_id"], raw=raw, sender=sender, event=event, route=route, problem=problem
        )

    def _is_allowed(self, update: ReceivedUpdate) -> bool:
        return update.sender is not None and self.access.allows(update.sender)

    def _is_to_handle(self, update: ReceivedUpdate, stored: Sequence[ReceivedUpdate]) -> bool:
        if update.sender is None:  # a group is left in any case
            return True
        is_new = any(it is update for it in stored) or not self._is_allowed(update)
        return is_new and not update.problem

    def _unreadable(self, updates: Iterable[ReceivedUpdate]) -> dict[int, Sender]:
        """Return the allowed senders of unreadable messages by update id, each sender once."""
        found: dict[int, tuple[int, Sender]] = {}
        for update in updates:
            if update.sender and update.event is None and not _MESSAGES.isdisjoint(update.raw):
                found[update.sender.chat_id] = update.update_id, update.sender
        return {update_id: sender for update_id, sender in found.values() if self.access.allows(sender)}

    async def _report(self, tx: Transaction, sender: Sender) -> None:
        """Put the notice of an unreadable message into the outbox, in the caller's transaction."""
        channel = self.chats.of(sender).channel
        with speaking_to(channel.language()):
            notice = Text(t(UNREADABLE), quoted_id=sender.message_id)
        await channel.say(tx, [notice])

    def _stored(self, update: ReceivedUpdate) -> IncomingUpdate:
        if update.sender is None or not self._is_allowed(update):
            return IncomingUpdate(update_id=update.update_id, problem=update.problem)
        return IncomingUpdate(
            update_id=update.update_id,
            chat_id=update.sender.chat_id,
            topic_id=update.sender.topic_id,
            message_id=update.sender.message_id,
            kind=update.route.kind if update.route else UpdateKind.OTHER,
            message=update.route.message if update.route else None,
            payload=update.raw,
            problem=update.problem,
        )

    async def _store(self, updates: Sequence[ReceivedUpdate], notified: Mapping[int, Sender]) -> set[int]:
        """Store updates, with notices to the senders of unreadable ones; return the ids of the new ones.

        If an update can't be stored as it is, only its id is.
        """
        received_at, incoming = datetime.now(UTC), [self._stored(it) for it in updates]

        async def store(tx: Transaction) -> set[int]:
            new = await self.services.updates.add(tx, incoming, received_at)
            for update_id in new.intersection(notified):
                await self._report(tx, notified[update_id])
            return new

        async def warn() -> None:
            for sender in {it.sender.place: it.sender for it in updates if it.sender and self._is_allowed(it)}.values():
                await self.chats.of(sender).channel.warn_of_full_disk()

        if not updates:
            return set()
        try:
            new = await self.services.database.retry(
                store, single=not notified, on_full_disk=warn, updates=len(updates)
            )
        except Exception as error:  # an update that can't be stored must not block the others
            log.exception("an update can't be stored as received", updates=len(updates))
            if len(updates) > 1:
                return set().union(*[await self._store([each], notified) for each in updates])
            await self._store_id(updates[0], type(error).__name__)
            return set()
        for update_id in new.intersection(notified):
            self.chats.of(notified[update_id]).channel.wake()
        return new

    async def _store_id(self, update: ReceivedUpdate, problem: str) -> None:
        """Store an update's id, and notify its sender if it was to be handled."""
        if not self._is_allowed(update):  # nothing of it is the cause
            await asyncio.sleep(_RETRY_SECONDS)
        notified = {update.update_id: update.sender} if update.sender and not update.problem else {}
        await self._store([replace(update, sender=None, problem=problem)], notified)


def id_of(raw: object) -> int | None:
    """Return an update's id, or None if it has no valid one; ids are positive (Bot API, Update)."""
    update_id = known_id(raw.get("update_id")) if isinstance(raw, dict) else None
    return update_id if update_id and update_id > 0 else None
