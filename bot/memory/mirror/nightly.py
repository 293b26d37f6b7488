"""The copy is brought up to date at the start and every night."""

import asyncio
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final
from unicodedata import normalize

import structlog

from bot.background import wait_until
from bot.database import notebook
from bot.database.engine import Database, Transaction
from bot.database.memories import live_in_batches
from bot.errors import MirrorRefused
from bot.memory.exchange.writing import escaped
from bot.memory.mirror.folder import write
from bot.values.memories import Memory, order
from bot.values.notes import Note
from bot.values.owner import Owner
from bot.values.text import folded

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|#^\[\]]')
"""Characters that Windows forbids in a name, or Obsidian in a link."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_MOST_BYTES: Final = 120
_DIGEST_CHARACTERS: Final = 8


def pages(memories: Sequence[Memory], notes: Sequence[Note]) -> Mapping[str, bytes]:
    """Return what the files hold, by their paths: a file for each subject of a category, and one for each note.

    Memories without a subject are in the file of their category. Each has its id as an Obsidian block id.
    """
    return dict([*_of_memories(memories), *_of_notes(notes)])


def _of_memories(memories: Sequence[Memory]) -> Iterator[tuple[str, bytes]]:
    ordered = sorted(order(memories), key=_place)
    for (category, subject), several in groupby(ordered, key=_place):
        first, *others = several
        title = (first.subject or "") if subject else category.title()
        lines = [f"# {escaped(title)}", "", *map(_line, (first, *others))]
        path = f"{category.title()}/{file_name(title)}" if subject else category.title()
        yield f"Memories/{path}.md", "\n".join([*lines, ""]).encode()


def _place(memory: Memory) -> tuple[str, str]:
    return memory.category.value, folded(memory.subject or "")


def _line(memory: Memory) -> str:
    return f"- {'📌 ' if memory.pinned else ''}{escaped(memory.content)} ^{memory.id}"


def _of_notes(notes: Sequence[Note]) -> Iterator[tuple[str, bytes]]:
    for note in notes:
        yield f"Notes/{file_name(note.name)}.md", f"{note.content}\n".encode()


def file_name(name: str) -> str:
    """Return a name as every file system takes it; one that had to be changed ends with its digest."""
    safe = _FORBIDDEN.sub(" ", normalize("NFC", name)).strip(" .")
    safe = safe.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if safe == name and not _RESERVED.fullmatch(safe):
        return safe
    return f"{safe} {sha256(folded(name).encode()).hexdigest()[:_DIGEST_CHARACTERS]}".strip()


_AT: Final = time(3)
"""When the night's copy is made, by its owner's clock."""
_MOST_NOTES: Final = 1_000_000

log = structlog.get_logger()


class Mirror:
    """Copies what the users of a bot have into a folder; if they are several, each has one of their own in it."""

    def __init__(
        self,
        database: Database,
        folder: Path,
        bot_id: int,
        user_ids: Collection[int],
        timezone: tzinfo | None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._folder = folder
        self._bot_id = bot_id
        self._user_ids = user_ids
        self._timezone = timezone
        self._now = clock

    async def run(self) -> None:
        """Copy now and every night until cancelled."""
        while True:
            await self._copy()
            await wait_until(next_night(self._now(), self._timezone), self._now)

    async def copy(self) -> None:
        """Copy what there is. Raises MirrorRefused or OSError."""
        copied: dict[str, bytes] = {}
        user_ids = sorted(self._user_ids)
        for user_id in user_ids:
            owner = Owner(self._bot_id, user_id)
            below = f"{user_id}/" if len(user_ids) > 1 else ""
            found = await self._database.retry(partial(_of, owner=owner), single=False, reason="mirror")
            files = await asyncio.to_thread(pages, *found)
            copied |= {f"{below}{path}": content for path, content in files.items()}
        done = await asyncio.to_thread(write, self._folder, self._bot_id, copied)
        log.info("memories and notes are copied", written=done.written, removed=done.removed, files=len(copied))
        for path in done.in_the_way:
            log.warning("a file in MIRROR_DIR is where a folder must be: move it away", file=path)
        if done.left_out:
            log.warning("some files are not copied: others of their names are in MIRROR_DIR", files=done.left_out)

    async def _copy(self) -> None:
        try:
            await self.copy()
        except OSError as error:
            log.warning("MIRROR_DIR can't be written", why=error.strerror)
        except MirrorRefused as refused:
            log.warning(str(refused))
        except Exception:  # a bug here must not end the bot
            log.exception("memories and notes can't be copied")


async def _of(tx: Transaction, owner: Owner) -> tuple[Sequence[Memory], Sequence[Note]]:
    notes, _ = await notebook.page(tx, owner, skip=0, most=_MOST_NOTES)
    memories = [memory async for several in live_in_batches(tx, owner) for memory in several]
    return memories, notes


def next_night(now: datetime, timezone: tzinfo | None) -> datetime:
    """Return when the next night's copy is made, in a zone (None: the machine's own)."""
    here = now.astimezone(timezone)
    day = here.date() + timedelta(days=here.time() >= _AT)
    wall = datetime.combine(day, _AT)
    return (wall.replace(tzinfo=timezone) if timezone else wall).astimezone(UTC)
