"""The bot as a process that is forked from a fork server, and what it logs."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.process import environment


class ForkServer:
    """The process that forks bots. Use it as an async context manager."""

    def __init__(self) -> None:
        self._orders, self._theirs = socket.socketpair()
        self._orders.setblocking(False)  # noqa: FBT003 - socket's signature
        self._one_by_one = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.crash.fork_server", stdin=self._theirs.fileno(), env=environment()
        )
        self._theirs.close()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._orders.close()
        if self._process:
            await self._process.wait()

    async def start(self, settings: Mapping[str, str], folder: Path, log: int) -> int:
        """Start a bot that logs to a descriptor; return its process id."""
        return await self._order({"settings": dict(settings), "folder": str(folder)}, [log])

    async def kill(self, pid: int) -> int:
        """End a bot with SIGKILL, see it gone, and return its exit code: -9, unless it had ended before."""
        return await self._order({"kill": pid}, [])

    async def _order(self, order: dict[str, object], descriptors: list[int]) -> int:
        async with self._one_by_one:
            socket.send_fds(self._orders, [json.dumps(order).encode()], descriptors)
            answer = await asyncio.get_running_loop().sock_recv(self._orders, 32)
        return int(answer)


class ForkedBot:
    """The bot, which can be started and killed again and again; its log goes on."""

    def __init__(self, forks: ForkServer, folder: Path, settings: Mapping[str, str]) -> None:
        self._forks = forks
        self._folder = folder
        self._settings = environment(LOG_FORMAT="json", **settings)
        self._pid: int | None = None
        self._reading: asyncio.Task[None] | None = None
        self.ended_by_itself = asyncio.Event()
        self.log: list[str] = []

    async def start(self) -> None:
        """Start it, and no more."""
        loop = asyncio.get_running_loop()
        ours, theirs = os.pipe()
        self._pid = await self._forks.start(self._settings, self._folder, theirs)
        os.close(theirs)
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours, "rb"))
        self._reading = asyncio.create_task(self._read(reader, self._pid))

    async def kill(self) -> None:
        """End it with SIGKILL and see it gone. AssertionError: it had ended by itself."""
        if self._pid is None or self._reading is None:
            return
        pid, self._pid = self._pid, None
        code = await self._forks.kill(pid)
        await self._reading
        assert code == -signal.SIGKILL or self.ended_by_itself.is_set(), f"it ended by itself, with exit code {code}"

    async def _read(self, reader: asyncio.StreamReader, pid: int) -> None:
        async for line in reader:
            self.log.append(line.decode().rstrip())
        if self._pid == pid:
            self.ended_by_itself.set()
