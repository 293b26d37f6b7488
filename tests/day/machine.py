"""The machine that the bot runs on: a disk, PostgreSQL behind a proxy, and the bot as a process."""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, LiteralString

import httpx

from bot.store.embedded import EmbeddedServer
from bot.store.migrate import upgrade
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.databases import administration
from tests.process import BotProcess, free_port, run
from tests.properties.chat_world import Row

_DISK: Final = "400m"
_SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_size": "64MB",
    "min_wal_size": "32MB",
}
"""PostgreSQL is killed, but its machine is not: what it has written is there."""
_METRICS_SECONDS: Final = 60
_WATCH_SECONDS: Final = 0.5
_BLOCK: Final = bytes(65_536)


@dataclass(frozen=True, slots=True)
class Machine:
    """What can go wrong below the bot, and what of it can be looked at."""

    folder: Path
    server: EmbeddedServer
    proxy: PostgresProxy
    bot: BotProcess
    api_url: str
    has_own_disk: bool
    """Whether its disk is a small one that can be filled."""
    tokens: list[str] = field(default_factory=list)
    """The access token for what the bot tells of itself, once there is one."""

    @property
    def temporary(self) -> Path:
        """The folder for the bot's temporary files."""
        return self.folder / "tmp"

    @property
    def data(self) -> Path:
        """The bot's data folder."""
        return self.folder / "bot" / "data"

    def rows(self, query: LiteralString, *parameters: object) -> list[Row]:
        """Ask the database."""
        with administration(self.server.url) as connection:
            return connection.execute(query, parameters).fetchall()

    async def measured(self) -> Mapping[str, float]:
        """Return what the bot tells of itself without labels, by name."""
        if not self.tokens:
            asked = ("token", "add", "Day", "--read-only", "--user", "1")
            _, said = await run(*asked, cwd=self.folder / "bot", **self.bot.settings)
            self.tokens.append(said.splitlines()[-1])
        headers = {"Authorization": f"Bearer {self.tokens[-1]}"}
        async with httpx.AsyncClient(base_url=self.api_url, headers=headers, timeout=_METRICS_SECONDS) as http:
            lines = (await http.get("/metrics")).raise_for_status().text.splitlines()
        told = (it.rsplit(" ", 1) for it in lines if not it.startswith("#") and "{" not in it)
        return {name: float(value) for name, value in told}

    def kill_database(self) -> None:
        """Kill PostgreSQL as a system does that is out of memory; it is soon started again."""
        pid = (self.folder / "disk" / "postgres" / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(pid), signal.SIGKILL)

    def fill_disk(self) -> None:
        """Leave no room on PostgreSQL's disk."""
        with self._filling.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(_BLOCK):
                pass

    def free_disk(self) -> None:
        """Make room again."""
        self._filling.unlink(missing_ok=True)

    def suspend(self) -> None:
        """Suspend the bot's process."""
        os.kill(self.bot.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let the bot's process go on."""
        os.kill(self.bot.pid, signal.SIGCONT)

    @asynccontextmanager
    async def tended(self) -> AsyncIterator[None]:
        """Start PostgreSQL again whenever it has died and there is room, as systemd would; at last end all faults."""
        tending = asyncio.create_task(self._tend())
        try:
            yield
        finally:
            self.resume()
            self.free_disk()
            await self.proxy.back()
            await asyncio.sleep(_WATCH_SECONDS)
            tending.cancel()

    async def _tend(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            if not self._filling.exists() and await asyncio.to_thread(lambda: self.server.has_died):
                await asyncio.to_thread(self.server.start_again)

    @property
    def _filling(self) -> Path:
        return self.folder / "disk" / "filling"


async def pass_on(_: Statement) -> None:
    """Let a statement pass."""


@asynccontextmanager
async def machine(settings: Mapping[str, str]) -> AsyncIterator[Machine]:
    """Yield a machine with a bot that has these settings and is not started."""
    folder = Path(tempfile.mkdtemp(prefix="keepsake-day-"))
    folder.chmod(0o711)  # noqa: ASYNC240 - root's server runs as another user, who has to reach it
    try:
        with _disk(folder / "disk") as has_own_disk:
            server = EmbeddedServer(folder / "disk", owner=True, settings=_SETTINGS)
            try:
                await asyncio.to_thread(server.start)
                await asyncio.to_thread(upgrade, server.url)
                async with PostgresProxy(server.url, pass_on) as proxy:
                    yield _built(folder, server, proxy, settings, has_own_disk=has_own_disk)
            finally:
                await asyncio.to_thread(server.stop)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _built(
    folder: Path, server: EmbeddedServer, proxy: PostgresProxy, settings: Mapping[str, str], *, has_own_disk: bool
) -> Machine:
    for name in ("bot", "tmp"):
        (folder / name).mkdir()
    port = free_port()
    own = {
        "API_PORT": str(port),
        "DATA_DIR": str(folder / "bot" / "data"),
        "TMPDIR": str(folder / "tmp"),
        "DATABASE_URL": proxy.url.replace("postgresql+psycopg://", "postgresql://"),
    }
    bot = BotProcess(folder / "bot", {**settings, **own})
    return Machine(folder, server, proxy, bot, f"http://127.0.0.1:{port}", has_own_disk)


@contextmanager
def _disk(folder: Path) -> Iterator[bool]:
    """Mount a small disk, or make a folder where that is not allowed; the value tells which."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK},mode=711", "tmpfs", str(folder)]
    is_mounted = not subprocess.run(mount, capture_output=True, check=False).returncode
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)
