"""Chats shared by copies of a bot: each is worked on by the copy that has its lock, and taken over when that is gone.

An update is stored by the copy to which Telegram posts it, and handled by the one that works on its chat.
"""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import structlog

from bot.chat.services import TurnServices
from bot.database import copies, unfinished
from bot.database.copies import LAG_SECONDS, ChatLocks, Notice, Subject
from bot.errors import DatabaseUnavailable
from bot.telegram.access import Access
from bot.telegram.chats import Chats
from bot.telegram.checklist import Checklist
from bot.telegram.handlers import Handlers
from bot.telegram.inbox import ReceivedUpdate
from bot.telegram.polling_bot import PollingBot
from bot.telegram.resumption import Resumption
from bot.values.owner import Owner

_LOOK_SECONDS: Final = 1.0
"""How often a copy looks for chats that nobody works on, and for the lead."""
_SETTLED: Final = timedelta(seconds=2)
"""Age of work that would have been begun if any copy worked on its chat."""
_GRACE_SECONDS: Final = 2 * LAG_SECONDS
"""Seconds before work is continued that another copy has begun, which may not know yet that it has lost the chat."""

log = structlog.get_logger()


class SharedChats:
    """The part of a bot's chats that this copy works on. No two copies work on one chat."""

    def __init__(
        self,
        locks: ChatLocks,
        bot: PollingBot,
        services: TurnServices,
        access: Access,
        chats: Chats,
        handlers: Handlers,
        checklist: Checklist,
    ) -> None:
        self._locks = locks
        self._bot = bot
        self._services = services
        self._database = services.database
        self._access = access
        self._chats = chats
        self._handlers = handlers
        self._checklist = checklist
        self._changing = defaultdict[int, asyncio.Lock](asyncio.Lock)
        self._due: set[int] = set()  # chats that are about to be looked at
        self._begun: dict[int, set[int]] = {}  # each chat's waiting updates that are being handled here
        self._new_at: dict[int, float] = {}  # by the event loop's clock
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def here(self) -> Sequence[int]:
        """The chats that are worked on here."""
        return sorted(self._locks.working)

    def handle(self, update: ReceivedUpdate, resumption: Resumption) -> None:
        """Have a stored update handled by the copy that works on its chat, and another one at once."""
        sender = update.sender
        if sender is None or update.is_inline or not self._access.allows(sender):
            self._handlers.handle(update)
        elif sender.chat_id not in self._due:
            self._due.add(sender.chat_id)
            self._spawn(self._look(sender.chat_id, resumption))

    def led(self, work: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
        """Return what does some work once this copy has the lead, as only one does it."""
        return self._locks.led(work)

    async def run(self, resumption: Resumption) -> None:
        """Take over what nobody works on, and listen to all copies, until cancelled."""
        looking = asyncio.create_task(self._look_around(resumption))
        try:
            while True:
                self._hear(await self._locks.notices.get(), resumption)
        finally:
            for task in (looking, *self._tasks):
                task.cancel()
            await asyncio.gather(looking, *self._tasks, return_exceptions=True)

    def _hear(self, notice: Notice, resumption: Resumption) -> None:
        """Take a notice; what is kept in memory and was changed by another copy is read again."""
        owner = Owner(self._bot.id, notice.chat_id)
        match notice.subject:
            case Subject.CHAT:
                self._spawn(self._look_at_all(notice, resumption))
            case Subject.PREFERENCES:
                self._spawn(self._services.preferences.reload(owner))
            case Subject.LANGUAGE:
                self._spawn(self._services.languages.reload(owner))
            case Subject.PEOPLE:
                self._spawn(self._services.people.load())
            case Subject.REMINDERS:
                self._database.reminders_changed.set()

    async def _look(self, chat_id: int, resumption: Resumption) -> None:
        """Handle a chat's new updates if it is, or can be, worked on here; else tell whoever works on it."""
        async with self._changing[chat_id]:
            self._due.discard(chat_id)
            if await self._is_here(chat_id, resumption):
                await self._begin_new(chat_id)
            else:
                await self._tell(chat_id)

    async def _look_at_all(self, notice: Notice, resumption: Resumption) -> None:
        """As `_look`, with what other processes want to be sent and done in the chat."""
        chat_id = notice.chat_id
        async with self._changing[chat_id]:
            if await self._is_here(chat_id, resumption):
                await self._begin_new(chat_id)
                await resumption.send_what_waits([chat_id])
                await resumption.take_posts([chat_id])
            elif notice.is_own:
                await self._tell(chat_id)

    async def _tell(self, chat_id: int) -> None:
        await self._database.retry(lambda tx: copies.tell(tx, self._bot.id, Subject.CHAT, chat_id))

    async def _is_here(self, chat_id: int, resumption: Resumption) -> bool:
        """Tell whether a chat is worked on here; it is taken over if no copy works on it."""
        self._new_at[chat_id] = asyncio.get_running_loop().time()
        if chat_id in self._locks.working:
            return True
        if chat_id not in self._services.people or not await self._locks.take([chat_id]):
            return False
        await self._take_over(chat_id, resumption)
        return True

    async def _take_over(self, chat_id: int, resumption: Resumption) -> None:
        """Begin to work on a chat whose lock this copy has, and continue what another copy has left."""
        owner, by = Owner(self._bot.id, chat_id), datetime.now(UTC) - _SETTLED
        await self._services.preferences.reload(owner)
        await self._services.languages.reload(owner)
        self._services.speaking.forget(owner)
        self._checklist.forget(owner)
        if await self._database.retry(lambda tx: unfinished.is_left(tx, self._bot.id, chat_id, by=by)):
            log.info("taking a chat over", chat=chat_id)
            await asyncio.sleep(_GRACE_SECONDS)
        self._locks.working.add(chat_id)
        await resumption.take_up(after_death=True, chat_ids=[chat_id], by=by)

    async def _begin_new(self, chat_id: int) -> None:
        """Handle a chat's waiting updates that are not being handled, in the order in which they came."""
        begun = self._begun.get(chat_id, set())
        waiting, new = await self._database.retry(lambda tx: self._services.updates.new(tx, chat_id, begun))
        self._begun[chat_id] = waiting
        for raw in new:
            self._handlers.handle(ReceivedUpdate.read(raw, self._bot, self._access.sender_of_stored(raw)))

    async def _look_around(self, resumption: Resumption) -> None:
        """Take what nobody works on, and the lead, and let go what is idle, until cancelled."""
        while True:
            try:
                await self._locks.try_to_lead()
                await self._take_what_is_left(resumption)
                for chat_id in self.here:
                    await self._let_go_if_idle(chat_id)
            except DatabaseUnavailable:
                log.warning("waiting for the database")
            except Exception:  # a bug here must not stop the bot
                log.exception("chats can't be shared")
            await asyncio.sleep(_LOOK_SECONDS)

    async def _take_what_is_left(self, resumption: Resumption) -> None:
        by, here = datetime.now(UTC) - _SETTLED, self._locks.working
        async with self._database.transaction(single=True) as tx:
            left = await unfinished.chats(tx, self._bot.id, by=by, but=here)
        for chat_id in await self._locks.take(left.intersection(self._services.people)):
            if not self._changing[chat_id].locked():
                self._spawn(self._look_left(chat_id, resumption))

    async def _look_left(self, chat_id: int, resumption: Resumption) -> None:
        async with self._changing[chat_id]:
            await self._is_here(chat_id, resumption)

    async def _let_go_if_idle(self, chat_id: int) -> None:
        """Let a chat go if there was nothing to do for a while, or if its user may not use the bot any more."""
        idle_for = asyncio.get_running_loop().time() - self._new_at.get(chat_id, 0.0)
        is_idle = idle_for >= self._locks.idle_seconds and self._chats.is_idle(chat_id)
        if self._changing[chat_id].locked() or (chat_id in self._services.people and not is_idle):
            return
        async with self._changing[chat_id]:
            await self._chats.close(chat_id)
            self._begun.pop(chat_id, None)
            self._new_at.pop(chat_id, None)
            await self._locks.let_go(chat_id)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """Do some work, and log its failure: a bug must not stop the bot."""
    try:
        await work
    except DatabaseUnavailable:
        log.warning("waiting for the database")
    except Exception:
        log.exception("a chat can't be shared")
