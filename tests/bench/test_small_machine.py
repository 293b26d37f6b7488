"""The simulated small machine has the memory that it says, and one core."""

import subprocess
import sys

import pytest

from tests.bench.small_machine import MEGABYTES, NoSmallMachineError, small_machine

USE = "import resource; {}; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"


def test_a_process_that_needs_more_memory_is_killed_and_counted() -> None:
    try:
        with small_machine("test") as machine:
            half, whole = (
                subprocess.run(
                    [*machine.prefix, sys.executable, "-c", USE.format(f"it = b'x' * {megabytes << 20}")],
                    stdout=subprocess.PIPE,
                    check=False,
                )
                for megabytes in (MEGABYTES // 2, MEGABYTES)
            )
            kills, groups = machine.kills(), machine.groups
    except NoSmallMachineError as error:
        pytest.skip(str(error))
    assert int(half.stdout) >= MEGABYTES // 2
    assert whole.returncode == -9
    assert kills == 1
    assert not any(group.exists() for group in groups)


def test_one_core_is_seen() -> None:
    try:
        with small_machine("test") as machine:
            ask = "import os; print(len(os.sched_getaffinity(0)))"
            seen = subprocess.check_output([*machine.prefix, sys.executable, "-c", ask])
    except NoSmallMachineError as error:
        pytest.skip(str(error))
    assert int(seen) == 1
