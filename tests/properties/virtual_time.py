"""An event loop whose clock does not wait, and programs within it that can be killed.

Nothing is replaced but the clock: sockets, servers and the database are real. The clock stands still while anything
is going on; once nothing is, it jumps to the next timer. So a time-out of 20 s takes no time, never strikes because a
machine is slow, and "an hour later" is when everything that was to happen within the hour has happened.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from typing import Any, Final, TypeVar, TypeVarTuple
from weakref import WeakSet

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_GRACE_SECONDS: Final = 0.001
"""How long nothing has to happen on any socket before the clock jumps."""
_DATABASE_SECONDS: Final = 20.0
"""How long the database may take, the only one here that works in a process of its own."""
_MOST_CANCELLATIONS: Final = 10_000


class Life:
    """One run of a program: the tasks that come of it, and the connections and timers of these."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ever = WeakSet[asyncio.Task[Any]]()
        self._transports: list[asyncio.Transport] = []
        self._timers: list[asyncio.TimerHandle] = []

    def begin(self, program: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a program; whatever it begins belongs to this life."""
        context = copy_context()
        context.run(_life.set, self)
        return self._loop.create_task(program, context=context)

    def add_task(self, task: asyncio.Task[Any]) -> None:
        """Note a task of this life."""
        self._tasks.add(task)
        self._ever.add(task)
        task.add_done_callback(self._tasks.discard)

    def add_transport(self, transport: asyncio.Transport) -> None:
        """Note a connection of this life."""
        self._transports.append(transport)

    def add_timer(self, timer: asyncio.TimerHandle) -> None:
        """Note a timer of this life."""
        self._timers.append(timer)

    async def kill(self) -> None:
        """End it as SIGKILL does: its connections drop, its timers stop, none of its tasks comes to another await."""
        for timer in self._timers:
            timer.cancel()
        for transport in self._transports:
            transport.abort()
        for task in self._ever:
            task.add_done_callback(_silence)
        for _ in range(_MOST_CANCELLATIONS):
            killed = list(self._tasks)
            if not killed:
                return
            for task in killed:
                task.cancel()
            await asyncio.sleep(0)
        raise AssertionError(f"still alive: {self._tasks}")


def _silence(task: asyncio.Task[Any]) -> None:
    """Let nobody report what a killed task ended with."""
    if not task.cancelled():
        task.exception()


_life: ContextVar[Life | None] = ContextVar("life", default=None)


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock that jumps over the time in which nothing happens."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the virtual time, in seconds."""
        return self._jumping.now

    async def next_round(self) -> None:
        """Let one more thing happen: an arrival on a socket, or a jump of the clock; or let a second pass."""
        try:
            async with asyncio.timeout(1):
                self._jumping.next_round = self.create_future()
                await self._jumping.next_round
        except TimeoutError:
            return

    def create_task(
        self,
        coro: Coroutine[Any, Any, T] | Generator[Any, None, T],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        """Create a task, which belongs to the life it is created in."""
        task = super().create_task(coro, name=name, context=context)
        life = context.get(_life) if context else _life.get()
        if life:
            life.add_task(task)
        return task

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *arguments: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Set a timer, which belongs to the life it is set in."""
        timer = super().call_at(when, callback, *arguments, context=context)
        life = context.get(_life) if context else _life.get()
        if life:
            life.add_timer(timer)
        return timer

    async def create_connection(self, *arguments: Any, **options: Any) -> Any:
        """Open a connection, which belongs to the life it is opened in."""
        transport, protocol = await super().create_connection(*arguments, **options)
        life = _life.get()
        if life:
            life.add_transport(transport)
        return transport, protocol


class _JumpingSelector(selectors.DefaultSelector):
    """Waits for sockets as ever, and for timers not at all."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.next_round: asyncio.Future[None] | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the sockets that are ready, at once if `timeout` is 0; if none gets ready, let the time pass."""
        ready = super().select(timeout if timeout is not None and timeout <= 0 else _GRACE_SECONDS)
        if not ready and (timeout is None or (timeout > 0 and self._database_works())):
            ready = super().select(_DATABASE_SECONDS)
        if not ready and timeout is None:
            raise RuntimeError("everything waits, and there is nothing to wait for")
        if not ready and timeout:
            self.now += max(timeout, 0)
        if (ready or timeout) and self.next_round and not self.next_round.done():
            self.next_round.set_result(None)
        return ready

    def _database_works(self) -> bool:
        """Tell whether an answer of PostgreSQL is awaited: on a Unix socket that is not the loop's own to itself."""
        return sum(_is_unix(key.fd) for key in self.get_map().values()) > 1


def _is_unix(fileno: int) -> bool:
    family = socket.socket(fileno=fileno)
    try:
        return family.family == socket.AF_UNIX
    finally:
        family.detach()
