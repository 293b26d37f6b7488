"""A host that is gone without a word: who has the lock knows it before the server gives the lock away.

Two network namespaces stand for two hosts, and packets that get lost for the end of one. The machine's own network
stays as it is: browsers drop their connections when that changes.
"""

import asyncio
import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
OURS, THEIRS = "10.223.0.1", "10.223.0.2"
CABLE = "cable"
NOBODY = "02:00:00:00:00:01"
START = f"""
from pathlib import Path
from bot.database.embedded import EmbeddedServer
import sys
EmbeddedServer(Path(sys.argv[1]), settings={{"listen_addresses": "{THEIRS}", "fsync": "off"}}).start()
"""


class Hosts:
    """Two network namespaces, ours and theirs, and a cable between them."""

    def __init__(self) -> None:
        self.ours, self.theirs = f"keepsake{os.getpid()}a", f"keepsake{os.getpid()}b"

    def open(self) -> None:
        """Make them. Raises CalledProcessError where that isn't allowed."""
        for host in (self.ours, self.theirs):
            ip("netns", "add", host)
        ip("-n", self.ours, "link", "add", CABLE, "type", "veth", "peer", "name", CABLE, "netns", self.theirs)
        for host, address in ((self.ours, OURS), (self.theirs, THEIRS)):
            ip("-n", host, "address", "add", f"{address}/30", "dev", CABLE)
            ip("-n", host, "link", "set", CABLE, "up")

    def close(self) -> None:
        """Remove them, and the cable with them."""
        for host in (self.ours, self.theirs):
            ip("netns", "delete", host)

    def lose_packets(self) -> None:
        """Let everything that is sent between the hosts get lost."""
        for host, other in ((self.theirs, OURS), (self.ours, THEIRS)):
            ip("-n", host, "neighbour", "replace", other, "lladdr", NOBODY, "nud", "permanent", "dev", CABLE)


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@contextmanager
def being_at(host: str) -> Iterator[None]:
    """Let this thread's new connections begin at a host."""
    with Path("/proc/thread-self/ns/net").open() as outside, Path("/run/netns", host).open() as inside:
        enter = ctypes.CDLL(None, use_errno=True).setns
        assert enter(inside.fileno(), 0) == 0, os.strerror(ctypes.get_errno())
        yield
        assert enter(outside.fileno(), 0) == 0, os.strerror(ctypes.get_errno())


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    """Two hosts that nothing runs on but this test."""
    hosts = Hosts()
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs root, and the program ip")
    try:
        hosts.open()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"needs a network namespace: {error.stderr.decode().strip()}")
    with being_at(hosts.ours):
        yield hosts
    hosts.close()


@pytest.fixture
def server(hosts: Hosts, data_dir: Path) -> Iterator[psycopg.Connection]:
    """A PostgreSQL on the other host, and a connection that needs no network."""
    start = ["ip", "netns", "exec", hosts.theirs, sys.executable, "-c", START, str(data_dir)]
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


async def test_the_holder_notices_before_the_server_does(hosts: Hosts, server: psycopg.Connection) -> None:
    cut = 0.0

    async def work() -> None:
        nonlocal cut
        async with held(f"postgresql+psycopg://keepsake@{THEIRS}/keepsake", 1000):
            assert is_held(server)
            hosts.lose_packets()
            cut = time.monotonic()
            await asyncio.Event().wait()

    with pytest.raises(DatabaseUnavailable, match="was lost"):
        await work()
    assert is_held(server)
    while is_held(server):
        assert time.monotonic() - cut < LONGEST_SECONDS
        await asyncio.sleep(0.1)  # the server is the only witness
