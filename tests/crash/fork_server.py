"""A process that has imported all of the bot and forks itself for each start, so that a start costs next to nothing.

What is forked is a process of its own that runs `bot.__main__`: it can be killed like any other. Orders come as lines
of JSON on standard input, a socket: an environment and a folder, together with the descriptor to log to; or the id of
a process to be killed. Each is answered with a line, the process's id or its exit code. When the orders end, so does
everything that was forked.
"""

import gc
import json
import os
import signal
import socket
import ssl
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

# ruff: noqa: F401 - what follows a bot imports only once it runs
import alembic.ddl.postgresql
import anyio._backends._asyncio
import certifi
import httpcore
import httpcore2
import sqlalchemy.dialects.postgresql.psycopg

from bot.__main__ import cli

_LONGEST_ORDER = 65_536


def _become_bot(settings: dict[str, str], folder: str, log: int) -> NoReturn:
    """Run the bot as `python -m bot` does, in this process."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(settings)
        cli(prog_name="python -m bot")
        code = 0
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 1
    finally:
        sys.stderr.flush()
        os._exit(code)


def _start(orders: socket.socket, settings: dict[str, str], folder: str, log: int) -> int:
    """Fork a bot and return its id."""
    pid = os.fork()
    if pid == 0:
        orders.close()
        _become_bot(settings, folder, log)
    os.close(log)
    return pid


def _kill(pid: int) -> int:
    """Kill a bot and return its exit code, as subprocess tells it."""
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _trust_one(folder: Path) -> None:
    """Let every client know one authority instead of all: reading all of them takes half of a start.

    Nothing in a run speaks TLS.
    """
    first, end, _ = certifi.contents().partition("-----END CERTIFICATE-----\n")
    one = folder / "authority.pem"
    one.write_text(first + end)
    certifi.where = lambda: str(one)
    paths = ssl.get_default_verify_paths()._replace(openssl_cafile=str(one), openssl_capath="")
    ssl.get_default_verify_paths = lambda: paths


def main() -> None:
    """Carry out orders until there are no more, or until it is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    running = set[int]()
    try:
        with tempfile.TemporaryDirectory(prefix="keepsake-forks-") as folder:
            _trust_one(Path(folder))
            _carry_out(socket.socket(fileno=0), running)
    except KeyboardInterrupt:
        pass  # as those who gave the orders
    finally:
        for pid in running:
            _kill(pid)


def _carry_out(orders: socket.socket, running: set[int]) -> None:
    gc.freeze()  # what is here stays, so that no collection makes a fork copy it
    while True:
        line, descriptors, _, _ = socket.recv_fds(orders, _LONGEST_ORDER, 1)
        if not line:
            return
        order = json.loads(line)
        if descriptors:
            pid = _start(orders, order["settings"], order["folder"], descriptors[0])
            running.add(pid)
            orders.sendall(b"%d\n" % pid)
        else:
            running.discard(order["kill"])
            orders.sendall(b"%d\n" % _kill(order["kill"]))


if __name__ == "__main__":
    main()
