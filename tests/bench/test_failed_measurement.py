"""A measurement that fails is named, and takes the figures of no other with it."""

import subprocess
import sys
from pathlib import Path

from tests.forks import REPOSITORY, environment

BENCH = (sys.executable, "-m", "tests.bench", "--smoke")


def test_the_others_are_in_the_table(tmp_path: Path) -> None:
    without_git = environment(PATH=str(tmp_path))  # "first" begins with a clone
    run = subprocess.run(
        [*BENCH, "first", "durability"], capture_output=True, text=True, cwd=REPOSITORY, env=without_git, check=False
    )
    assert "an update into the inbox" in run.stdout
    assert "measuring first failed" in run.stderr
    assert run.stderr.splitlines()[-1] == "failed, and not in the table: first"
    assert run.returncode == 1
