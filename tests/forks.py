"""Processes that run `python -m bot`, forked from a fork server: this run's, which starts with the first of them."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio import StreamReader, StreamReaderProtocol
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

REPOSITORY = Path(__file__).parents[1]
_LONGEST_ANSWER = 32
_KEPT = {"PATH", "HOME", "LANG", "TMPDIR", "LD_PRELOAD", "NO_FAKE_STAT"}
_MEASURED = ("COVERAGE_", "FAKETIME_")
"""Beginnings of the variables of those who measure a process, or its time."""


def environment(**settings: str) -> dict[str, str]:
    """Return what a process needs of ours, and the settings; nothing else of the environment."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith(_MEASURED)}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **settings}


class ForkServer:
    """A process that forks others. It ends with this one, and so does whatever it forked."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair()
        with theirs:
            command = (sys.executable, "-m", "tests.fork_server")
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), cwd=REPOSITORY, env=environment())

    def fork(
        self,
        program: str,
        arguments: Sequence[str],
        settings: Mapping[str, str],
        folder: Path,
        descriptors: Sequence[int],
    ) -> int:
        """Start a process with these descriptors for its input, output, log and exit code; return its id.

        The program is `bot`, or the `actor` of `tests/store/embedded/acting.py`.
        """
        order = {"program": program, "arguments": arguments, "settings": dict(settings), "folder": str(folder)}
        socket.send_fds(self._orders, [json.dumps(order).encode()], list(descriptors))
        answer = self._orders.recv(_LONGEST_ANSWER)
        assert answer, "the fork server ended"
        return int(answer)

    def close(self) -> None:
        """End it."""
        self._orders.close()
        self._process.wait()


@cache
def fork_server() -> ForkServer:
    """Return this process's fork server."""
    server = ForkServer()
    atexit.register(server.close)
    return server


@dataclass(frozen=True, slots=True)
class Forked:
    """A process that runs the bot, what it writes, and how it ends."""

    pid: int
    output: StreamReader
    log: StreamReader
    ended: "asyncio.Task[int]"

    @classmethod
    async def start(
        cls,
        arguments: Sequence[str],
        settings: Mapping[str, str],
        folder: Path,
        *,
        typed: str = "",
        joined: bool = False,
    ) -> Self:
        """Run `python -m bot` with these arguments and these settings alone.

        Its input is what was `typed`, at most 64 KiB. Where they are `joined`, its log goes where its output goes.
        """
        pipes = [os.pipe() for _ in range(3)]
        output, log, code = (theirs for _, theirs in pipes)
        given, giving = os.pipe()
        try:
            os.write(giving, typed.encode())
            os.close(giving)
            standard = [given, output, output if joined else log]
            pid = fork_server().fork("bot", arguments, settings, folder, [*standard, code])
        finally:
            for theirs in (given, output, log, code):
                os.close(theirs)
        readers = [await _reader(ours) for ours, _ in pipes]
        return cls(pid, readers[0], readers[1], asyncio.create_task(_code(readers[2])))

    async def end(self, how: signal.Signals) -> int:
        """Send it a signal, unless it has ended, and return its exit code."""
        with suppress(ProcessLookupError):
            if not self.ended.done():
                os.kill(self.pid, how)
        return await self.ended


async def _reader(descriptor: int) -> StreamReader:
    reader = StreamReader()
    pipe = os.fdopen(descriptor, "rb")
    await asyncio.get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(reader), pipe)
    return reader


async def _code(reader: StreamReader) -> int:
    return int(await reader.read())
