"""A bot between practice servers of its own, started and ended as often as wanted, and the times of its turns."""

import asyncio
import os
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final, TextIO

from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi, Call
from tests.bench.peers.model import Asked, Reads, Script
from tests.bench.peers.peer import MODEL, TOKEN, Launch, Peer, Servers
from tests.bench.stand import TurnTimes

PATIENCE_SECONDS: Final = 120.0
QUIET_SECONDS: Final = 0.15
"""How long the model has to be left alone until a turn is taken to be over, its work in the background included."""
COMMAND_SECONDS: Final = 3.0
"""The same after a command, whose work in the background begins later."""
_TICK_SECONDS: Final = 0.02
_STOP_SECONDS: Final = 20.0
SHOWN: Final = ("sendMessage", "editMessageText")


class NotPolling(Exception):  # noqa: N818 - named for the situation
    """The bot ended, or never polled; the message has the end of its log."""


@dataclass
class PeerStand:
    """A bot and its servers. Times are monotonic seconds."""

    peer: Peer
    telegram: BotApi
    model: ModelServer
    script: Script
    log: TextIO
    folder: Path
    launch: Launch
    process: Process | None = None
    starts: list[float] = field(default_factory=list)
    """Seconds from the process to its first poll, of each start after the first, which made the folder."""
    _number: int = 0
    _is_new: bool = True

    async def start(self) -> None:
        """Start the bot, and wait until it polls. Raises NotPolling."""
        kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}}
        began_at = monotonic()
        self.process = await asyncio.create_subprocess_exec(
            *self.launch.command,
            cwd=self.folder,
            env={**kept, **self.launch.settings},
            stdout=self.log.fileno(),
            stderr=self.log.fileno(),
            stdin=DEVNULL,
        )
        polling = asyncio.create_task(
            self.call(lambda it: it.method == "getUpdates", since=began_at, is_answered=False)
        )
        ending = asyncio.create_task(self.process.wait())
        await asyncio.wait({polling, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not polling.done() or polling.exception():
            polling.cancel()
            await self.kill()
            raise NotPolling(f"{self.peer.name} does not poll:\n{self.log_end()}")
        if not self._is_new:
            self.starts.append(polling.result().at - began_at)
        self._is_new = False

    async def stop(self) -> None:
        """Stop the bot, or kill it if it takes too long."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await self.process.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """End the bot's process with SIGKILL."""
        if self.process:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()

    def send(self, words: str) -> str:
        """Send a message with a number of its own; return that."""
        self._number += 1
        number = f"{self._number:04}"
        self.telegram.send_text(f"{words} ask{number}")
        return number

    async def turn(self, words: str) -> TurnTimes:
        """Take a turn, and wait until its work in the background is done, too."""
        written_at = monotonic()
        number = self.send(words)
        await self.telegram.wait_for(lambda: self.is_answered(number), timeout=PATIENCE_SECONDS)
        final = await self.call(lambda it: f"done{number}" in _words(it), since=written_at)
        first = await self.call(lambda it: f"first{number}" in _words(it), since=written_at)
        await self.quiet()
        asked = self.script.answers[number]
        answer = self._answer(number)
        return TurnTimes(
            request=1000 * (asked.read_at - written_at),
            preview=1000 * (first.at - answer.first.at),
            final=1000 * (final.at - answer.last.at),
        )

    def is_answered(self, number: str) -> bool:
        """Return whether the chat shows the end of the answer to a message."""
        return any(message.from_bot and f"done{number}" in message.text for message in self.telegram.messages())

    async def command(self, words: str) -> None:
        """Send a command, and wait until it is taken, something is said, and the model is left alone."""
        before = len(self._said())
        self.telegram.send_text(words)
        with suppress(TimeoutError):
            await self.telegram.wait_for(lambda: len(self._said()) > before, timeout=5)
        await self.quiet(COMMAND_SECONDS)

    async def quiet(self, seconds: float = QUIET_SECONDS) -> None:
        """Wait until the model was asked nothing for a time."""
        asked, since = self._model_calls(), monotonic()
        while monotonic() - since < seconds:
            await asyncio.sleep(_TICK_SECONDS)
            if asked != self._model_calls():
                asked, since = self._model_calls(), monotonic()

    async def call(self, fits: Callable[[Call], bool], *, since: float, is_answered: bool = True) -> Call:
        """Wait for the first call after a time that fits. Raises TimeoutError."""

        def there() -> Call | None:
            calls = (it for it in self.telegram.calls if it.at >= since and (it.outcome == "ok" or not is_answered))
            return next(filter(fits, calls), None)

        return await self.telegram.wait_for(there, timeout=PATIENCE_SECONDS)

    def log_end(self) -> str:
        """Return the last lines that the bot wrote."""
        self.log.seek(0)
        return self.log.read()[-2_000:]

    def processes(self) -> list[int]:
        """Return the ids of the bot's process, of its children, and of its servers with theirs."""
        if self.process is None:
            return []
        return list(_with_children([self.process.pid, *self.peer.servers_of(self.folder)]))

    def _answer(self, number: str) -> Asked:
        """Return the last request that was answered with a message's end."""
        return next(it for it in reversed(self.script.asked) if number in it.numbers and it.last.at)

    def _said(self) -> list[int]:
        return [message.message_id for message in self.telegram.messages() if message.from_bot]

    def _model_calls(self) -> tuple[int, int]:
        return len(self.script.asked), len(self.model.embedded)


def resident_megabytes(process_id: int) -> float:
    """Return a process's resident memory."""
    return _kilobytes(Path(f"/proc/{process_id}/status"), "VmRSS:") / 1024


def proportional_megabytes(process_ids: Iterable[int]) -> float:
    """Return the memory of processes, what they share counted once."""
    return sum(_kilobytes(Path(f"/proc/{it}/smaps_rollup"), "Pss:") for it in process_ids) / 1024


def _kilobytes(path: Path, name: str) -> int:
    try:
        return next(int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(name))
    except (OSError, StopIteration):  # it has just ended
        return 0


def _with_children(process_ids: Iterable[int]) -> Iterable[int]:
    for process_id in process_ids:
        yield process_id
        for children in Path(f"/proc/{process_id}/task").glob("*/children"):
            with suppress(OSError):
                yield from _with_children(map(int, children.read_text().split()))


def _words(call: Call) -> str:
    if call.method not in SHOWN:
        return ""
    return call.parameters.get("text", "")


def _reachable(folder: Path) -> Path:
    """Let root's database server, which runs as another user, reach its data in a folder."""
    folder.chmod(0o711)
    return folder


@asynccontextmanager
async def stand(peer: Peer, python: str) -> AsyncIterator[PeerStand]:
    """Yield a stand whose servers run, for a bot to be started on; it is stopped with it."""
    with (
        tempfile.TemporaryFile("w+") as log,
        tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as name,
    ):
        folder = _reachable(Path(name))
        telegram, script = BotApi(TOKEN), Script(peer)
        model = ModelServer(script.reply, models=(MODEL,))
        async with serve(telegram.app) as telegram_url, serve(Reads(model.app)) as model_url:
            launch = peer.prepare(folder, python, Servers(telegram_url, f"{model_url}/v1"))
            made = PeerStand(peer, telegram, model, script, log, folder, launch)
            try:
                yield made
            finally:
                await made.stop()
