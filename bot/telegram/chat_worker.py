"""One worker a chat: it takes all waiting messages into one turn, and the turns one after the other."""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Final
from uuid import UUID

import structlog

from bot.database.engine import Database, Transaction
from bot.database.updates import SentMessages, Updates
from bot.errors import DatabaseUnavailable, KeepsakeError, ModelError
from bot.lifecycle import Lifecycle, Said
from bot.messages import Owner, TurnState
from bot.runner import Runner, TurnUnderWay
from bot.telegram.formatting import Part, utf16_length
from bot.telegram.replies import AnswerId, ChatSender, Reply

CUT_UNITS: Final = 4_000
"""A text of so many UTF-16 units may have been cut by Telegram's app, which sends the rest as the next message."""
CONTINUATION_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = 1.0
_NOT_BEGUN = "Sorry, something went wrong on my side. I kept your message: write again, and I'll try it once more."
_APOLOGY = "Sorry, something went wrong on my side. Your message is kept: send /retry to try again."

log = structlog.get_logger()


@dataclass(slots=True)
class WaitingMessage:
    """A user's message that is not part of a turn yet, and the updates that brought it."""

    message_id: int
    text: str
    sent_at: datetime
    update_ids: list[int]


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn or not, and how many messages that waited behind it."""

    turn: bool
    dropped: int


class Retry(Enum):
    """What came of `/retry`."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnServices:
    """What every chat's worker works with."""

    database: Database
    updates: Updates
    sent: SentMessages
    lifecycle: Lifecycle
    runner: Runner


@dataclass(slots=True)
class _Current:
    """The turn that a worker has in hand, and the Telegram message it ends with.

    It is `settled` once it is stored how it ended, and `delivered` once the chat has been told.
    """

    work: TurnUnderWay
    last_message_id: int
    resumed: bool = False
    running: asyncio.Task[None] | None = None
    stopping: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    delivered: asyncio.Event = field(default_factory=asyncio.Event)


