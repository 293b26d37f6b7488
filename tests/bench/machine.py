"""The machine and versions of a measurement."""

import os
import platform
import statistics
import time
from pathlib import Path

import psycopg


def machine(folder: Path, url: str) -> str:
    """Name the machine, its disk's fsync cost, and the versions that ran."""
    with psycopg.connect(url) as connection:
        server = f"{connection.info.server_version // 10_000}"
    return (
        f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, PostgreSQL {server}, "
        f"fsync {_fsync_milliseconds(folder):.2f} ms, {time.strftime('%Y-%m-%d %H:%M')}"
    )


def _fsync_milliseconds(folder: Path) -> float:
    """Return the time of an fsync, the lower bound of a commit."""
    page, taken = os.urandom(8192), []
    path = folder / "fsync"
    with path.open("wb", buffering=0) as file:
        for _ in range(100):
            began = time.monotonic()
            file.write(page)
            os.fsync(file.fileno())
            taken.append(1000 * (time.monotonic() - began))
    path.unlink()
    return statistics.median(taken)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())
