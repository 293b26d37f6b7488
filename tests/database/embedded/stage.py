"""Where these tests play: people who are users of this machine, and processes of theirs that use the data folder."""

import fcntl
import json
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.errors import StartError

REPOSITORY = Path(__file__).parents[3]
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as several users")
STARTED = "SELECT pg_postmaster_start_time()"


@dataclass(frozen=True)
class Person:
    """A user of this machine, with a home among the test's folders."""

    uid: int
    gid: int
    home: Path

    @property
    def data_dir(self) -> Path:
        """Say where this person keeps the bot's data."""
        return self.home / "data"

    @property
    def pid_file(self) -> Path:
        """Say where PostgreSQL tells that it runs."""
        return self.data_dir / "postgres" / "data" / "postmaster.pid"

    def postmaster_pid(self) -> int:
        """Read the number of the server's first process."""
        return int(self.pid_file.read_text().split()[0])


@dataclass
class Actor:
    """A process of a person, that uses the data folder as the bot (`owner`) or a command does."""

    process: subprocess.Popen[str]

    def ask(self, *request: str) -> None:
        """Send a request without waiting for its answer."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        """Wait for an answer; an error of the process is raised here."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the process ended"
        answer = json.loads(line)
        if "error" in answer:
            raise StartError(answer["error"])
        return str(answer["value"])

    def start(self) -> str:
        """Start the server or find it, and give its URL."""
        self.ask("start")
        return self.answer()

    def stop(self) -> None:
        """Leave the server."""
        self.ask("stop")
        self.answer()

    def hold(self) -> None:
        """Take the data folder, as the bot does."""
        self.ask("hold")
        self.answer()

    def query(self, sql: str) -> str:
        """Give the first value of the answer."""
        self.ask("query", sql)
        return self.answer()

    def end(self) -> None:
        """Let the process end, which leaves the server as it is."""
        assert self.process.stdin
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        finally:
            self.process.kill()

    def kill(self) -> None:
        """Kill the process as `kill -9` does."""
        self.process.kill()
        self.process.wait()


@dataclass
class Stage:
    """Where the actors play: folders that every user can reach, and the processes there."""

    folder: Path
    wheel: Path
    actors: ExitStack = field(default_factory=ExitStack)

    def person(self, name: str) -> Person:
        """Give a user a home of their own."""
        entry = pwd.getpwnam(name)
        home = self.folder / name
        home.mkdir()
        home.chmod(0o711)
        os.chown(home, entry.pw_uid, entry.pw_gid)
        return Person(entry.pw_uid, entry.pw_gid, home)

    def actor(
        self,
        person: Person,
        *,
        owner: bool = False,
        data_dir: Path | None = None,
        environment: dict[str, str] | None = None,
        wheel: Path | None = None,
        within: Sequence[str | Path] = (),
    ) -> Actor:
        """Start a process of the person; `environment` adds to the little it gets, `within` is what runs it."""
        variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(person.home),
            "PYTHONPATH": f"{wheel or self.wheel}:{REPOSITORY}",
            **(environment or {}),
        }
        if person.uid == os.geteuid():
            variables |= {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
        arguments = [str(person.uid), str(person.gid), str(data_dir or person.data_dir), "owner" if owner else ""]
        process = self.actors.enter_context(
            subprocess.Popen(
                [*within, sys.executable, "-m", "tests.database.embedded.acting", *arguments],
                env=variables,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        )
        actor = Actor(process)
        self.actors.callback(actor.end)
        return actor

    def clear(self) -> None:
        """End every process, servers too, and remove the folders."""
        self.actors.close()
        for lock in self.folder.rglob("server.lock"):
            end_server(lock)
        shutil.rmtree(self.folder)


def end_server(lock: Path) -> None:
    """Kill the server that holds the lock, if one does."""
    pid_file = lock.parent / "data" / "postmaster.pid"
    if is_held(lock) and pid_file.exists():
        with suppress(ProcessLookupError):
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
    wait_until(lambda: not is_held(lock))


def is_held(lock: Path) -> bool:
    with lock.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)
