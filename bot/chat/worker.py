"""One worker a chat: it takes all waiting messages into one turn, and the turns one after the other."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.chat.channel import Channel, Reply
from bot.chat.dead_letters import fails_for_good
from bot.chat.private_chat import PrivateChat
from bot.chat.runner import TurnUnderWay
from bot.chat.services import TurnServices
from bot.chat.tidying import Tidying
from bot.chat.turn_ends import CurrentTurn, TurnEnds
from bot.chat.turns import Said
from bot.database import proposals
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.outbox import AnswerId
from bot.errors import DatabaseUnavailable, KeepsakeError, MessageTooLong, ModelError
from bot.values import Attribution, ConversationMode, Owner, Turn, TurnState

CONTINUATION_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = 1.0
_APOLOGY = "Sorry, something went wrong on my side. Your message is kept: send /retry to try again."

log = structlog.get_logger()


@dataclass(slots=True)
class WaitingMessage:
    """A user's message that is not part of a turn yet, what of it others said, and the updates that brought it.

    One that `may_continue` was perhaps cut by the user's app, which sends the rest as the next message.
    """

    message_id: int
    text: str
    attribution: Attribution
    sent_at: datetime
    update_ids: list[int]
    may_continue: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn or not, and how many messages that waited behind it."""

    turn: bool
    dropped: int


Settle: TypeAlias = Callable[[Transaction, Stopped], Awaitable[None]]
"""What else is done in the transaction that stops something."""


