"""The data folder, private and used by one bot at a time, and the locks on its files (flock)."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bot.errors import DataFolderInUse, StartError


@contextmanager
def hold(data_dir: Path) -> Iterator[None]:
    """Hold the data folder for one bot until the block ends or the process dies; create it if necessary.

    Raises DataFolderInUse at once if another bot has it, and StartError if it can't be created or isn't private.
    """
    with ExitStack() as stack:
        with refusals_told(data_dir):
            held = stack.enter_context(lock(private(data_dir) / "keepsake.lock", wait=False))
        if held is None:
            raise DataFolderInUse
        yield


@contextmanager
def lock(path: Path, *, shared: bool = False, wait: bool = True) -> Iterator[int | None]:
    """Hold a lock while the block runs, and longer if a process inherits the yielded descriptor.

    Yields None if it is taken and we don't `wait`.
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
    """Convert the system's errors in the block to a StartError with a way out."""
    try:
        yield
    except OSError as error:
        raise StartError(
            f"The data folder {data_dir} can't be used ({error.strerror or error})."
            " Set DATA_DIR to a folder of your own."
        ) from error


def private(data_dir: Path) -> Path:
    """Create the private data folder and return its real path; root's may be entered by the server's user.

    Raises StartError for an open folder with files, which may belong to anyone.
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
    if found.st_mode & 0o067:  # its group may enter, for the server's user
        if any(data_dir.iterdir()):
            raise StartError(
                f"The data folder {data_dir} is open to other users of this machine."
                f" Close it with `chmod 700 {data_dir}`, or set another DATA_DIR."
            )
        data_dir.chmod(0o700)
    return data_dir
