"""Handlers of updates: each goes to its chat's worker or becomes a job. Nothing here blocks: jobs run in tasks."""

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import structlog

from bot.kit.backoff import database_backoff
from bot.kit.errors import DatabaseUnavailable, DiskFull
from bot.kit.language import DEFAULT, known, mark, speaking_to, t
from bot.telegram.access import Access, Sender
from bot.telegram.buttons import NOTHING_TO_PRESS, NoSuchButton
from bot.telegram.chats import Chat, Chats, Job, Work
from bot.telegram.formatting import compose, utf16_length
from bot.telegram.groups import Groups
from bot.telegram.inbox import ReceivedUpdate
from bot.telegram.pairing import pairing_code
from bot.telegram.routes import Route
from bot.turns.dead_letters import RETRY_SECONDS, mark_dead, update_failed
from bot.turns.services import TurnServices
from bot.turns.store.updates import AlreadyAcknowledged
from bot.turns.values.incoming import IncomingMessage, UpdateKind

_DATABASE_AWAY: Final = mark("I can't reach my database right now. I'll do this as soon as I can.")
CUT_UNITS: Final = 4_000
"""UTF-16 units from which a text may have been cut by Telegram's app, which sends the rest as the next message."""
_REST_SECONDS: Final = 1.0
_ALBUM_SECONDS: Final = 0.05
"""Seconds in which the next picture of an album comes: Telegram sends them as messages of their own, at once."""
_MOST_OF_ALBUM: Final = 10
"""Most messages of an album (Bot API, sendMediaGroup)."""

log = structlog.get_logger()


