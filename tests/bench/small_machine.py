"""A machine as small as a Raspberry Pi: a control group for one slow core and 1 GB of memory.

Both versions of control groups: https://docs.kernel.org/admin-guide/cgroup-v2.html, and cgroup-v1 beside it.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final

SHARE: Final = 0.25
"""Share of one core of this machine that it has."""
MEGABYTES: Final = 1024
"""Its memory."""
_PERIOD_MICROSECONDS: Final = 4_000
"""Period of the quota: short, so that the core is slow instead of fast for a while and then off."""
_QUOTA: Final = int(SHARE * _PERIOD_MICROSECONDS)
_ROOT: Final = Path("/sys/fs/cgroup")
_LIMITS: Final[Mapping[str, Mapping[str, str]]] = {
    "": {"cpu.max": f"{_QUOTA} {_PERIOD_MICROSECONDS}", "memory.max": f"{MEGABYTES}M", "memory.swap.max": "0"},
    "cpu": {"cpu.cfs_period_us": str(_PERIOD_MICROSECONDS), "cpu.cfs_quota_us": str(_QUOTA)},
    "memory": {"memory.limit_in_bytes": f"{MEGABYTES}M", "memory.swappiness": "0"},
}
"""Files of a group by its controller; version 2 has one group for all."""
_ENTER: Final = 'while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs" || exit; shift; done; shift; exec "$@"'
_PATIENCE_SECONDS: Final = 10.0


class NoSmallMachineError(Exception):
    """A small machine can't be simulated here, for the reason in the message."""


@dataclass(frozen=True, slots=True)
class SmallMachine:
    """The groups of one small machine."""

    groups: Sequence[Path]

    @property
    def prefix(self) -> Sequence[str]:
        """What stands before a command that is to run there, with all its child processes."""
        core = str(max(os.sched_getaffinity(0)))
        return ("taskset", "--cpu-list", core, "sh", "-c", _ENTER, "sh", *map(str, self.groups), "--")

    def resident_megabytes(self) -> float:
        """Return the memory of its processes; what several share is counted once."""
        return sum(map(_proportional_kilobytes, self._processes())) / 1024

    def kills(self) -> int:
        """Return how many processes were killed for lack of memory."""
        told = (group / name for group in self.groups for name in ("memory.events", "memory.oom_control"))
        lines = [line.split() for file in told if file.exists() for line in file.read_text().splitlines()]
        return sum(int(number) for name, number in lines if name == "oom_kill")

    def end(self) -> None:
        """Kill what runs there, and remove it."""
        until = monotonic() + _PATIENCE_SECONDS
        while (running := self._processes()) and monotonic() < until:
            for process in running:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            sleep(0.05)
        for group in self.groups:
            group.rmdir()

    def _processes(self) -> list[int]:
        return [int(line) for line in (self.groups[0] / "cgroup.procs").read_text().split()]


@contextmanager
def small_machine(name: str) -> Iterator[SmallMachine]:
    """Yield a small machine. Raises NoSmallMachineError, such as in a container, or for any user but root."""
    is_second = (_ROOT / "cgroup.controllers").exists()
    limits = {_ROOT / it / f"keepsake-{os.getpid()}-{name}": of for it, of in _LIMITS.items() if bool(it) != is_second}
    made = SmallMachine(list(limits))
    try:
        if is_second:
            (_ROOT / "cgroup.subtree_control").write_text("+cpu +memory")
        for group, files in limits.items():
            group.mkdir()
            for file, limit in files.items():
                (group / file).write_text(limit)
        subprocess.run([*made.prefix, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        for group in made.groups:
            with suppress(OSError):
                group.rmdir()
        raise NoSmallMachineError(f"no process can run in a control group: {error}") from error
    try:
        yield made
    finally:
        made.end()


def _proportional_kilobytes(process: int) -> int:
    with suppress(OSError):  # it ended
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return 0
