"""A chat's worker: takes waiting messages into turns, one turn at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

import structlog

from bot.kit.errors import DatabaseUnavailable, DiskFull
from bot.kit.owner import Owner
from bot.model.seam import Callbacks
from bot.store.engine import Transaction
from bot.turns.channel import Channel, Reply
from bot.turns.compaction import BackgroundCompaction
from bot.turns.dead_letters import RETRY_SECONDS, attempt
from bot.turns.events import Event, EventLoop, Retry, Stopped
from bot.turns.intake import Intake
from bot.turns.private_chat import PrivateChat
from bot.turns.revisions import Revisions
from bot.turns.services import TurnServices
from bot.turns.store import mailbox
from bot.turns.store import turns as stored_turns
from bot.turns.store.outbox import AnswerId
from bot.turns.turn_ends import TurnEnds
from bot.turns.turn_under_way import TurnUnderWay
from bot.turns.values.conversations import ConversationMode

_DATABASE_SECONDS: Final = 1.0

T = TypeVar("T")

log = structlog.get_logger()


class _GivenUp(Exception):  # noqa: N818 - it ends a wait
    """Who asked for an event has failed, or was cancelled."""


@dataclass(frozen=True, slots=True)
class _Unknown:
    """Only the database knows whether a turn runs, as at the start or after a failed transaction."""


@dataclass(frozen=True, slots=True)
class _Idle:
    """No turn runs. `last` is the previous turn if it was answered, which saves reading its messages again."""

    last: TurnUnderWay | None = None


@dataclass(slots=True)
class _Running:
    """A turn runs, in a task; there is none while messages join it."""

    work: TurnUnderWay
    reply: Reply
    task: asyncio.Task[None] | None = None


_State: TypeAlias = _Unknown | _Idle | _Running

Concerns: TypeAlias = Callable[[Transaction, Revisions], Awaitable[UUID | None]]
"""Returns the turn that a revision concerns, if any."""


class ChatWorker:
    """Runs the turns of one user's private chat. Its state changes only in its loop, event by event."""

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._state: _State = _Unknown()
        self._events = EventLoop(self._handle, is_expecting=lambda: isinstance(self._state, _Running))
        self._rest_until: float | None = None  # deadline for the rest of a cut text or an album, by the loop's clock
        self._ending = False
        self._ends = TurnEnds(services, owner, channel)
        self._compaction = BackgroundCompaction(services.compaction, services.pictures, owner, channel)
        self._private = PrivateChat(services, owner, channel, may_end=self._end_private)
        self._intake = Intake(services, owner, channel, self._private)
        self._revisions = Revisions(services, owner, channel)

    def hear(self, *, more_within: float | None = None) -> None:
        """Take the mailbox's messages: into the running turn while nothing of its answer is shown, else into the next.

        More of the newest, or of its album, may come `more_within` these seconds.
        """
        clock = asyncio.get_running_loop().time()
        self._events.post(partial(self._hear, None if more_within is None else clock + more_within))

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

    @asynccontextmanager
    async def stopping(
        self, command: int | None = None, *, only: UUID | None = None, renews: bool = False
    ) -> AsyncIterator[tuple[Transaction, Stopped]]:
        """Stop the running turn in the block's transaction, and drop the waiting messages before a command's update.

        With `only`, nothing is stopped but that turn. If it `renews`, the block changes the chat's conversation.
        """
        place = self._channel.place
        async with (
            self._asked(self._stop(only, renews=renews)) as current,
            self._services.database.transaction() as tx,
        ):
            stopped = Stopped(turn=False, dropped=0)
            if current:
                await self._ends.stopped(tx, current.work, current.reply)
                stopped = replace(stopped, turn=True, words=bool(current.reply.shown() or current.work.words))
            if command is not None:
                stopped = replace(stopped, dropped=await mailbox.drop(tx, self._owner, place, before=command))
            if renews:
                await self._channel.withdraw_continue(tx, self._owner)
            if current or not only:
                await self._give_up(tx)
            yield tx, stopped

    @asynccontextmanager
    async def retrying(
        self, *, continues: UUID | None = None, only: UUID | None = None
    ) -> AsyncIterator[tuple[Transaction, Retry]]:
        """Begin the last turn again in the block's transaction, or one that continues its cut answer.

        Nothing is begun while a turn runs, or if the last turn isn't `only` this.
        """
        lifecycle, place = self._services.turn_lifecycle, self._channel.place
        async with self._asked(self._at_rest()) as (is_busy, _), self._services.database.transaction() as tx:
            if is_busy:
                yield tx, Retry.BUSY
                return
            await self._channel.withdraw_continue(tx, self._owner)
            turn = await (
                lifecycle.continue_answer(tx, self._owner, place, continues, datetime.now(UTC))
                if continues
                else lifecycle.retry(tx, self._owner, place, only=only)
            )
            if turn:
                await self._channel.take_reactions_back(tx, turn.id)
            yield tx, Retry.BEGUN if turn else Retry.NOTHING

    @asynccontextmanager
    async def revising(self, concerns: Concerns | None = None) -> AsyncIterator[tuple[Transaction, Revisions, bool]]:
        """Let the block revise the chat's turns in its transaction; tell it whether another turn is running.

        If the revision `concerns` the running turn, that is interrupted.
        """
        async with (
            self._asked(self._at_rest(concerns)) as (is_busy, is_interrupted),
            self._services.database.transaction() as tx,
        ):
            yield tx, self._revisions, is_busy
            if is_interrupted:
                await self._give_up(tx)
        self._channel.wake()

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
        if not isinstance(current, _Running) or current.task is not task:
            return
        if task.cancelled():
            current.task = None
        else:
            await self._end(current, task)
        if current.work.more_waits or not isinstance(self._state, _Idle):
            await self._go_on()

    @asynccontextmanager
    async def _asked(self, event: AbstractAsyncContextManager[T]) -> AsyncIterator[T]:
        """Have an event handled around the block, which gets its value; its end follows a block that succeeds."""
        value, done = asyncio.Future[T](), asyncio.Future[bool]()
        self._events.post(partial(self._lend, event, value, done))
        succeeded = False
        try:
            with self._services.languages.spoken(self._owner):
                yield await value
            succeeded = True
        finally:
            if not done.done():  # by the end of the loop
                done.set_result(succeeded)

    async def _lend(
        self, event: AbstractAsyncContextManager[T], value: asyncio.Future[T], done: asyncio.Future[bool]
    ) -> None:
        """Begin an event, wait until who asked for it is done, and end it; then continue."""
        try:
            if isinstance(self._state, _Unknown):
                await self._find()
            async with event as it:
                if not value.cancelled():
                    value.set_result(it)
                if not await done:
                    raise _GivenUp  # noqa: TRY301 - it ends the event
        except Exception as error:
            await self._forget_unless_running()
            if not value.done():
                value.set_exception(error)
            elif not isinstance(error, _GivenUp):
                raise
        await self._go_on()

    def _become(self, state: _State) -> None:
        for it in (self._state, state):
            if isinstance(it, _Running) and it.work.conversation.mode is ConversationMode.PRIVATE:
                self.watch_private()  # also after the turn, which may have outlasted the private chat
        self._state = state
        if isinstance(state, _Running):
            self._services.right_of_way.take(self._channel.place)
        else:
            self._services.right_of_way.give(self._channel.place)

    async def _forget_unless_running(self) -> None:
        running = self._state.task if isinstance(self._state, _Running) else None
        if running is None or running.done():
            await self._forget()

    async def _forget(self) -> None:
        """Forget the state; the database knows what runs."""
        state = self._state
        self._become(_Unknown())
        if isinstance(state, _Running):
            await _cancelled(state)
            await state.reply.close()

    async def _hear(self, rest_until: float | None) -> None:
        self._rest_until = rest_until
        await self._go_on()

    async def _go_on(self) -> None:
        """Run the current turn with the messages that join it, or begin a turn with waiting messages."""
        if isinstance(self._state, _Unknown) and not self._ending:
            await self._find()
        match self._state:
            case _Running() as current:
                await self._let_join(current)
            case _Idle(last) if not self._ending and not self._awaits_rest():
                if begun := await self._intake.take(last):
                    await self._begin(begun)

    async def _begin(self, work: TurnUnderWay) -> None:
        current = _Running(work, self._reply(work))
        self._become(current)
        await current.reply.open(resumed=False)
        self._run(current)
        if work.more_waits:
            self.look()

    async def _find(self) -> None:
        async with self._services.database.transaction() as tx:
            running = await stored_turns.running_in(tx, self._owner, self._channel.place)
        self._channel.wake()
        if not running:
            self._become(_Idle())
            return
        async with attempt(self._services, self._channel, self._owner, running[0]):
            async with self._services.database.transaction() as tx:
                work = await self._services.runner.load(tx, running[0])
                seen = await self._services.updates.message_ids(tx, running[0], self._channel.place)
            work.last_message_id, newest = seen
            self._channel.saw(newest)
            reply = self._reply(work)
            work.is_shown = await reply.open(resumed=True)
        self._become(_Running(work, reply))

    async def _let_join(self, current: _Running) -> None:
        """Add the waiting messages to the turn if it is open, and run it."""
        if current.work.is_open and await self._intake.has_more() and current.work.is_open:
            if not await _cancelled(current):
                current.work.more_waits = True  # the task has ended meanwhile
                return
            if self._awaits_rest():
                return
            current.reply.forget()
            if joined := await self._intake.take(None, into=current.work):
                current.work = joined
                self._become(current)
                if joined.more_waits:
                    self.look()
        else:
            current.work.more_waits = True  # it may not join this turn
        if current.task is None:
            if not await self._intake.holds_command():
                self._run(current)
        elif current.work.is_open:
            current.reply.show(current.reply.shown)  # it may have been refused during the check for messages

    def _awaits_rest(self) -> bool:
        """Tell whether more of a message may still come; if so, look again at the deadline."""
        clock = asyncio.get_running_loop().time()
        if self._ending or self._rest_until is None or clock >= self._rest_until:
            self._rest_until = None
            return False
        self._events.post_in(self._rest_until - clock, self._go_on)
        return True

    def _run(self, current: _Running) -> None:
        reply = current.reply
        callbacks = Callbacks(on_text=reply.show, on_reasoning=reply.think, on_waiting=reply.wait)
        work = self._services.runner.take(current.work, self._channel, callbacks)
        current.task = asyncio.create_task(work)
        current.task.add_done_callback(lambda task: self._events.post(partial(self._task_ended, task)))

    async def _end(self, current: _Running, task: asyncio.Task[None]) -> None:
        async with attempt(self._services, self._channel, self._owner, current.work.turn.id):
            answered = await self._ends.by(task, current.work, current.reply)
        self._become(_Idle(current.work) if answered else _Unknown())
        if answered and not self._ending:
            self._compaction.compact(current.work.prompt)

    @asynccontextmanager
    async def _stop(self, only: UUID | None, *, renews: bool) -> AsyncIterator[_Running | None]:
        """Interrupt the running turn and return it; None if there is none, if it ended, or isn't `only` this."""
        current = self._state if isinstance(self._state, _Running) else None
        if only and (current is None or current.work.turn.id != only):
            yield None
            return
        if current and not await self._interrupt(current):
            current = None
        if renews:
            await self._compaction.close()  # first, so that it stores nothing about an erased conversation
        yield current
        self._become(_Idle())
        self._services.ended.set()
        self._channel.wake()

    @asynccontextmanager
    async def _at_rest(self, concerns: Concerns | None = None) -> AsyncIterator[tuple[bool, bool]]:
        """Interrupt the running turn if a revision `concerns` it; tell whether another runs, and whether this one did.

        If none runs, the turn that the block begins is loaded next.
        """
        current, is_interrupted = self._state, False
        if concerns and isinstance(current, _Running):
            async with self._services.database.transaction() as tx:
                is_interrupted = await concerns(tx, self._revisions) == current.work.turn.id
            if is_interrupted:
                await self._interrupt(current)
        is_busy = isinstance(self._state, _Running) and not is_interrupted
        yield is_busy, is_interrupted
        if not is_busy:
            self._become(_Unknown())

    async def _interrupt(self, current: _Running) -> bool:
        """Interrupt the running turn and close its reply; False if it ended by itself meanwhile, which is stored."""
        if current.task and not await _cancelled(current):
            await self._end(current, current.task)
            return False
        await current.reply.close()
        return True

    async def _give_up(self, tx: Transaction) -> None:
        """End what the user has allowed and is not carried out any more."""
        for act in await self._services.acts.give_up(tx, self._owner, self._channel.place):
            await self._channel.show_act(tx, act)

    async def _end_private(self) -> bool:
        """End the private conversation; False while a turn runs."""
        async with self._asked(self._at_rest()) as (is_busy, _):
            if not is_busy:
                await self._private.end()
                self._compaction.give_up()
        return not is_busy

    def _reply(self, work: TurnUnderWay) -> Reply:
        answer = AnswerId(work.turn.id, work.turn.attempt)
        return self._channel.reply(answer, begin_showing=self._begin_showing, quote=self._quote)

    def _begin_showing(self) -> bool:
        """Let the answer be shown, which closes the turn to further messages; False while messages may join it."""
        current = self._state
        if not isinstance(current, _Running) or (current.work.is_open and self._events.has_events):
            return False
        if current.work.is_open:
            self._events.post(partial(self._shown, current.work))  # the next event, as there is no other
        return True

    async def _shown(self, work: TurnUnderWay) -> None:
        work.is_shown = True

    def _quote(self) -> int | None:
        """Return the message to quote if the user has sent others since."""
        if not isinstance(self._state, _Running):
            return None
        last = self._state.work.last_message_id
        return last if last and self._channel.newest_message_id > last else None


async def _cancelled(current: _Running) -> bool:
    """Cancel a turn's task, which stores the cost of its answer so far. False if the task ended by itself."""
    task = current.task
    if task is None:
        return True
    if not task.cancelling():
        task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # is known now, also where nobody asks for it: the turn begins again
        return False
    current.task = None
    return True
