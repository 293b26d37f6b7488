"""The mirror: a copy of what the users have as Markdown files, for git, Obsidian and the like; nothing is read back.

Files are written one by one, each complete or not at all, and only where they are ours. The copy is brought up to date
at the start and every night.
"""

import asyncio
import json
import os
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

import structlog

from bot.feature import Pages
from bot.kit.background import wait_until
from bot.kit.errors import KeepsakeError
from bot.kit.owner import Owner
from bot.store.engine import Database, Transaction

LIST: Final = ".keepsake.json"
"""The list of the files that are ours."""
_NEW: Final = ".keepsake-new-"
_AT: Final = time(3)
"""When the night's copy is made, by its owner's clock."""

log = structlog.get_logger()


class MirrorRefused(KeepsakeError):
    """The folder for the nightly copy can't be used."""

    says = "The folder for the copy of memories and notes can't be used."


async def keep_mirrored(
    database: Database,
    pages: Sequence[Pages],
    folder: Path,
    bot_id: int,
    user_ids: Collection[int],
    timezone: tzinfo | None,
) -> None:
    """Copy the pages of a bot's users into a folder, now and every night until cancelled.

    If they are several, each has a folder of their own in it.
    """
    while True:
        try:
            await _copy(database, pages, folder, bot_id, sorted(user_ids))
        except OSError as error:
            log.warning("MIRROR_DIR can't be written", why=error.strerror)
        except MirrorRefused as refused:
            log.warning(str(refused))
        except Exception:  # a bug here must not end the bot
            log.exception("memories and notes can't be copied")
        await wait_until(next_night(datetime.now(UTC), timezone), lambda: datetime.now(UTC))


async def _copy(database: Database, pages: Sequence[Pages], folder: Path, bot_id: int, user_ids: Sequence[int]) -> None:
    """Copy what there is. Raises MirrorRefused or OSError."""
    copied: dict[str, bytes] = {}
    for user_id in user_ids:
        below = f"{user_id}/" if len(user_ids) > 1 else ""
        work = partial(_of, owner=Owner(bot_id, user_id), pages=pages)
        files = await database.retry(work, single=False, reason="mirror")
        copied |= {f"{below}{path}": content for path, content in files.items()}
    done = await asyncio.to_thread(write, folder, bot_id, copied)
    log.info("memories and notes are copied", written=done.written, removed=done.removed, files=len(copied))
    for path in done.in_the_way:
        log.warning("a file in MIRROR_DIR is where a folder must be: move it away", file=path)
    if done.left_out:
        log.warning("some files are not copied: others of their names are in MIRROR_DIR", files=done.left_out)


async def _of(tx: Transaction, owner: Owner, pages: Sequence[Pages]) -> Mapping[str, bytes]:
    """Return all pages of an owner."""
    return {path: content for several in pages for path, content in (await several(tx, owner)).items()}


def next_night(now: datetime, timezone: tzinfo | None) -> datetime:
    """Return when the next night's copy is made, in a zone (None: the machine's own)."""
    here = now.astimezone(timezone)
    day = here.date() + timedelta(days=here.time() >= _AT)
    wall = datetime.combine(day, _AT)
    return (wall.replace(tzinfo=timezone) if timezone else wall).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Written:
    """Numbers of files that were written and removed, and of those left out, as somebody else's has their name.

    `in_the_way` are files where a folder of ours must be, by their paths.
    """

    written: int = 0
    removed: int = 0
    left_out: int = 0
    in_the_way: tuple[str, ...] = ()


