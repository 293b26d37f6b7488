"""Many runs of the crash test, each of another seed, several at once."""

import asyncio
import logging
import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from bot.store.embedded import EmbeddedServer
from bot.store.migrate import upgrade
from tests.crash.checks import problems
from tests.crash.run import taken
from tests.databases import at, create, drop

_TEMPLATE: Final = "template_crash"
_RUNS_A_PROCESS: Final = 10
"""Most runs that share a process and its fork server."""
_FAST: Final = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "300"}
"""No machine is crashed here, only processes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a seed: the number of kills, and the violations found."""

    seed: int
    kills: int
    problems: tuple[str, ...]


@contextmanager
def database_server() -> Iterator[str]:
    """Run a server with a migrated database to be cloned; the value is its address."""
    folder = Path(tempfile.mkdtemp(prefix="keepsake-soak-"))
    folder.chmod(0o711)  # root's server runs as another user, who has to reach it
    server = EmbeddedServer(folder / "data", owner=True, settings=_FAST)
    try:
        url = server.start()
        create(url, _TEMPLATE, "template1")
        upgrade(at(url, _TEMPLATE))
        yield url
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def outcome(server_url: str, seed: int) -> Outcome:
    """Take a seed's run in a database of its own; whatever goes wrong in it is its outcome."""
    name = f"seed_{seed}"
    create(server_url, name, _TEMPLATE)
    try:
        async with taken(seed, at(server_url, name)) as run:
            found = tuple(problems(run))
            return Outcome(seed, len(run.kills), (*found, run.story()) if found else ())
    except Exception as error:  # noqa: BLE001 - it is told, and the other seeds go on
        return Outcome(seed, 0, (f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())))
    finally:
        drop(server_url, name)


def soak(seeds: list[int], jobs: int) -> bool:
    """Run these seeds, print the outcomes, and return whether all succeeded."""
    begun, kills, done, failed = time.monotonic(), 0, 0, list[int]()
    with database_server() as url, ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        size = min(_RUNS_A_PROCESS, -(-len(seeds) // jobs))
        batches = [seeds[start : start + size] for start in range(0, len(seeds), size)]
        for batch in as_completed([pool.submit(_taken, url, batch) for batch in batches]):
            for result in batch.result():
                done, kills = done + 1, kills + result.kills
                if result.problems:
                    failed.append(result.seed)
                    print(f"seed {result.seed} FAILED:", *result.problems, sep="\n  ")
            minutes = (time.monotonic() - begun) / 60
            print(f"{done} of {len(seeds)} seeds, {kills} kills, {len(failed)} failed, {minutes:.1f} min", flush=True)
    print(f"{kills} kills survived in {done - len(failed)} of {done} seeds; failed: {failed or 'none'}")
    return not failed


def _taken(server_url: str, seeds: list[int]) -> list[Outcome]:
    logging.getLogger("uvicorn.error").disabled = True  # every kill leaves a request of somebody's in the middle
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    return [asyncio.run(outcome(server_url, seed)) for seed in seeds]