@dataclass(eq=False, slots=True)
class Handlers:
    """Passes each update's message to its chat's worker, or does its job."""

    access: Access
    chats: Chats
    groups: Groups
    services: TurnServices
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def handle(self, update: ReceivedUpdate) -> None:
        """Start to handle an update; a stranger's is refused, and the group is left that one is from."""
        sender = update.sender
        try:
            if sender is None:
                self.groups.decline(update.raw)
            elif self.access.allows(sender):
                self._begin(update, sender)
            else:
                self._refuse(update, sender)
        except Exception as error:  # a bug must not end the polling
            log.exception("an update failed", update_id=update.update_id)
            if sender and self.access.allows(sender):
                chat = self.chats.of(sender)
                self._spawn(self._give_up(update, chat, type(error).__name__), chat)

    async def finish(self) -> None:
        """Start nothing new, and wait until started work has ended and its messages are sent."""
        await _all(chat.worker.finish() for chat in self.chats)
        await _all(self._tasks)
        await _all(chat.channel.settle() for chat in self.chats)

    async def close(self) -> None:
        """Stop at once; the next start resumes."""
        for task in self._tasks:
            task.cancel()
        ends = (end for chat in self.chats for end in (chat.worker.close(), chat.channel.close()))
        await _all([*self._tasks, *ends, self.groups.close()])

    def _begin(self, update: ReceivedUpdate, sender: Sender) -> None:
        chat, event, route = self.chats.of(sender), update.event, update.route
        if self.services.languages.hear(chat.owner, sender.language_code):
            self._spawn(self.services.languages.note(chat.owner), chat)
        if event is None or route is None or sender.message_id is None:
            raise LookupError(update.update_id)
        chat.channel.saw(sender.message_id)
        if route.work is None and route.message:
            chat.worker.hear(more_within=_more_within(chat, route.message))
        elif route.work:
            job = Job(
                chat=chat,
                update_id=update.update_id,
                message_id=sender.message_id,
                press_id=event.callback_query.id if event.callback_query else None,
                words=route.words,
                at=event.message.date if event.message else datetime.now(UTC),
            )
            self._spawn(self._do(job, route, route.work), chat)

    async def _do(self, job: Job, route: Route, work: Work) -> None:
        """Do a job in its lanes, and answer a press with the toast."""
        async with AsyncExitStack() as held:
            for lane in route.lanes:
                await held.enter_async_context(job.chat.locks[lane])
            held.enter_context(self.services.languages.spoken(job.chat.owner))
            toast = await self._done(job, work)
        job.chat.channel.wake()
        job.chat.worker.compact()
        if job.press_id or route.kind in {UpdateKind.TURN_COMMAND, UpdateKind.EDIT}:
            job.chat.worker.look()  # later messages wait for it, or a press has let something be done
        if job.press_id:
            await job.chat.channel.toast(job.press_id, toast or "")

    async def _done(self, job: Job, work: Work) -> str | None:
        """Do a job and return its toast. While the database is away, wait, after one notice to the user."""
        backoff, notified = database_backoff(), False
        while True:
            try:
                return await work(job)
            except AlreadyAcknowledged:  # it was committed although the connection broke
                job.chat.worker.look()
                job.chat.worker.watch_private()
                return None
            except NoSuchButton:
                work = self._refuse_press
            except DatabaseUnavailable as error:
                log.warning("a command waits for the database", update_id=job.update_id)
                if isinstance(error, DiskFull):
                    await job.chat.channel.warn_of_full_disk()
                elif not notified:
                    await job.mention(t(_DATABASE_AWAY))
                notified = True
                await asyncio.sleep(backoff.next())
            except Exception as error:  # a bug must not leave the chat without a word
                log.exception("command failed", update_id=job.update_id)
                if await self._is_given_up(job, type(error).__name__):
                    return None
                await asyncio.sleep(RETRY_SECONDS)

    async def _refuse_press(self, job: Job) -> str:
        """Only acknowledge the press of a button that does nothing."""
        async with self.services.database.transaction() as tx:
            await job.acknowledge(tx)
        return t(NOTHING_TO_PRESS)

    async def _is_given_up(self, job: Job, problem: str) -> bool:
        """Count a failed attempt at a job; return whether its update became a dead letter."""
        chat, update_ids = job.chat, [job.update_id]
        try:
            async with self.services.database.transaction() as tx:
                return await update_failed(tx, chat.updates, chat.channel, update_ids, job.message_id, problem)
        except Exception:  # the update is retried
            log.exception("a failure can't be counted", update_id=job.update_id)
            return False

    async def _give_up(self, update: ReceivedUpdate, chat: Chat, problem: str) -> None:
        """Make an update without a route a dead letter; routing is pure, so a retry wouldn't help."""
        update_ids, message_id = [update.update_id], update.sender.message_id if update.sender else None
        with self.services.languages.spoken(chat.owner):
            await self.services.database.retry(
                lambda tx: mark_dead(tx, chat.updates, chat.channel, update_ids, message_id, problem), single=False
            )
        chat.channel.wake()
        chat.worker.look()

    def _refuse(self, update: ReceivedUpdate, stranger: Sender) -> None:
        """Refuse a stranger."""
        is_message = update.event is not None and update.event.message is not None
        if not is_message or not self.access.refuse(stranger.user_id, datetime.now(UTC)):
            return
        with speaking_to(known(stranger.language_code) or DEFAULT):
            if pairing_code(update.raw):
                sorry = t("This link was already used or has expired. Ask for a new one.")
            elif self.access.user_ids:
                sorry = t("This is a private assistant. Its owner can send you a link that lets you in.")
            else:
                sorry = t("This assistant isn't set up yet. If you host it, open the link shown where you started it.")
        self._spawn(self.chats.channel(stranger.place).mention(compose(sorry)))

    def _spawn(self, work: Coroutine[Any, Any, None], chat: Chat | None = None) -> None:
        task = asyncio.create_task(work)
        for tasks in (self._tasks, *([chat.jobs] if chat else [])):
            tasks.add(task)
            task.add_done_callback(tasks.discard)


async def _all(work: Iterable[Awaitable[None]]) -> None:
    """Wait for all; failures are reported by the work itself."""
    await asyncio.gather(*work, return_exceptions=True)


def _more_within(chat: Chat, said: IncomingMessage) -> float | None:
    """Return the seconds in which more of a message may come, None for one that is complete."""
    if utf16_length(said.text) >= CUT_UNITS:
        return _REST_SECONDS
    if not said.album:
        return None
    if said.album not in chat.album:
        chat.album.clear()
    chat.album[said.album] += 1
    return None if chat.album[said.album] == _MOST_OF_ALBUM else _ALBUM_SECONDS
