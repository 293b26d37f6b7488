"""A process that has imported all of the bot and forks itself for each start, so that a start costs next to nothing.

What is forked is a process of its own that runs `bot.__main__`, or another program: it can be killed like any other.
Each order is a line of JSON on standard input, a socket: a program, arguments, an environment and a folder. The
descriptors for standard input, output, error and the exit code come with it. The process id is the answer. When the
orders end, so does everything that was forked.
"""

import gc
import json
import os
import selectors
import signal
import socket
import ssl
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NoReturn, TypedDict

# ruff: noqa: F401 - what follows a bot imports only once it runs
import alembic.ddl.postgresql
import anyio._backends._asyncio
import certifi
import httpcore
import httpcore2
import openai.resources.chat.chat
import openai.resources.embeddings
import openai.resources.models
import sqlalchemy.dialects.postgresql.psycopg

import bot.cli.commands
import bot.cli.entry
import bot.doors.http.server
from bot.__main__ import main as run_bot
from tests.store.embedded.acting import act

_LONGEST_ORDER: Final = 65_536
_DESCRIPTORS: Final = 4
_MOST_DESCRIPTORS: Final = 4_096
_OURS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)


class Order(TypedDict):
    """What to run: a program, the arguments of its command line, the whole environment, and the working directory."""

    program: Literal["bot", "actor"]
    arguments: list[str]
    settings: dict[str, str]
    folder: str


class Forks:
    """What was forked and runs, and where the exit code of each is wanted."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._wanted = dict[int, int]()

    def start(self, order: Order, descriptors: list[int]) -> int:
        """Fork a process and return its id."""
        *standard, wanted = descriptors
        pid = os.fork()
        if pid == 0:
            self._orders.detach()
            _become(order, standard)
        for descriptor in standard:
            os.close(descriptor)
        self._wanted[pid] = wanted
        return pid

    def report(self) -> None:
        """Report the exit codes of those that ended, as subprocess has them."""
        while self._wanted:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            wanted = self._wanted.pop(pid)
            with suppress(BrokenPipeError):
                os.write(wanted, b"%d" % os.waitstatus_to_exitcode(status))
            os.close(wanted)

    def kill(self) -> None:
        """End everything that runs."""
        for pid in self._wanted:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _become(order: Order, standard: list[int]) -> NoReturn:
    """Run the program of an order in this process, as if Python had begun with it."""
    code = 1
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in _OURS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for target, descriptor in enumerate(standard):
            os.dup2(descriptor, target)
        os.closerange(len(standard), _MOST_DESCRIPTORS)  # those of other processes would never end as long as this runs
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["settings"])
        sys.path[:0] = order["settings"].get("PYTHONPATH", "").split(os.pathsep)
        tempfile.tempdir = None
        match order["program"]:
            case "bot":
                run_bot(order["arguments"])
            case "actor":
                act(*order["arguments"])
        code = 0
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 1
    except Exception:  # noqa: BLE001 - as Python does it with what nobody catches
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


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


def _carry_out(orders: socket.socket, forks: Forks, woken: socket.socket) -> None:
    """Carry out orders until there are no more, and report whatever ends."""
    gc.freeze()  # what is here stays, so that no collection makes a fork copy it
    gc.set_threshold(50_000)  # a short life needs few collections
    with selectors.DefaultSelector() as selector:
        selector.register(orders, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in selector.select()}
            if woken in ready:
                woken.recv(_LONGEST_ORDER)
                forks.report()
            if orders in ready:
                line, descriptors, _, _ = socket.recv_fds(orders, _LONGEST_ORDER, _DESCRIPTORS)
                if not line:
                    return
                orders.sendall(b"%d\n" % forks.start(json.loads(line), descriptors))


def main() -> None:
    """Carry out orders until there are no more, or until a stop."""
    orders = socket.socket(fileno=0)
    woken, waking = socket.socketpair()
    for end in (woken, waking):
        end.setblocking(False)  # noqa: FBT003 - socket's signature
    forks = Forks(orders)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waking.fileno())
    with suppress(KeyboardInterrupt):  # as those who gave the orders
        try:
            with tempfile.TemporaryDirectory(prefix="keepsake-forks-") as folder:
                _trust_one(Path(folder))
                _carry_out(orders, forks, woken)
        finally:
            forks.kill()


if __name__ == "__main__":
    main()
