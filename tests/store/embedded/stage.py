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
from typing import TextIO

import pytest

from bot.kit.errors import StartError
from tests.forks import fork_server

REPOSITORY = Path(__file__).parents[3]
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as several users")
STDERR = 2


@dataclass(frozen=True)
class Person:
    """A user of this machine, with a home among the test's folders."""

    uid: int
    gid: int
    home: Path

    @property
    def data_dir(self) -> Path:
        """The person's folder of the bot's data."""
        return self.home / "data"

    @property
    def pid_file(self) -> Path:
        """Say where PostgreSQL tells that it runs."""
        return self.data_dir / "postgres" / "data" / "postmaster.pid"


@dataclass
class Actor:
    """A process of a person, that uses the data folder as the bot (`owner`) or a command does."""

    pid: int
    requests: TextIO
    answers: TextIO
    ended: TextIO
    """Comes to its end with the process."""

    def ask(self, *request: str) -> None:
        """Send a request without waiting for its answer."""
        self.requests.write(json.dumps(request) + "\n")
        self.requests.flush()

    def answer(self) -> str:
        """Wait for an answer; an error of the process is raised here."""
        line = self.answers.readline()
        assert line, "the process ended"
        answer = json.loads(line)
        if "error" in answer:
            raise StartError(answer["error"])
        return str(answer["value"])

    def do(self, *request: str) -> str:
        """Have a request carried out, and give its answer: a URL of "start", the first value of a "query"."""
        self.ask(*request)
        return self.answer()

    def end(self) -> None:
        """Let the process end, which leaves the server as it is."""
        self.requests.close()
        with self.answers, self.ended:
            self.ended.read()

    def kill(self) -> None:
        """Kill the process as `kill -9` does."""
        os.kill(self.pid, signal.SIGKILL)
        self.ended.read()


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
        """Start a process of the person; `environment` adds to the little it gets, `within` is what runs it.

        It is forked, but where something else is to run it.
        """
        variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(person.home),
            "PYTHONPATH": f"{wheel or self.wheel}:{REPOSITORY}",
            **(environment or {}),
        }
        arguments = [str(person.uid), str(person.gid), str(data_dir or person.data_dir), "owner" if owner else ""]
        pipes = [os.pipe() for _ in range(3)]
        (given, requests), (answers, written), (ended, code) = pipes
        if within:
            command = [*within, sys.executable, "-m", "tests.store.embedded.acting", *arguments]
            process = subprocess.Popen(command, env=variables, stdin=given, stdout=written, pass_fds=[code])
            self.actors.enter_context(process)
            pid = process.pid
        else:
            pid = fork_server().fork("actor", arguments, variables, self.folder, [given, written, STDERR, code])
        for theirs in (given, written, code):
            os.close(theirs)
        actor = Actor(pid, os.fdopen(requests, "w"), os.fdopen(answers), os.fdopen(ended))
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