def write(folder: Path, bot_id: int, pages: Mapping[str, bytes]) -> Written:
    """Let a folder hold these files, besides those that are not ours. Raises MirrorRefused or OSError.

    A file that says the same already is not touched. What is ours and no longer among them is removed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ours = _ours(folder, bot_id)
    blocked = {path: it for path in pages if (it := _in_the_way(folder, path))}
    wanted = {path: content for path, content in pages.items() if path not in blocked and _is_free(folder, path, ours)}
    begun = {path: sha256(content).hexdigest() for path, content in wanted.items() if path not in ours}
    _list(folder, bot_id, ours, begun)  # first, so that none is left unlisted by a sudden end
    _clear(folder, ours | wanted.keys())
    written = sum(_write(folder, path, content) for path, content in wanted.items())
    gone = ours - wanted.keys()
    for path in gone:
        _remove(folder, path)
    _list(folder, bot_id, wanted.keys())
    in_the_way = tuple(sorted(set(blocked.values())))
    return Written(written, len(gone), len(pages) - len(wanted) - len(blocked), in_the_way)


def _in_the_way(folder: Path, path: str) -> str:
    """Return the path of a file where a folder must be for another one, if there is any."""
    parents = [str(it) for it in reversed(PurePosixPath(path).parents[:-1])]
    return next((it for it in parents if os.path.lexists(folder / it) and not (folder / it).is_dir()), "")


def _is_free(folder: Path, path: str, ours: Collection[str]) -> bool:
    """Tell whether a file may be written: it is ours, or nothing has its name."""
    return not (folder / path).is_dir() if path in ours else not os.path.lexists(folder / path)


def _ours(folder: Path, bot_id: int) -> set[str]:
    """Return the paths of the files that are ours. Raises MirrorRefused if the folder is another bot's.

    One whose writing had begun before a sudden end is ours if it says what was to be written.
    """
    try:
        listed = json.loads((folder / LIST).read_bytes())
        its_bot, files, begun = listed["bot_id"], listed["files"], dict(listed.get("begun", {}))
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError):
        raise MirrorRefused(f"{folder / LIST} is damaged: remove it, and the files that were copied here.") from None
    if its_bot != bot_id:
        raise MirrorRefused(f"{folder} holds the copy of another bot: choose another MIRROR_DIR.")
    ours = {path for path in files if isinstance(path, str) and _is_below(path)}
    return ours | {path for path, digest in begun.items() if _is_below(path) and _digest(folder / path) == digest}


def _digest(file: Path) -> str:
    """Return the digest of what a file says; empty if it can't be read."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def _is_below(path: str) -> bool:
    parts = PurePosixPath(path)
    return not parts.is_absolute() and ".." not in parts.parts and "\\" not in path and parts.suffix == ".md"


def _list(folder: Path, bot_id: int, files: Collection[str], begun: Mapping[str, str] | None = None) -> None:
    """List the files that are ours, and the digests of those that are about to be written for the first time."""
    listed = {"bot_id": bot_id, "files": sorted(files)} | ({"begun": dict(begun)} if begun else {})
    _write(folder, LIST, (json.dumps(listed, ensure_ascii=False, indent=1) + "\n").encode())


def _write(folder: Path, path: str, content: bytes) -> bool:
    """Write a file unless it says the same already, and tell whether it did."""
    file = folder / path
    with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
        if file.read_bytes() == content:
            return False
    for parent in reversed(file.relative_to(folder).parents[:-1]):
        (folder / parent).mkdir(mode=0o700, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=_NEW)
    try:
        with os.fdopen(descriptor, "wb") as new:
            new.write(content)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def _remove(folder: Path, path: str) -> None:
    """Remove a file, and the folders that it leaves empty. What is no file any more is left."""
    file = folder / path
    with suppress(NotADirectoryError):
        if not file.is_dir():
            file.unlink(missing_ok=True)
    for parent in file.relative_to(folder).parents[:-1]:
        with suppress(OSError):
            (folder / parent).rmdir()


def _clear(folder: Path, files: Collection[str]) -> None:
    """Remove what a sudden end has left unfinished."""
    for parent in {folder, *((folder / path).parent for path in files)}:
        for unfinished in parent.glob(f"{_NEW}*"):
            unfinished.unlink(missing_ok=True)
