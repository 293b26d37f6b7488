"""Ctrl-C in the first second ends without a word, whatever is being imported or started."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from tests.forks import environment

SECONDS = 60
IMPORT = "import time:"
"""Beginning of the lines in which Python tells what it has imported."""


def interrupted(folder: Path, module: str, *command: str, **settings: str) -> tuple[int, list[str]]:
    """Interrupt a bot's process once a module is imported; return its exit code, and what it said in its log."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *command],
        cwd=folder,
        env=environment(PYTHONPROFILEIMPORTTIME="1", DATA_DIR=str(folder / "data"), **settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        lines, patience = list[str](), Timer(SECONDS, process.kill)
        patience.start()
        for line in process.stderr:
            lines.append(line)
            if line.startswith(IMPORT) and line.split("|")[-1].strip() == module:
                process.send_signal(signal.SIGINT)
        patience.cancel()
        return process.wait(SECONDS), [line for line in lines if not line.startswith(IMPORT)]


@pytest.mark.parametrize("module", ["gc", "bot.kit.settings"])
def test_while_modules_are_imported(tmp_path: Path, module: str) -> None:
    assert interrupted(tmp_path, module) == (1, [])


def test_while_a_command_is_imported(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "argparse", "doctor") == (1, [])


def test_while_the_database_and_the_servers_start(data_dir: Path) -> None:
    assert interrupted(data_dir.parent, "uvicorn.server") == (0, [])


def test_make_hears_of_no_failure(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "structlog", KEEPSAKE_MAKE=str(os.getpid())) == (0, [])
