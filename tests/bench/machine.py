"""The machine and versions of a measurement."""

import os
import platform
import statistics
import time
from pathlib import Path

import psycopg


def fsync_milliseconds(folder: Path) -> float:
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


def machine(folder: Path, url: str) -> dict[str, object]:
    """Name the machine, its disk's fsync cost, and the versions that ran."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SHOW server_version").fetchone()
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "postgresql": row[0] if row else "",
        "fsync_ms": round(fsync_milliseconds(folder), 2),
        "measured": time.strftime("%Y-%m-%d %H:%M"),
    }


def processor() -> str:
    """Return the processor's name."""
    try:
        told = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()