class Retry(Enum):
    """What came of `/retry`, or of Continue."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


class ChatWorker:
    """Takes the turns of one user's private chat."""

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self.newest_message_id = 0  # the newest one that was noticed, or that a resumed turn ends with
        self._waiting: deque[WaitingMessage] = deque()
        self._arrived = asyncio.Event()
        self._resuming: deque[UUID] = deque()
        self._current: CurrentTurn | None = None
        self._last: TurnUnderWay | None = None  # the turn before, if it was answered: what it read is not read again
        self._gate = asyncio.Lock()  # a turn is begun, or the running one ended, never both at once
        self._held = 0
        self._free = asyncio.Event()
        self._free.set()
        self._in_doubt = False  # whether what was done last may be stored, though nobody said so
        self._one_by_one = False  # whether one of the messages that wait keeps the others from becoming a turn
        self._hopeless: set[UUID] = set()  # turns that can't be taken
        self._ending = False
        self._task: asyncio.Task[None] | None = None
        self._ends = TurnEnds(services, owner, channel)
        self._tidying = Tidying(services.compaction, owner, channel)
        self._private = PrivateChat(
            services, owner, channel, gate=self._gate, busy=lambda: self._running_task, ended=self._leave
        )

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
        self.newest_message_id = max(self.newest_message_id, message.message_id)
        self._waiting.append(message)
        self._arrived.set()
        self._let_join()
        self._wake()

    def replace(self, edited: WaitingMessage) -> bool:
        """Replace a waiting message by its edit; False when it waits no longer."""
        for message in self._waiting:
            if message.message_id == edited.message_id:
                message.text, message.attribution = edited.text, edited.attribution
                message.may_continue = edited.may_continue
                message.update_ids += edited.update_ids
                return True
        return False

    def resume(self, turn_id: UUID) -> None:
        """Go on with a turn that is stored as running."""
        self._last = None
        self._resuming.append(turn_id)
        self._wake()

    def look_again(self) -> None:
        """Compare what waits and what runs with the database: something may have been stored that nobody knows of."""
        self._in_doubt = True
        self._wake()
        self.watch_private()

    def watch_private(self) -> None:
        """See to it that the chat's private conversation, if it has one, ends when it is left idle."""
        if not self._ending:
            self._private.watch()

    def tidy_up(self) -> None:
        """Have a summary made that the chat's prompt lacks, as after a deletion; nobody waits for it."""
        if not self._ending:
            self._tidying.look()

    async def stop(self, message_id: int, settle: Settle) -> None:
        """End the running turn and drop what waits, as far as they came before the message that asks for it."""
        async with self._gate:
            if self._in_doubt and not self._current:
                await self._compare()
            turn = bool(self._running_before(message_id) or self._resuming)
            dropped = await self._end_before(message_id)
            async with self._services.database.transaction() as tx:
                await self._services.updates.handled(tx, _update_ids(dropped))
                await settle(tx, Stopped(turn=turn, dropped=len(dropped)))
            self._drop(dropped)

    async def renew(self, message_id: int, settle: Settle) -> None:
        """Stop, and do what makes the chat's conversation another one in the same transaction."""

        async def renewed(tx: Transaction, stopped: Stopped) -> None:
            await self._channel.withdraw_continue(tx, self._owner)
            await settle(tx, stopped)

        self._leave()
        await self._tidying.close()  # first, so that nothing is written of a conversation that is erased
        try:
            await self.stop(message_id, renewed)
        finally:
            self._leave()
            self._services.ended.set()

    async def retry(self, settle: Callable[[Transaction, Retry], Awaitable[None]]) -> Retry:
        """Take the chat's last turn again, unless one runs."""
        return await self._begin_unless_busy(
            lambda tx: self._services.turn_lifecycle.retry(tx, self._owner, self._channel.chat_id), settle
        )

    async def continue_answer(self, turn_id: UUID, settle: Callable[[Transaction, Retry], Awaitable[None]]) -> Retry:
        """Let the model continue the answer of the chat's last turn, if it was cut, unless one runs."""
        return await self._begin_unless_busy(
            lambda tx: self._services.turn_lifecycle.continue_answer(
                tx, self._owner, self._channel.chat_id, turn_id, datetime.now(UTC)
            ),
            settle,
        )

    async def _begin_unless_busy(
        self,
        begin: Callable[[Transaction], Awaitable[Turn | None]],
        settle: Callable[[Transaction, Retry], Awaitable[None]],
    ) -> Retry:
        """Take the turn that is begun, if one is; what else is done is done in the same transaction."""
        async with self._gate:
            if self._in_doubt and not self._current:
                await self._compare()
            busy = bool(self._current and not self._current.settled.is_set()) or bool(self._resuming)
            async with self._services.database.transaction() as tx:
                turn = None
                if not busy:
                    await self._channel.withdraw_continue(tx, self._owner)
                    turn = await begin(tx)
                came = Retry.BUSY if busy else Retry.BEGUN if turn else Retry.NOTHING
                await settle(tx, came)
        if turn:
            self.resume(turn.id)
        return came

    async def finish(self) -> None:
        """Begin no further turn, and wait until the running one has ended."""
        self._ending = True
        await self._private.close()
        self._tidying.give_up()
        if self._task:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Leave everything as it is, to be resumed."""
        self._ending = True
        tasks = [self._task] if self._task else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, self._tidying.close(), self._private.close(), return_exceptions=True)

    async def _end_before(self, message_id: int) -> list[WaitingMessage]:
        """End what runs, and what is to be resumed; return the messages that wait and came before a message."""
        current = self._running_before(message_id)
        if current:
            current.stopping = True
            _interrupt(current)
            await current.settled.wait()
        if self._in_doubt:
            await self._compare()
        while self._resuming:
            await self._ends.stopped_before_it_was_resumed(self._resuming[0])
            self._resuming.popleft()
        return [message for message in self._waiting if message.message_id < message_id]

    def _running_before(self, message_id: int) -> CurrentTurn | None:
        """Return the turn that runs, if it came before a message and its end is not settled yet."""
        current = self._current
        runs = current is not None and not current.settled.is_set() and current.last_message_id < message_id
        return current if runs else None

    def _drop(self, dropped: Sequence[WaitingMessage]) -> None:
        ids = {message.update_ids[0] for message in dropped}
        self._waiting = deque(message for message in self._waiting if message.update_ids[0] not in ids)

    def _let_join(self) -> None:
        """Interrupt the running turn if messages that wait are to join it."""
        current = self._current
        if self._joining(current) and current:
            _interrupt(current)

    def _joining(self, current: CurrentTurn | None) -> bool:
        return current is not None and current.work.open and bool(self._waiting) and self._free.is_set()

    @property
    def _running_task(self) -> asyncio.Task[None] | None:
        return self._task if self._task and not self._task.done() else None

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go())

    async def _go(self) -> None:
        with self._services.right_of_way.taken():
            await self._work()

    async def _work(self) -> None:
        """Take turns until nothing waits; while the database is away, wait for it."""
        while (self._in_doubt or self._resuming or self._waiting) and not self._ending:
            await self._free.wait()
            if not self._resuming:
                await self._continuation()
            try:
                async with self._services.preparing, self._gate:
                    if self._in_doubt:
                        await self._compare()
                    may_begin = self._free.is_set() and not self._ending
                    self._current = await self._next() if may_begin else None
                if self._current:
                    await self._take(self._current)
                elif self._one_by_one:
                    await asyncio.sleep(_RETRY_SECONDS)
            except DatabaseUnavailable:
                log.warning("waiting for the database", chat=self._channel.chat_id)
                self._in_doubt = True
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:  # a bug must not end the chat
                log.exception("a turn can't be taken", chat=self._channel.chat_id)
                self._hopeless |= {self._current.work.turn.id} if self._current else set(self._resuming)
                self._in_doubt = True
                await asyncio.sleep(_RETRY_SECONDS)
            finally:
                current, self._current = self._current, None
                if current:
                    current.settled.set()

    async def _compare(self) -> None:
        """Take from the database which turn runs, which messages wait no longer, and what is to be sent."""
        services = self._services
        async with services.database.transaction() as tx:
            running = await stored_turns.running_in(tx, self._owner, self._channel.chat_id)
            for turn_id in self._hopeless.intersection(running):
                await stored_turns.end(tx, turn_id, TurnState.FAILED)
                offers = await proposals.offer(tx, self._owner, turn_id)
                await self._channel.post(tx, _APOLOGY, offers=offers)
            handled = await services.updates.handled_among(tx, _update_ids(self._waiting))
        in_hand = {self._current.work.turn.id} if self._current else set()
        self._drop([message for message in self._waiting if handled.issuperset(message.update_ids[:1])])
        self._resuming = deque(turn_id for turn_id in running if turn_id not in self._hopeless | in_hand)
        self._last = None
        self._in_doubt = False
        self._hopeless.clear()
        self._channel.wake()

    async def _next(self) -> CurrentTurn | None:
        """Load the turn to be resumed, if it still runs, or begin one with all messages that wait, if any still do."""
        if self._resuming:
            async with self._services.database.transaction() as tx:
                work = await self._services.runner.load(tx, self._resuming[0])
                last, newest = await self._services.updates.message_ids(tx, work.turn.id, self._channel.chat_id)
            self._resuming.popleft()
            self._channel.saw(newest)
            self.newest_message_id = max(self.newest_message_id, last)
            still_runs = work.turn.state is TurnState.RUNNING
            return CurrentTurn(work, last, resumed=True) if still_runs else None
        return await self._attach(None) if self._waiting else None

    async def _attach(self, current: CurrentTurn | None) -> CurrentTurn | None:
        """Make the waiting messages part of the current turn, or of a new one, and return it.

        None if something about them keeps them from that: then they wait to be tried once more, one by one, and what
        fails alone again and again is set aside.
        """
        taken = [self._waiting.popleft() for _ in range(1 if self._one_by_one else len(self._waiting))]
        try:
            attached = await self._attached(current, taken)
        except Exception as error:  # a bug must neither hold up the chat nor leave it without a word
            self._waiting.extendleft(reversed(taken))
            if isinstance(error, KeepsakeError):
                raise
            log.exception("messages can't be taken", chat=self._channel.chat_id, messages=len(taken))
            await self._tried(taken, type(error).__name__)
            return None
        self._one_by_one = False
        return attached

    async def _attached(self, current: CurrentTurn | None, taken: Sequence[WaitingMessage]) -> CurrentTurn:
        """Make messages part of a turn; they are handled with that."""
        services = self._services
        said = await self._understood(taken)
        async with services.database.transaction() as tx:
            if current:
                await services.turn_lifecycle.join(tx, current.work.turn, said)
                work = await services.runner.load(tx, current.work.turn.id)
            else:
                work = await self._begin(tx, said)
            await services.updates.handled(tx, _update_ids(taken), turn_id=work.turn.id)
        if work.conversation.mode is ConversationMode.PRIVATE:
            self.watch_private()
        if current is None:
            return CurrentTurn(work, taken[-1].message_id)
        current.work, current.last_message_id = work, taken[-1].message_id
        return current

    async def _understood(self, taken: Sequence[WaitingMessage]) -> list[Said]:
        """Return what was said, and what it means where memories may have to be recalled for it."""
        may_recall = self._last is None or self._last.conversation.recalls
        meanings = await self._services.meanings.of_all([it.text if may_recall else "" for it in taken])
        return [Said(it.text, it.sent_at, meaning, it.attribution) for it, meaning in zip(taken, meanings, strict=True)]

    async def _tried(self, taken: Sequence[WaitingMessage], problem: str) -> None:
        """Count that a message failed; when it is known which one it was, and enough is enough, set it aside."""
        self._one_by_one = True
        if len(taken) == 1:
            (message,) = taken
            services, ids = self._services, message.update_ids
            async with services.database.transaction() as tx:
                is_set_aside = await fails_for_good(
                    tx, services.updates, self._channel, ids, message.message_id, problem
                )
            if is_set_aside:
                self._drop(taken)
                self._one_by_one = False
                self._channel.wake()

    async def _begin(self, tx: Transaction, said: Sequence[Said]) -> TurnUnderWay:
        """Begin a turn: behind the last one as it stands in memory, if it still stands so."""
        services = self._services
        if self._last is None or self._last.is_cut:
            await self._channel.withdraw_continue(tx, self._owner)
        following = await services.turn_lifecycle.follow(tx, self._last, said) if self._last else None
        if following:
            return following
        await self._private.prepare(tx, said[0].at)
        turn, conversation = await services.turn_lifecycle.begin(tx, self._owner, self._channel.chat_id, said)
        return await services.runner.load_in(tx, turn, conversation)

    async def _continuation(self) -> None:
        """Give a text that the user's app may have cut a moment for its rest to arrive."""
        while self._free.is_set() and self._waiting and self._waiting[-1].may_continue:
            self._arrived.clear()
            try:
                async with asyncio.timeout(CONTINUATION_SECONDS):
                    await self._arrived.wait()
            except TimeoutError:
                return

    async def _take(self, current: CurrentTurn) -> None:
        """Take a turn to its end: answered, stopped or failed."""
        self._last = None
        reply = self._reply(current)
        try:
            await reply.open(resumed=current.resumed)
            current.work.open = current.work.open and not reply.is_shown
            if await self._run(current, reply):
                await self._ends.answered(current, reply)
                self._last = current.work
                if not self._ending:
                    self._tidying.tidy(current.work.prompt)
            else:
                await self._ends.stopped(current, reply)
        except MessageTooLong as error:
            await self._ends.left_out(current, reply, error)
        except ModelError as error:
            await self._ends.failed(current, reply, error)
        except KeepsakeError:
            raise
        except Exception:  # a bug must not leave the chat without a word
            log.exception("turn failed", turn=str(current.work.turn.id))
            await self._ends.failed(current, reply, KeepsakeError(_APOLOGY))
        finally:
            await reply.close()

    def _leave(self) -> None:
        """Let go of what is held of a conversation that is over."""
        self._last = None
        self._tidying.give_up()

    async def _run(self, current: CurrentTurn, reply: Reply) -> bool:
        """Run the turn, again whenever messages join it; False when it was stopped."""
        while not current.stopping:
            while self._joining(current) and not current.stopping:
                await self._continuation()
                async with self._services.preparing:
                    if self._joining(current):  # a command may have come meanwhile
                        reply.forget()
                        await self._attach(current)
                if self._one_by_one:
                    await asyncio.sleep(_RETRY_SECONDS)
            if current.stopping:
                break
            current.running = asyncio.create_task(self._services.runner.take(current.work, reply.show))
            try:
                await asyncio.wait({current.running})
            finally:
                _interrupt(current)
                await asyncio.wait({current.running})
            if not current.running.cancelled():
                current.running.result()
                return True
        return False

    def _reply(self, current: CurrentTurn) -> Reply:
        def begin_showing() -> bool:
            if self._joining(current) or (current.work.open and current.stopping):
                return False
            current.work.open = False
            return True

        def quote() -> int | None:
            later = self._channel.newest_message_id > current.last_message_id
            return current.last_message_id if later and current.last_message_id else None

        turn = current.work.turn
        return self._channel.reply(AnswerId(turn.id, turn.attempt), begin_showing=begin_showing, quote=quote)


def _interrupt(current: CurrentTurn) -> None:
    """Interrupt what runs, once: what its answer cost so far is stored on the way out."""
    if current.running and not current.running.cancelling():
        current.running.cancel()


def _update_ids(messages: Iterable[WaitingMessage]) -> list[int]:
    return [update_id for message in messages for update_id in message.update_ids]
