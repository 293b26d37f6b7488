"""A person at a terminal: the program under test has a pseudo-terminal of its own."""

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import termios
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")
PATIENCE_SECONDS = 90  # enough on a busy machine: only a test that fails waits that long
_SHOWN = 2_000
"""Characters of the screen in an error."""
_LOCAL_MODES = 3
"""Place of the local modes in what `tcgetattr` returns."""
_ROWS, _COLUMNS = 60, 110
_PRESS_AGAIN_SECONDS = 20  # longer than any program takes to end


class Typist:
    """Reads what a program writes to its terminal, and types."""

    def __init__(self, terminal: int, process: Process) -> None:
        self._terminal = terminal
        self._process = process
        self._raw = bytearray()
        self._news = asyncio.Event()
        self._seen = 0
        asyncio.get_running_loop().add_reader(terminal, self._read)

    @property
    def screen(self) -> str:
        """All that was written so far, without what steers the terminal."""
        return _CONTROL.sub("", self._raw.decode(errors="replace"))

    async def sees(self, text: str, *, within: float = PATIENCE_SECONDS) -> str:
        """Wait until a text is written after the last one that was seen; return what stands there up to its end."""
        try:
            async with asyncio.timeout(within):
                while (at := self.screen.find(text, self._seen)) < 0:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{text!r} did not come after: {self.screen[self._seen :][-_SHOWN:]}") from None
        before, self._seen = self.screen[self._seen : at + len(text)], at + len(text)
        return before

    def types(self, line: str) -> None:
        """Type a line, and press Enter."""
        os.write(self._terminal, f"{line}\r".encode())

    async def answers(self, question: str, line: str) -> None:
        """Wait for a question, and type its answer."""
        await self.sees(question)
        self.types(line)

    async def answers_unseen(self, question: str, line: str) -> None:
        """Wait for a question whose answer is not echoed, and type that; what is typed before that is thrown away."""
        await self.sees(question)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while termios.tcgetattr(self._terminal)[_LOCAL_MODES] & termios.ECHO:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
        self.types(line)

    def interrupts(self) -> None:
        """Press Ctrl-C."""
        os.write(self._terminal, b"\x03")

    async def gives_up(self) -> int:
        """Press Ctrl-C at a question, and return the program's exit code once it has ended.

        A press may be overlooked: `input` notices a signal that comes just before it begins to read only with the next
        key. So it is pressed again if the program goes on.
        """
        self.interrupts()
        with suppress(TimeoutError):
            async with asyncio.timeout(_PRESS_AGAIN_SECONDS):
                return await self._process.wait()
        self.interrupts()
        return await self.ended()

    async def ended(self) -> int:
        """Return the program's exit code once it has ended."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._process.wait()

    def _read(self) -> None:
        try:
            piece = os.read(self._terminal, 65_536)
        except OSError:  # the program has ended
            piece = b""
        if not piece:
            asyncio.get_running_loop().remove_reader(self._terminal)
        self._raw += piece
        self._news.set()


@asynccontextmanager
async def typist(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> AsyncIterator[Typist]:
    """Yield a person at the terminal of a program that runs in a folder; it is ended at last."""
    terminal, its_side = pty.openpty()
    fcntl.ioctl(its_side, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=environment,
        stdin=its_side,
        stdout=its_side,
        stderr=its_side,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(its_side)
    person = Typist(terminal, process)
    try:
        yield person
    finally:
        asyncio.get_running_loop().remove_reader(terminal)
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                async with asyncio.timeout(20):
                    await process.wait()
            if process.returncode is None:
                process.kill()
                await process.wait()
        os.close(terminal)


def _take_terminal() -> None:
    """Make the terminal the child's own, which `getpass` asks on, and which Ctrl-C reaches."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
