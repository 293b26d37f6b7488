"""Installs a lock into `.venv` for the Makefile. It shows one line of progress, and one sentence if it fails.

Everything that pip writes is in the log that the sentence names.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import IO, Final

VENV: Final = Path(".venv")
PYTHON: Final = VENV / "bin" / "python"
LOG: Final = VENV / "install.log"
_TICK_SECONDS: Final = 0.2
_PIP: Final = ("-m", "pip", "--disable-pip-version-check", "--no-input")
_INSTALL: Final = ("install", "--no-deps", "--require-hashes", "--progress-bar=off", "--retries=2", "--timeout=20")
_NO_NETWORK: Final = (
    "NewConnectionError|NameResolutionError|Max retries exceeded|ConnectTimeout|ReadTimeout|ProxyError|SSLError|"
    "Connection broken|IncompleteRead|Temporary failure in name resolution|Network is unreachable"
)
_LEAST_BYTES: Final = 200_000_000
"""Room without which nothing can be installed."""
_NO_ROOM: Final = "No space left on device"
_CAUSES: Final = {
    f"{_NO_ROOM}|Disk quota exceeded": "The disk is full. Free about 1 GB",
    _NO_NETWORK: "The packages can't be downloaded. Check the network connection",
    "DO NOT MATCH THE HASHES": "A downloaded package isn't the one in the lock. Check the package index",
    "Permission denied": "The folder .venv can't be written. Make it yours, or remove it",
}
"""What to do, by a pattern of pip's output; the first one that fits."""


class NotInstalled(Exception):  # noqa: N818 - named for the situation
    """The lock is not installed; the message is for the person at the terminal."""


def install(lock: Path, what: str, *, fresh: bool) -> None:
    """Install the packages of a lock, into a new `.venv` if wanted. Raises NotInstalled."""
    began = time.monotonic()
    if fresh:
        _make_venv()
    with LOG.open("w") as log:
        pip = subprocess.Popen(  # noqa: S603 - constant arguments
            [PYTHON, *_PIP, *_INSTALL, "-r", lock], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        seen: list[str] = []
        reader = Thread(target=_copy, args=(pip, log, seen))
        reader.start()
        with _line() as show:
            while reader.is_alive():
                show(f"{what}: {_progress(lock, seen)}")
                reader.join(_TICK_SECONDS)
        checked = pip.wait() or subprocess.call([PYTHON, *_PIP, "check"], stdout=log, stderr=log)  # noqa: S603 - as above
    if checked:
        raise NotInstalled(f"{_cause(LOG.read_text(errors='replace'))}. The details are in {LOG}.")
    print(f"{what}: done in {time.monotonic() - began:.0f} s.")  # noqa: T201 - for the person at the terminal


def _make_venv() -> None:
    """Make `.venv` anew. Raises NotInstalled."""
    made = subprocess.run(  # noqa: S603 - as above
        [sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True, check=False
    )
    if made.returncode:
        written = f"{made.stdout}{made.stderr}"
        with suppress(OSError):
            LOG.write_text(written)
        has_room = shutil.disk_usage(VENV).free >= _LEAST_BYTES  # `venv` doesn't say what stopped it
        raise NotInstalled(f"{_cause(written if has_room else _NO_ROOM)}.")


def _copy(pip: "subprocess.Popen[str]", log: IO[str], seen: list[str]) -> None:
    """Copy pip's output into the log, as far as the disk has room."""
    for line in pip.stdout or ():
        seen.append(line)
        with suppress(OSError):
            log.write(line)
            log.flush()


def _progress(lock: Path, seen: Sequence[str]) -> str:
    """Return how far pip is, from what it has written."""
    listed = len(re.findall(r"^[A-Za-z0-9][\w.-]*==", lock.read_text(), re.MULTILINE))
    total = listed - sum(line.startswith("Ignoring ") for line in seen)
    if any(line.startswith("Installing collected") for line in seen):
        there = len(list(VENV.glob("lib/python*/site-packages/*.dist-info")))
        return f"unpacked {min(there, total)} of {total} packages"
    found = sum(line.startswith(("Collecting ", "Requirement already")) for line in seen)
    return f"downloaded {found} of {total} packages"


@contextmanager
def _line() -> Iterator["_Show"]:
    """Yield a function that shows one line again and again on a terminal, and only its first one elsewhere."""
    show = _Show()
    yield show
    show.clear()


class _Show:
    def __init__(self) -> None:
        self._shown = ""

    def __call__(self, text: str) -> None:
        if sys.stdout.isatty():
            print(f"\r\033[K{text}", end="", flush=True)  # noqa: T201 - for the person at the terminal
        elif not self._shown:
            print(f"{text.partition(':')[0]} (takes a minute) ...", flush=True)  # noqa: T201 - as above
        self._shown = text

    def clear(self) -> None:
        if sys.stdout.isatty():
            print("\r\033[K", end="", flush=True)  # noqa: T201 - as above


def _cause(written: str) -> str:
    """Return what stopped an install, and what to do about it."""
    for sign, sentence in _CAUSES.items():
        if re.search(sign, written):
            return f"{sentence}, then try again"
    errors = re.findall(r"^(?:ERROR|Error): (.+?)\.?$", written, re.MULTILINE)
    return f"The packages can't be installed ({errors[-1]})" if errors else "The packages can't be installed"


def main() -> None:
    """Install what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lock", type=Path, help="the requirements with hashes")
    parser.add_argument("what", help="what to call it while it is installed")
    parser.add_argument("--fresh", action="store_true", help="make .venv anew first")
    arguments = parser.parse_args()
    try:
        install(arguments.lock, arguments.what, fresh=arguments.fresh)
    except NotInstalled as error:
        raise SystemExit(str(error)) from None
    except OSError as error:
        raise SystemExit(f"{_cause(str(error))}.") from None
    except KeyboardInterrupt:
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