class ChatWorker:
    """Takes the turns of one user's private chat."""

    def __init__(self, services: TurnServices, owner: Owner, sender: ChatSender, chat_id: int) -> None:
        self._services = services
        self._owner = owner
        self._sender = sender
        self._chat_id = chat_id
        self._waiting: deque[WaitingMessage] = deque()
        self._arrived = asyncio.Event()
        self._resuming: deque[UUID] = deque()
        self._current: _Current | None = None
        self._last: TurnUnderWay | None = None  # the turn before, if it was answered: what it read is not read again
        self._gate = asyncio.Lock()  # a turn is begun, or the running one ended, never both at once
        self._held = 0
        self._free = asyncio.Event()
        self._free.set()
        self._task: asyncio.Task[None] | None = None

    def hold(self) -> None:
        """Let the messages that come from now on wait for a command that was sent before them, until `release`."""
        self._held += 1
        self._free.clear()
        self._arrived.set()

    def release(self) -> None:
        """Go on once every command that was held for is done."""
        self._held -= 1
        if not self._held:
            self._free.set()
            self._let_join()

    def notice(self, message: WaitingMessage) -> None:
        """Take a message: into the running turn if nothing of its answer was shown yet, else into the next."""
        self._waiting.append(message)
        self._arrived.set()
        self._let_join()
        self._wake()

    def replace(self, message_id: int, text: str, update_id: int) -> bool:
        """Replace a waiting message's text; False when it waits no longer."""
        for message in self._waiting:
            if message.message_id == message_id:
                message.text = text
                message.update_ids.append(update_id)
                return True
        return False

    def resume(self, turn_id: UUID) -> None:
        """Go on with a turn that is stored as running."""
        self._last = None
        self._resuming.append(turn_id)
        self._wake()

    async def stop(self, update_id: int, message_id: int) -> Stopped:
        """End the running turn and drop what waits, as far as they came before the message that asks for it."""
        async with self._gate:
            turn = bool(self._running_before(message_id) or self._resuming)
            dropped = await self._end_before(message_id)
            async with self._services.database.transaction() as tx:
                await self._services.updates.handled(tx, [update_id, *_update_ids(dropped)])
            self._drop(dropped)
        return Stopped(turn=turn, dropped=len(dropped))

    async def renew(self, update_id: int, message_id: int) -> tuple[Stopped, int]:
        """Stop, and let the next message open a new conversation; return also how many memories are kept."""
        async with self._gate:
            turn = bool(self._running_before(message_id) or self._resuming)
            dropped = await self._end_before(message_id)
            async with self._services.database.transaction() as tx:
                kept = await self._services.lifecycle.renew(tx, self._owner, self._chat_id)
                await self._services.updates.handled(tx, [update_id, *_update_ids(dropped)])
            self._last = None
            self._drop(dropped)
        return Stopped(turn=turn, dropped=len(dropped)), kept

    async def retry(self, update_id: int) -> Retry:
        """Take the chat's last turn again; one whose answer is known is delivered first."""
        if self._current and self._current.settled.is_set():
            await self._current.delivered.wait()
        turn = None
        async with self._gate, self._services.database.transaction() as tx:
            busy = self._current is not None or bool(self._resuming)
            if not busy:
                turn = await self._services.lifecycle.retry(tx, self._owner, self._chat_id)
            await self._services.updates.handled(tx, [update_id])
        if turn:
            self.resume(turn.id)
            return Retry.BEGUN
        return Retry.BUSY if busy else Retry.NOTHING

    async def close(self) -> None:
        """Leave everything as it is, to be resumed."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _end_before(self, message_id: int) -> list[WaitingMessage]:
        """End what runs, and what is to be resumed; return the messages that wait and came before a message."""
        current = self._running_before(message_id)
        if current:
            current.stopping = True
            if current.running:
                current.running.cancel()
            await current.settled.wait()
        while self._resuming:
            async with self._services.database.transaction() as tx:
                work = await self._services.runner.load(tx, self._resuming[0])
                await self._services.lifecycle.stop(tx, work, work.words)
            self._resuming.popleft()
        return [message for message in self._waiting if message.message_id < message_id]

    def _running_before(self, message_id: int) -> _Current | None:
        """Return the turn that runs, if it came before a message and its end is not settled yet."""
        current = self._current
        runs = current is not None and not current.settled.is_set() and current.last_message_id < message_id
        return current if runs else None

    def _drop(self, dropped: list[WaitingMessage]) -> None:
        self._waiting = deque(message for message in self._waiting if message not in dropped)

    def _let_join(self) -> None:
        """Interrupt the running turn if messages that wait are to join it."""
        current = self._current
        if self._joining(current) and current and current.running:
            current.running.cancel()

    def _joining(self, current: _Current | None) -> bool:
        return current is not None and current.work.open and bool(self._waiting) and self._free.is_set()

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Take turns until nothing waits; while the database is away, wait for it."""
        while self._resuming or self._waiting:
            await self._free.wait()
            if not self._resuming:
                await self._continuation()
            try:
                async with self._gate:
                    self._current = await self._next() if self._free.is_set() else None
                if self._current:
                    await self._take(self._current)
            except DatabaseUnavailable:
                log.warning("waiting for the database", chat=self._chat_id)
                if self._current:
                    self._resuming.appendleft(self._current.work.turn.id)
                    self._current.settled.set()
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:  # a bug must not leave the chat without a word
                log.exception("no turn could be begun", chat=self._chat_id)
                self._arrived.clear()
                await self._sender.answer([Part(_NOT_BEGUN)])
                if not self._arrived.is_set():  # else somebody wrote meanwhile, and found this task at work
                    return
            finally:
                current, self._current = self._current, None
                if current:
                    current.settled.set()
                    current.delivered.set()

    async def _next(self) -> _Current | None:
        """Load the turn to be resumed, if it still runs, or begin one with all messages that wait, if any still do."""
        if self._resuming:
            async with self._services.database.transaction() as tx:
                work = await self._services.runner.load(tx, self._resuming[0])
                last, newest = await self._services.updates.message_ids(tx, work.turn.id, self._chat_id)
            self._resuming.popleft()
            self._sender.saw(newest)
            still_runs = work.turn.state is TurnState.RUNNING
            return _Current(work, last, resumed=True) if still_runs else None
        return await self._attach(None) if self._waiting else None

    async def _attach(self, current: _Current | None) -> _Current:
        """Make the waiting messages part of the current turn, or of a new one; they are handled with that."""
        services, taken = self._services, self._waiting
        said = [Said(message.text, message.sent_at) for message in taken]
        self._waiting = deque()
        try:
            async with services.database.transaction() as tx:
                if current:
                    await services.lifecycle.join(tx, current.work.turn, said)
                    work = await services.runner.load(tx, current.work.turn.id)
                else:
                    work = await self._begin(tx, said)
                await services.updates.handled(tx, _update_ids(taken), turn_id=work.turn.id)
        except BaseException:
            self._waiting.extendleft(reversed(taken))
            raise
        last_message_id = taken[-1].message_id
        if current is None:
            return _Current(work, last_message_id)
        current.work, current.last_message_id = work, last_message_id
        return current

    async def _begin(self, tx: Transaction, said: Sequence[Said]) -> TurnUnderWay:
        """Begin a turn: behind the last one as it stands in memory, if it still stands so."""
        services = self._services
        following = await services.lifecycle.follow(tx, self._last, said) if self._last else None
        if following:
            return following
        turn, conversation = await services.lifecycle.begin(tx, self._owner, self._chat_id, said)
        return await services.runner.load_in(tx, turn, conversation)

    async def _continuation(self) -> None:
        """Give a text that Telegram's app may have cut a moment for its rest to arrive."""
        while self._free.is_set() and self._waiting and utf16_length(self._waiting[-1].text) >= CUT_UNITS:
            self._arrived.clear()
            try:
                async with asyncio.timeout(CONTINUATION_SECONDS):
                    await self._arrived.wait()
            except TimeoutError:
                return

    async def _take(self, current: _Current) -> None:
        """Take a turn to its end: answered, stopped or failed."""
        self._last = None
        reply = self._reply(current)
        try:
            await reply.open(resumed=current.resumed)
            current.work.open = current.work.open and not reply.is_shown
            if await self._run(current, reply):
                current.settled.set()
                await reply.finish(current.work.words, current.work.receipts)
                await self._end(current, TurnState.ANSWERED)
                self._last = current.work
                log.info("turn answered", turn=str(current.work.turn.id))
            else:
                await self._stop(current, reply)
        except ModelError as error:
            await self._fail(current, reply, error)
        except KeepsakeError:
            raise
        except Exception:  # a bug must not leave the chat without a word
            log.exception("turn failed", turn=str(current.work.turn.id))
            await self._fail(current, reply, KeepsakeError(_APOLOGY))
        finally:
            await reply.close()

    async def _run(self, current: _Current, reply: Reply) -> bool:
        """Run the turn, again whenever messages join it; False when it was stopped."""
        while not current.stopping:
            while self._joining(current) and not current.stopping:
                await self._continuation()
                if self._joining(current):  # a command may have come meanwhile
                    reply.forget()
                    await self._attach(current)
            if current.stopping:
                break
            current.running = asyncio.create_task(self._services.runner.take(current.work, reply.show))
            try:
                await asyncio.wait({current.running})
            finally:
                current.running.cancel()
                await asyncio.wait({current.running})
            if not current.running.cancelled():
                current.running.result()
                return True
        return False

    async def _stop(self, current: _Current, reply: Reply) -> None:
        """Note what was said up to the stop, and show it."""
        services, words = self._services, reply.text or current.work.words
        async with services.database.transaction() as tx:
            work = await services.runner.load(tx, current.work.turn.id)
            await services.lifecycle.stop(tx, work, words)
        current.settled.set()
        if words or work.receipts:
            await reply.finish(words, work.receipts)

    async def _fail(self, current: _Current, reply: Reply, error: KeepsakeError) -> None:
        await self._end(current, TurnState.FAILED)
        current.settled.set()
        log.warning("turn failed", turn=str(current.work.turn.id), error=type(error).__name__)
        await reply.finish(str(error), current.work.receipts)

    async def _end(self, current: _Current, state: TurnState) -> None:
        async with self._services.database.transaction(single=True) as tx:
            await self._services.lifecycle.end(tx, current.work.turn, state)

    def _reply(self, current: _Current) -> Reply:
        def begin_showing() -> bool:
            if self._joining(current) or (current.work.open and current.stopping):
                return False
            current.work.open = False
            return True

        def quote() -> int | None:
            later = self._sender.newest_message_id > current.last_message_id
            return current.last_message_id if later and current.last_message_id else None

        turn = current.work.turn
        return Reply(
            self._sender,
            self._services.database,
            self._services.sent,
            AnswerId(turn.id, turn.attempt),
            begin_showing=begin_showing,
            quote=quote,
        )


def _update_ids(messages: Iterable[WaitingMessage]) -> list[int]:
    return [update_id for message in messages for update_id in message.update_ids]
