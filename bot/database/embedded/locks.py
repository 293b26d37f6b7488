"""Locks on files (flock): one lasts until every process that has its descriptor closed it or ended."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def held(path: Path, *, shared: bool = False) -> Iterator[None]:
    """Wait for the lock, and have it while the block runs: alone, or with others that share it."""
    with _opened(path) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield


@contextmanager
def tried(path: Path) -> Iterator[int | None]:
    """Have the lock while the block runs, and longer if a process is handed its descriptor; None if it isn't free."""
    with _opened(path) as descriptor:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
        else:
            yield descriptor


def is_free(path: Path) -> bool:
    """Tell whether nobody has the lock."""
    with tried(path) as lock:
        return lock is not None


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
