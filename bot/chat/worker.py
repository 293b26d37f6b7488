"""A chat's worker: takes waiting messages into turns, one turn at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

import structlog

from bot.chat.background_compaction import BackgroundCompaction
from bot.chat.channel import Channel, Reply
from bot.chat.dead_letters import RETRY, RETRY_SECONDS, turn_failed
from bot.chat.events import Event, EventLoop, Retry, Settle, Stopped
from bot.chat.intake import Intake, Taken
from bot.chat.private_chat import PrivateChat
from bot.chat.revisions import Revisions
from bot.chat.services import TurnServices
from bot.chat.turn_ends import CurrentTurn, TurnEnds
from bot.chat.turn_under_way import TurnUnderWay
from bot.database import mailbox
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.outbox import AnswerId
from bot.errors import DatabaseUnavailable, DiskFull, KeepsakeError, MessageTooLong, ModelError
from bot.language import mark
from bot.model.seam import Callbacks
from bot.values.conversations import ConversationMode
from bot.values.owner import Owner

_DATABASE_SECONDS: Final = 1.0
_APOLOGY = mark("Sorry, something went wrong on my side.")

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Unknown:
    """Only the database knows whether a turn runs, as at the start or after a failed transaction."""


@dataclass(frozen=True, slots=True)
class _Idle:
    """No turn runs. `last` is the previous turn if it was answered, which saves reading its messages again."""

    last: TurnUnderWay | None = None


_State: TypeAlias = _Unknown | _Idle | CurrentTurn


class ChatWorker:
    """Runs the turns of one user's private chat. Its state changes only in its loop, event by event."""

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._state: _State = _Unknown()
        self._events = EventLoop(self._handle, is_expecting=lambda: isinstance(self._state, CurrentTurn))
        self._rest_until: float | None = None  # deadline for the rest of a cut text or an album, by the loop's clock
        self._ending = False
        self._ends = TurnEnds(services, owner, channel)
        self._compaction = BackgroundCompaction(services.compaction, services.pictures, owner, channel)
        self._private = PrivateChat(services, owner, channel, may_end=lambda: self._ask(self._end_private))
        self._intake = Intake(services, owner, channel, self._private)
        self._revisions = Revisions(services, owner, channel)

    def hear(self, *, more_within: float | None = None) -> None:
        """Take the mailbox's messages: into the running turn while nothing of its answer is shown, else into the next.

        More of the newest, or of its album, may come `more_within` these seconds.
        """
        clock = asyncio.get_running_loop().time()
        self._rest_until = None if more_within is None else clock + more_within
        self.look()

    def look(self) -> None:
        """Check the database for a running turn and waiting messages."""
        self._events.post(self._go_on)

    def watch_private(self) -> None:
        """Watch for the end of the chat's private conversation, if it has one."""
        if not self._ending:
            self._private.watch()

    def compact(self) -> None:
        """Make the summary that the chat's prompt lacks, as after a deletion, in the background."""
        if not self._ending:
            self._compaction.look()

    async def stop(self, command: int, settle: Settle) -> None:
        """Stop the running turn, and drop the waiting messages before the command's update."""
        await self._ask(partial(self._stop, command, settle))

    async def stop_turn(self, turn_id: UUID, settle: Settle) -> None:
        """Stop a turn if it is running. Waiting messages stay."""
        await self._ask(partial(self._stop, None, settle, only=turn_id))

    async def renew(self, command: int, settle: Settle) -> None:
        """Stop, and change the chat's conversation in the same transaction."""
        await self._ask(partial(self._stop, command, settle, renews=True))

    async def retry(
        self,
        settle: Callable[[Transaction, Retry], Awaitable[None]],
        *,
        continues: UUID | None = None,
        only: UUID | None = None,
    ) -> Retry:
        """Retry the chat's last turn, or let the model continue its cut answer, unless a turn runs.

        With `only`, nothing is done if that is not the last turn.
        """
        return await self._ask(partial(self._begin_again, settle, continues, only))

    async def revise(
        self,
        concerns: Callable[[Transaction, Revisions], Awaitable[UUID | None]],
        revise: Callable[[Transaction, Revisions, bool], Awaitable[bool]],
    ) -> None:
        """Let the chat's turns be revised; `revise` returns whether they were.

        If it `concerns` the running turn, that is interrupted. It is told whether another turn is running.
        """
        await self._ask(partial(self._revise, concerns, revise))

    async def finish(self) -> None:
        """Begin no further turn, and wait until the running one has ended."""
        self._ending = True
        await self._private.close()
        self._compaction.give_up()
        self.look()
        await self._events.join()

    async def close(self) -> None:
        """Stop at once; the next start resumes."""
        self._ending = True
        await self._events.close()
        await asyncio.gather(self._compaction.close(), self._private.close(), return_exceptions=True)
        await self._forget()

    async def _handle(self, event: Event) -> None:
        """Handle an event in its user's language; look again later while the database is unavailable."""
        with self._services.languages.spoken(self._owner):
            try:
                await event()
            except DatabaseUnavailable as error:
                log.warning("waiting for the database", chat=self._channel.place.chat_id)
                if isinstance(error, DiskFull):
                    await self._channel.warn_of_full_disk()
                await self._forget_unless_running()
                self._events.post_in(_DATABASE_SECONDS, self._go_on)
            except Exception:  # a bug must not end the chat
                log.exception("a turn can't be taken", chat=self._channel.place.chat_id)
                await self._forget_unless_running()
                self._events.post_in(RETRY_SECONDS, self._go_on)

    async def _task_ended(self, task: asyncio.Task[None]) -> None:
        """End the turn of a task, or run it again if its task was cancelled elsewhere; then take what waits."""
        current = self._state
        if not isinstance(current, CurrentTurn) or current.running is not task:
            return
        if task.cancelled():
            current.running = None
        else:
            await self._end(current, task)
        if current.more_waits or not isinstance(self._state, _Idle):
            await self._go_on()

    async def _ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have work done as an event, and return its result."""
        result: asyncio.Future[T] = asyncio.Future()
        self._events.post(partial(self._answer, work, result))
        return await result

    async def _answer(self, work: Callable[[], Awaitable[T]], result: asyncio.Future[T]) -> None:
        """Do the work, give its sender the result or error, and continue."""
        try:
            if isinstance(self._state, _Unknown):
                await self._find()
            done = await work()
        except Exception as error:  # noqa: BLE001 - the sender handles it
            await self._forget_unless_running()
            if not result.done():
                result.set_exception(error)
        else:
            if not result.done():
                result.set_result(done)
        await self._go_on()

    def _become(self, state: _State) -> None:
        for it in (self._state, state):
            if isinstance(it, CurrentTurn) and it.work.conversation.mode is ConversationMode.PRIVATE:
                self.watch_private()  # also after the turn, which may have outlasted the private chat
        self._state = state
        if isinstance(state, CurrentTurn):
            self._services.right_of_way.take(self._channel.place)
        else:
            self._services.right_of_way.give(self._channel.place)

    async def _forget_unless_running(self) -> None:
        """Forget the state after a failure, unless a turn is running."""
        running = self._state.running if isinstance(self._state, CurrentTurn) else None
        if running is None or running.done():
            await self._forget()

    async def _forget(self) -> None:
        """Forget the state; the database knows what runs."""
        state = self._state
        self._become(_Unknown())
        if isinstance(state, CurrentTurn):
            await _interrupt(state)
            await state.reply.close()

    # Turns

    async def _go_on(self) -> None:
        """Run the current turn with the messages that join it, or begin a turn with waiting messages."""
        if isinstance(self._state, _Unknown) and not self._ending:
            await self._find()
        match self._state:
            case CurrentTurn() as current:
                await self._let_join(current)
            case _Idle(last) if not self._ending and not self._awaits_rest():
                if begun := await self._intake.take(last):
                    await self._begin(begun)

    async def _begin(self, taken: Taken) -> None:
        current = CurrentTurn(taken.work, taken.last_message_id, self._reply(taken.work))
        self._become(current)
        await current.reply.open(resumed=False)
        self._run(current)
        if taken.more:
            self.look()

    async def _find(self) -> None:
        """Load the chat's running turn, if there is one."""
        async with self._services.database.transaction() as tx:
            running = await stored_turns.running_in(tx, self._owner, self._channel.place)
        self._channel.wake()
        if not running:
            self._become(_Idle())
            return
        async with self._attempt(running[0]):
            current = await self._resumed(running[0])
        self._become(current)

    @asynccontextmanager
    async def _attempt(self, turn_id: UUID) -> AsyncIterator[None]:
        """Count a failed attempt at a turn if a bug interrupts it."""
        try:
            yield
        except KeepsakeError:
            raise
        except Exception:  # a bug must not hold up the chat for ever
            async with self._services.database.transaction() as tx:
                await turn_failed(tx, self._services.tasks, self._channel, self._owner, turn_id)
            raise

    async def _resumed(self, turn_id: UUID) -> CurrentTurn:
        async with self._services.database.transaction() as tx:
            work = await self._services.runner.load(tx, turn_id)
            last, newest = await self._services.updates.message_ids(tx, turn_id, self._channel.place)
        self._channel.saw(newest)
        reply = self._reply(work)
        was_shown = await reply.open(resumed=True)
        work.open = work.open and not was_shown
        return CurrentTurn(work, last, reply)

    async def _let_join(self, current: CurrentTurn) -> None:
        """Add the waiting messages to the turn if it is open, and run it."""
        if current.work.open and await self._intake.has_more() and current.work.open:
            if not await _interrupt(current):
                current.more_waits = True  # the task has ended meanwhile
                return
            if self._awaits_rest():
                return
            current.reply.forget()
            if joined := await self._intake.take(None, into=current.work):
                current.work, current.last_message_id = joined.work, joined.last_message_id
                self._become(current)
                if joined.more:
                    self.look()
        else:
            current.more_waits = True  # it may not join this turn
        if current.running is None:
            if not await self._intake.holds_command():
                self._run(current)
        elif current.work.open:
            current.reply.show(current.reply.shown)  # it may have been refused during the check for messages

    def _awaits_rest(self) -> bool:
        """Tell whether more of a message may still come; if so, look again at the deadline."""
        clock = asyncio.get_running_loop().time()
        if self._ending or self._rest_until is None or clock >= self._rest_until:
            self._rest_until = None
            return False
        self._events.post_in(self._rest_until - clock, self._go_on)
        return True

    def _run(self, current: CurrentTurn) -> None:
        reply = current.reply
        callbacks = Callbacks(on_text=reply.show, on_reasoning=reply.think, on_waiting=reply.wait)
        work = self._services.runner.take(current.work, self._channel, callbacks)
        current.running = asyncio.create_task(work)
        current.running.add_done_callback(lambda task: self._events.post(partial(self._task_ended, task)))

    async def _end(self, current: CurrentTurn, task: asyncio.Task[None]) -> None:
        async with self._attempt(current.work.turn.id):
            answered = await self._ended(current, task)
        self._become(_Idle(current.work) if answered else _Unknown())
        if answered and not self._ending:
            self._compaction.compact(current.work.prompt)

    async def _ended(self, current: CurrentTurn, task: asyncio.Task[None]) -> bool:
        """Store a turn's end; return whether it was answered."""
        try:
            task.result()
            await self._ends.answered(current)
        except MessageTooLong as error:
            await self._ends.left_out(current, error)
        except ModelError as error:
            await self._ends.failed(current, error)
        except KeepsakeError:
            raise
        except Exception:  # a bug must not leave the chat without a word
            log.exception("turn failed", turn=str(current.work.turn.id))
            await self._ends.failed(current, KeepsakeError(_APOLOGY, RETRY))
        else:
            return True
        return False

    # Commands

    async def _stop(
        self, command: int | None, settle: Settle, *, renews: bool = False, only: UUID | None = None
    ) -> None:
        current = self._state if isinstance(self._state, CurrentTurn) else None
        if only and (current is None or current.work.turn.id != only):
            async with self._services.database.transaction() as tx:
                await settle(tx, Stopped(turn=False, dropped=0))
            return
        if current and current.running and not await _interrupt(current):
            await self._end(current, current.running)  # it ended by itself meanwhile
            current = None
        if current:
            await current.reply.close()
        if renews:
            self._leave()
            await self._compaction.close()  # first, so that it stores nothing about an erased conversation
        async with self._services.database.transaction() as tx:
            if current:
                await self._ends.stopped(tx, current)
            place, dropped = self._channel.place, 0
            if command is not None:
                dropped = await mailbox.drop(tx, self._owner, place, before=command)
            if renews:
                await self._channel.withdraw_continue(tx, self._owner)
            await self._give_up(tx)
            words = current is not None and bool(current.reply.shown() or current.work.words)
            await settle(tx, Stopped(turn=current is not None, dropped=dropped, words=words))
        self._become(_Idle())
        self._services.ended.set()
        self._channel.wake()

    async def _begin_again(
        self, settle: Callable[[Transaction, Retry], Awaitable[None]], continues: UUID | None, only: UUID | None
    ) -> Retry:
        """Begin the last turn again, or one that continues its answer, in one transaction with the caller's work."""
        is_busy = isinstance(self._state, CurrentTurn)
        lifecycle, place = self._services.turn_lifecycle, self._channel.place
        async with self._services.database.transaction() as tx:
            turn = None
            if not is_busy:
                await self._channel.withdraw_continue(tx, self._owner)
                turn = await (
                    lifecycle.continue_answer(tx, self._owner, place, continues, datetime.now(UTC))
                    if continues
                    else lifecycle.retry(tx, self._owner, place, only=only)
                )
                if turn:
                    await self._channel.take_reactions_back(tx, turn.id)
            came = Retry.BUSY if is_busy else Retry.BEGUN if turn else Retry.NOTHING
            await settle(tx, came)
        if turn:
            self._become(_Unknown())  # the turn is loaded next
        return came

    async def _revise(
        self,
        concerns: Callable[[Transaction, Revisions], Awaitable[UUID | None]],
        revise: Callable[[Transaction, Revisions, bool], Awaitable[bool]],
    ) -> None:
        current = self._state if isinstance(self._state, CurrentTurn) else None
        is_interrupted = False
        if current:
            async with self._services.database.transaction() as tx:
                is_interrupted = await concerns(tx, self._revisions) == current.work.turn.id
            if is_interrupted and current.running and not await _interrupt(current):
                await self._end(current, current.running)  # it ended by itself meanwhile
            elif is_interrupted:
                await current.reply.close()
        is_busy = isinstance(self._state, CurrentTurn) and not is_interrupted
        async with self._services.database.transaction() as tx:
            is_revised = await revise(tx, self._revisions, is_busy)
            if is_interrupted:
                await self._give_up(tx)
        if is_revised or is_interrupted:
            self._compaction.give_up()
            self._become(_Unknown())  # the turn is loaded next
        self._channel.wake()

    async def _give_up(self, tx: Transaction) -> None:
        """End what the user has allowed and is not carried out any more."""
        for act in await self._services.acts.give_up(tx, self._owner, self._channel.place):
            await self._channel.show_act(tx, act)

    async def _end_private(self) -> bool:
        """End the private conversation; False while a turn runs."""
        if isinstance(self._state, CurrentTurn):
            return False
        await self._private.end()
        self._leave()
        return True

    def _leave(self) -> None:
        """Forget a conversation that has ended."""
        if isinstance(self._state, _Idle):
            self._become(_Idle())
        self._compaction.give_up()

    def _reply(self, work: TurnUnderWay) -> Reply:
        answer = AnswerId(work.turn.id, work.turn.attempt)
        return self._channel.reply(answer, begin_showing=self._begin_showing, quote=self._quote)

    def _begin_showing(self) -> bool:
        """Close the turn to further messages, so that its answer can be shown; False while messages may join it."""
        current = self._state
        if not isinstance(current, CurrentTurn) or (current.work.open and self._events.has_events):
            return False
        current.work.open = False
        return True

    def _quote(self) -> int | None:
        """Return the message to quote if the user has sent others since."""
        if not isinstance(self._state, CurrentTurn):
            return None
        last = self._state.last_message_id
        return last if last and self._channel.newest_message_id > last else None


async def _interrupt(current: CurrentTurn) -> bool:
    """Cancel a turn's task, which stores the cost of its answer so far. False if the task ended by itself."""
    task = current.running
    if task is None:
        return True
    if not task.cancelling():
        task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # is known now, also where nobody asks for it: the turn begins again
        return False
    current.running = None
    return True
