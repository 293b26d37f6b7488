"""The file of settings, the data folder, and the copy of memories and notes."""

import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator
from typing import Final

from bot.command_line.doctor.report import Finding, Setup, ok, problem, warning
from bot.settings import ENV_FILE, Settings

_LOW_DISK_BYTES: Final = 500 * 2**20
_GIGABYTE: Final = 2**30


async def env_file(_: Setup) -> AsyncIterator[Finding]:
    """Check who can read `.env`, and whether all its names are settings."""
    if not ENV_FILE.exists():
        yield ok(".env", f"no {ENV_FILE.absolute()}, only environment variables are used")
        return
    is_open = bool(stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077)
    unknown = ", ".join(Settings.unknown_in())
    if is_open:
        yield warning(".env", f"other users of this machine can read it. Run `chmod 600 {ENV_FILE}`.")
    if unknown:
        yield warning(".env", f"not a setting: {unknown}. Check the spelling.")
    if removed := ", ".join(Settings.removed_in()):
        yield warning(".env", f"no longer a setting: {removed}. Take it out.")
    if not (is_open or unknown or removed):
        yield ok(".env", f"{ENV_FILE.absolute()}, only you can read it, and all its names are settings")


async def disk(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the data folder can be used, and how much space is left on its disk."""
    if setup.settings.database_url and not setup.settings.practises:
        return
    folder = setup.settings.data_folder
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(there).free if there.is_dir() and os.access(there, os.W_OK | os.X_OK) else 0
    except OSError:
        free = 0
    found = f"{folder}, {free / _GIGABYTE:.1f} GB free"
    if not free:
        yield problem(
            "data folder",
            f"{folder} can't be written, or is full. Free some space, or set DATA_DIR to a folder of your own.",
        )
    elif free < _LOW_DISK_BYTES:
        yield warning("data folder", f"{found}. Free some space, or set DATA_DIR to another disk.")
    else:
        yield ok("data folder", found)


async def mirror(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the copy of memories and notes can be written, and who can read it."""
    folder = setup.settings.mirror_dir
    if folder is None:
        return
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        with tempfile.TemporaryDirectory(
            dir=there, prefix=".keepsake-new-"
        ):  # root may write anywhere, they say of /proc
            can_write = True
        is_open = there == folder and bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)
    except OSError:
        can_write = is_open = False
    if not can_write:
        yield problem("mirror", f"{folder} can't be written. Set MIRROR_DIR to a folder of your own.")
    elif is_open:
        yield warning("mirror", f"other users of this machine can see {folder}. Run `chmod 700 {folder}`.")
    else:
        yield ok("mirror", f"memories and notes are copied to {folder}")
