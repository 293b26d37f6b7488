"""A host that is gone without a word: who has the lock knows it before the server gives the lock away.

Two network namespaces stand for two hosts, and packets that get lost for the end of one.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from bot.database.bot_lock import LOCK_CLASS, held
from bot.database.embedded import EmbeddedServer
from bot.errors import DatabaseUnavailable
from tests.forks import environment

LONGEST_SECONDS = 30
"""Until a dead host is noticed."""
_NETWORK = f"10.223.{os.getpid() // 64 % 256}.{os.getpid() % 64 * 4}"
OURS, THEIRS = str(ip_address(_NETWORK) + 1), str(ip_address(_NETWORK) + 2)
NOBODY = "02:00:00:00:00:01"
START = f"""
from pathlib import Path
from bot.database.embedded import EmbeddedServer
import sys
EmbeddedServer(Path(sys.argv[1]), settings={{"listen_addresses": "{THEIRS}", "fsync": "off"}}).start()
"""


class OtherHost:
    """A network namespace that a cable leads to."""

    def __init__(self) -> None:
        self.name = f"keepsake{os.getpid()}"
        self._cable = f"ks{os.getpid()}"

    def open(self) -> None:
        """Make it. Raises CalledProcessError where that isn't allowed."""
        ip("netns", "add", self.name)
        ip("link", "add", f"{self._cable}a", "type", "veth", "peer", "name", f"{self._cable}b", "netns", self.name)
        ip("address", "add", f"{OURS}/30", "dev", f"{self._cable}a")
        ip("link", "set", f"{self._cable}a", "up")
        ip("-n", self.name, "address", "add", f"{THEIRS}/30", "dev", f"{self._cable}b")
        ip("-n", self.name, "link", "set", f"{self._cable}b", "up")

    def close(self) -> None:
        """Remove it, and the cable with it."""
        ip("netns", "delete", self.name)

    def lose_packets(self) -> None:
        """Let everything that is sent between the hosts get lost."""
        for host, address, end in ((("-n", self.name), OURS, "b"), ((), THEIRS, "a")):
            ip(*host, "neighbour", "replace", address, "lladdr", NOBODY, "nud", "permanent", "dev", self._cable + end)


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@pytest.fixture
def other_host() -> Iterator[OtherHost]:
    """Another host, which nothing runs on."""
    host = OtherHost()
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs root, and the program ip")
    try:
        host.open()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"needs a network namespace: {error.stderr.decode().strip()}")
    yield host
    host.close()


@pytest.fixture
def server(other_host: OtherHost, data_dir: Path) -> Iterator[psycopg.Connection]:
    """A PostgreSQL on the other host, and a connection that needs no network."""
    start = ["ip", "netns", "exec", other_host.name, sys.executable, "-c", START, str(data_dir)]
    subprocess.run(start, check=True, env=environment())
    server = EmbeddedServer(data_dir, owner=True)
    with ExitStack() as stack:
        url = server.start()
        stack.callback(server.stop)
        with (data_dir / "postgres" / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {OURS}/32 trust\n")
        plain = make_url(url).set(drivername="postgresql").render_as_string()
        connection = stack.enter_context(psycopg.connect(plain, autocommit=True))
        connection.execute("SELECT pg_reload_conf()")
        yield connection


def is_held(server: psycopg.Connection) -> bool:
    locks = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = %s"
    return bool(server.execute(locks, [LOCK_CLASS]).rowcount)


async def test_the_holder_notices_before_the_server_does(other_host: OtherHost, server: psycopg.Connection) -> None:
    cut = 0.0

    async def work() -> None:
        nonlocal cut
        async with held(f"postgresql+psycopg://keepsake@{THEIRS}/keepsake", 1000):
            assert is_held(server)
            other_host.lose_packets()
            cut = time.monotonic()
            await asyncio.Event().wait()

    with pytest.raises(DatabaseUnavailable, match="was lost"):
        await work()
    assert is_held(server)
    while is_held(server):
        assert time.monotonic() - cut < LONGEST_SECONDS
        await asyncio.sleep(0.1)  # the server is the only witness
