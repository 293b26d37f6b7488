"""The data folder, closed to others and used by one bot at a time, and the locks on its files (flock)."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bot.errors import DataFolderInUse, StartError


@contextmanager
def hold(data_dir: Path) -> Iterator[None]:
    """Keep the data folder for one bot until the block ends or the process dies.

    Creates the folder, closed to others. Raises DataFolderInUse at once if another bot has it, and StartError if
    it can't be made or isn't private.
    """
    with ExitStack() as stack:
        with refusals_told(data_dir):
            held = stack.enter_context(lock(private(data_dir) / "keepsake.lock", wait=False))
        if held is None:
            raise DataFolderInUse
        yield


@contextmanager
def lock(path: Path, *, shared: bool = False, wait: bool = True) -> Iterator[int | None]:
    """Have a lock while the block runs, and longer if a process inherits the descriptor that is yielded.

    Yields None if it isn't free and we don't `wait` for it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        yield None
    else:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def refusals_told(data_dir: Path) -> Iterator[None]:
    """Raise what the system refuses in the block as a StartError, with a way out."""
    try:
        yield
    except OSError as error:
        raise StartError(
            f"The data folder {data_dir} can't be used ({error.strerror or error})."
            " Set DATA_DIR to a folder of your own."
        ) from error


def private(data_dir: Path) -> Path:
    """Make the data folder, closed to others, and return its real path. Root's folders above let the server's user by.

    A folder that is open and holds something may be anyone's: it is left as it is, and a StartError says so.
    """
    data_dir = data_dir.resolve()
    for folder in reversed(data_dir.parents):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
    data_dir.mkdir(mode=0o700, exist_ok=True)
    found = data_dir.stat()
    if found.st_uid != os.geteuid():
        raise StartError(
            f"The data folder {data_dir} belongs to another user of this machine."
            " Run Keepsake as that user, or set DATA_DIR to a folder of your own."
        )
    if found.st_mode & 0o067:  # its group may pass through, as the server's user does
        if any(data_dir.iterdir()):
            raise StartError(
                f"The data folder {data_dir} is open to other users of this machine."
                f" Close it with `chmod 700 {data_dir}`, or set another DATA_DIR."
            )
        data_dir.chmod(0o700)
    return data_dir
