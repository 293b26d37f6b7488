"""Backups: a zip file of the database's archive and of the files that users sent, with their SHA-256.

Earlier Keepsakes wrote the database's archive alone.
"""

import asyncio
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final
from zipfile import BadZipFile, ZipFile, is_zipfile

from bot.kit.errors import StartError
from bot.kit.files import Files
from bot.kit.private_files import complete
from bot.store import backup
from bot.store.backup import Restored

_DATABASE: Final = "database"
_SUMS: Final = "SHA256SUMS"
"""Name of the list of hashes, in the form of `sha256sum`."""
_FILE: Final = re.compile(r"files/(\d+)/([0-9a-f]{64})")
"""Name of a file, with its bot's id and its key."""
_PIECE_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup's size in bytes, and its number of files that users sent."""

    size: int
    files: int


async def write(url: str, folder: Path, file: Path) -> Backup:
    """Write the database and the files in a folder into a new file that only we can read. Raises StartError.

    The database is one snapshot; the files it needs are there, since they are stored before it knows of them.
    """
    with complete(file) as new, TemporaryFile(dir=file.parent) as dumped:
        await backup.write(url, _path(dumped))
        return await asyncio.to_thread(_write, new, dumped, folder)


async def restore(url: str, folder: Path, file: Path, *, replace: bool) -> tuple[Restored, int]:
    """Fill the database and the folder of files from a backup; return the numbers of rows and of files.

    Raises StartError. After an error, the database and the files are as before.
    """
    if not is_zipfile(file):
        return await backup.restore(url, file, replace=replace), 0
    with TemporaryFile() as dumped:
        number, new = await asyncio.to_thread(_unpack, file, dumped, folder)
        try:
            return await backup.restore(url, file, replace=replace, archive=_path(dumped)), number
        except BaseException:
            _delete(new)
            raise


def _path(file: IO[bytes]) -> Path:
    """Return the path of an open file that has no name."""
    return Path(f"/dev/fd/{file.fileno()}")


def _write(new: Path, dumped: IO[bytes], folder: Path) -> Backup:
    """Write an archive of the database's archive and the files in a folder."""
    with ZipFile(new, "w") as archive:
        sums = {_DATABASE: _add(archive, _DATABASE, dumped)}
        for path in sorted(folder.glob("*/*")):
            name = f"files/{path.parent.name}/{path.name}"
            with suppress(FileNotFoundError):  # it was deleted meanwhile
                if _FILE.fullmatch(name):
                    with path.open("rb") as file:
                        sums[name] = _add(archive, name, file)
        archive.writestr(_SUMS, "".join(f"{digest}  {name}\n" for name, digest in sums.items()))
    return Backup(new.stat().st_size, len(sums) - 1)


def _add(archive: ZipFile, name: str, file: IO[bytes]) -> str:
    """Add a file to an archive and return its hash."""
    file.seek(0)
    digest = sha256()
    with archive.open(name, "w", force_zip64=True) as member:
        while piece := file.read(_PIECE_BYTES):
            digest.update(piece)
            member.write(piece)
    return digest.hexdigest()


def _unpack(file: Path, dumped: IO[bytes], folder: Path) -> tuple[int, list[Path]]:
    """Take the database's archive and the files out of a backup; return the files' number, and the new ones."""
    new: list[Path] = []
    try:
        with ZipFile(file) as archive:
            names = _verified_names(archive)
            with archive.open(_DATABASE) as stored:
                shutil.copyfileobj(stored, dumped)
            dumped.flush()
            for name in names:
                new += _restore_file(archive, name, folder)
    except (BadZipFile, KeyError, ValueError, NotImplementedError, EOFError) as error:
        _delete(new)
        raise StartError(f"{file} isn't a Keepsake backup, or it is damaged. Nothing was changed.") from error
    except OSError as error:
        _delete(new)
        raise StartError(f"{file} can't be restored ({error.strerror}). Nothing was changed.") from error
    return len(names), new


def _verified_names(archive: ZipFile) -> list[str]:
    """Return the names of a backup's files. Raises ValueError if there are others, or one has another hash."""
    sums = dict(line.split("  ", 1)[::-1] for line in archive.read(_SUMS).decode().splitlines())
    names = [name for name in sums if name != _DATABASE]
    if sorted([*names, _DATABASE, _SUMS]) != sorted(archive.namelist()) or not all(map(_FILE.fullmatch, names)):
        raise ValueError(archive.namelist())
    for name, expected in sums.items():
        digest = sha256()
        with archive.open(name) as member:
            while piece := member.read(_PIECE_BYTES):
                digest.update(piece)
        if digest.hexdigest() != expected:
            raise ValueError(name)
    return names


def _restore_file(archive: ZipFile, name: str, folder: Path) -> list[Path]:
    """Store a file under its key; return where, unless it was there already."""
    _, bot_id, key = name.split("/")
    files = Files(folder / bot_id)
    if files.has(key):
        return []
    files.put(archive.read(name), key)
    return [files.path(key)]


def _delete(new: Iterable[Path]) -> None:
    for path in new:
        path.unlink(missing_ok=True)
