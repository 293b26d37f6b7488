"""The data folder, private and used by one bot at a time, and the locks on its files (flock)."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from bot.kit.errors import DataFolderInUse, StartError, disk_full, is_disk_full


@contextmanager
def hold(data_dir: Path) -> Iterator[Callable[[str], None]]:
    """Hold the data folder for one bot until the block ends or the process dies; create it if necessary.

    Yields a function that stores the bot's address, for the message to those that find the folder in use.
    Raises DataFolderInUse at once if another bot has it, and StartError if it can't be created or isn't private.
    """
    with ExitStack() as stack:
        with refusals_told(data_dir):
            file = private(data_dir) / "keepsake.lock"
            held = stack.enter_context(lock(file, wait=False))
            if held is None:
                address = file.read_text()
                where = f" at {address}" if address else ""
                raise DataFolderInUse(
                    f"Keepsake is already running{where}, on the data folder {data_dir}. Use that one, or stop it "
                    "first. For a second one, set DATA_DIR to another folder."
                )
            os.ftruncate(held, 0)
        yield partial(_store_address, held)


def _store_address(held: int, address: str) -> None:
    with suppress(OSError):  # a full disk; the address is a help only
        os.ftruncate(held, 0)
        os.pwrite(held, address.encode(), 0)


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
        reason = error.strerror or str(error)
        refusal = f"The data folder {data_dir} can't be used ({reason}). Set DATA_DIR to a folder of your own."
        raise StartError(disk_full(data_dir) if is_disk_full(reason) else refusal) from error


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
                f" Close it with `chmod 700 {data_dir}`, or set DATA_DIR to another folder."
            )
        data_dir.chmod(0o700)
    return data_dir
