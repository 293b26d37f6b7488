"""`make` at a terminal: what fails says so in a sentence, and neither make nor Python adds anything."""

import os
import pty
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.clone import PYTHON, cloned
from tests.forks import environment
from tests.scenarios.test_full_disk import mounted

SECONDS = 60


@pytest.fixture
def clone() -> Iterator[Path]:
    """A clone that needs no installation."""
    with cloned() as folder:
        yield folder


@pytest.fixture
def bare() -> Iterator[Path]:
    """A clone in which nothing is installed."""
    with cloned(installed=False) as folder:
        yield folder


@dataclass
class Terminal:
    """A terminal in which one command runs."""

    pid: int
    descriptor: int
    written: str = ""

    @classmethod
    def start(cls, folder: Path, *command: str, **settings: str) -> "Terminal":
        """Start a command in a terminal of its own."""
        pid, descriptor = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment(**settings))  # noqa: S606 - a command of the test's own
        return cls(pid, descriptor)

    def read_until(self, pattern: str) -> str:
        """Read until a pattern is written; return what it matched."""
        while not (found := re.search(pattern, self.written)):
            assert self._read(), self.written
        return found[0]

    def press(self, keys: bytes) -> None:
        """Type keys."""
        os.write(self.descriptor, keys)

    def end(self) -> int:
        """Read to the end; return the exit code, negative for a signal."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        try:
            piece = os.read(self.descriptor, 65_536)
        except OSError:  # Linux reports the end like this
            return False
        self.written += re.sub(r"\x1b\[\d*m", "", piece.decode()).replace("\r\n", "\n")
        return bool(piece)


def make(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """Run make to its end; return its exit code and what it wrote."""
    done = subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=environment(**settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout


def test_a_second_run_names_the_page_of_the_first_which_ctrl_c_ends_without_a_word(clone: Path) -> None:
    data = clone.parent / "data"
    first = Terminal.start(clone, "make", "run", PYTHON, DATA_DIR=str(data))
    first.read_until(r"Which one\?")
    first.press(b"1\n")
    page = first.read_until(r"http://127\.0\.0\.1:\d+")
    first.read_until(r"running +model")
    code, written = make(clone, "run", PYTHON, DATA_DIR=str(data))
    first.press(b"\x03")
    assert first.end() == -signal.SIGINT  # make's own end after Ctrl-C, which a shell passes over
    assert "***" not in first.written
    assert "Traceback" not in first.written
    assert code == 1, written
    assert written == (
        f"Keepsake is already running at {page}, on the data folder {data}. Use that one, or stop it first. "
        "For a second one, set DATA_DIR to another folder.\n"
    )


def test_a_wrong_setting_is_a_failure_also_where_make_ignores_the_signal(clone: Path) -> None:
    ignored = ["sh", "-c", "trap '' INT QUIT; exec make \"$@\"", "make", "run", PYTHON]
    done = subprocess.run(
        ignored, cwd=clone, env=environment(DATA_DIR="data"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.startswith("DATA_DIR ")) == (2, True), done


def test_without_a_python_that_fits_it_says_which_it_needs(bare: Path) -> None:
    code, written = make(bare, "run", "PYTHON=python2.7 nonsense")
    assert code == 1, written
    assert re.fullmatch(r"Keepsake needs Python 3\.11 .+ None of these is one: python2\.7 nonsense\..+\n", written)


def test_without_a_network_an_install_says_so_and_keeps_the_rest_in_a_log(bare: Path) -> None:
    dead = "http://127.0.0.1:9"
    settings = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": dead, "PIP_NO_CACHE_DIR": "1"}
    code, written = make(bare, "run", **settings)
    assert code == 1, written
    assert written == (
        "Installing Keepsake into .venv (takes a minute) ...\n"
        "The packages can't be downloaded. Check the network connection, then try again. "
        "The details are in .venv/install.log.\n"
    )
    assert "Retrying" in (bare / ".venv/install.log").read_text()


def test_on_a_full_disk_an_install_says_so(bare: Path) -> None:
    with mounted(bare / ".venv", "5m"):
        code, written = make(bare, "run")
    assert code == 1, written
    assert written == "The disk is full. Free about 1 GB, then try again.\n"
