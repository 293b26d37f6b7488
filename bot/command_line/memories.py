"""`python -m bot memory …`: memories into and out of the database, from scripts and before the first conversation."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot import opening
from bot.database.memories import live
from bot.errors import NoSuchImport, StartError, StoreFull, UnreadableFile
from bot.memory import imports
from bot.memory.exchange import json_values, markdown
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import read
from bot.memory.imports import Import, MemoryImports, Undone
from bot.memory.operations import Memories
from bot.new_files import complete, refuse_existing
from bot.settings import Settings
from bot.values import Memory, Owner, folded, one_line

MOST_BYTES: Final = 200_000_000
"""The largest file that is imported; where it is read in the chat, less is taken."""
MOST_MEMORIES: Final = 200_000
"""Most memories in a file: they are stored in one transaction."""
STANDARD_INPUT: Final = Path("-")
FORMATS: Final = {"jsonl": json_values.written, "markdown": markdown.written}


async def import_(settings: Settings, user_id: int | None, file: Path, *, dry_run: bool) -> tuple[Found, Import]:
    """Store the memories in a file, or only count them, whether the bot runs or not. Raises StartError.

    Returns what was found, and what came of it.
    """
    found = await asyncio.to_thread(_read, file)
    owner, room = _owner(settings, user_id), MemoryImports(Memories(settings.memory_limit))
    source = "standard input" if file == STANDARD_INPUT else file.name
    async with opening.up_to_date_database(settings) as database, database.transaction() as tx:
        if dry_run:
            return found, await imports.preview(tx, owner, found.additions)
        try:
            return found, await room.put(tx, owner, found.additions, source)
        except StoreFull as full:
            raise StartError(f"Nothing was imported. {full}") from None


async def undo(settings: Settings, user_id: int | None, import_id: str) -> Undone:
    """Take an import back. Raises StartError."""
    owner = _owner(settings, user_id)
    async with opening.up_to_date_database(settings) as database, database.transaction() as tx:
        try:
            return await imports.undo(tx, owner, import_id)
        except NoSuchImport as error:
            raise StartError(f"{import_id}: {error}") from None


async def listed(settings: Settings, user_id: int | None, words: Sequence[str] = ()) -> list[Memory]:
    """Return the memories that hold all the words, in the order they are always shown in. Raises StartError."""
    owner = _owner(settings, user_id)
    async with opening.up_to_date_database(settings) as database, database.transaction() as tx:
        memories = await live(tx, owner)
    wanted = folded(" ".join(words)).split()
    return [memory for memory in memories if all(word in folded(line(memory)) for word in wanted)]


def line(memory: Memory) -> str:
    """Render a memory for the terminal and for programs that read lines."""
    about = f", {one_line(memory.subject)}" if memory.subject else ""
    return f"[{memory.id}] ({memory.category.value}{about}) {one_line(memory.content)}"


def write(file: Path, text: str) -> None:
    """Write a new file that only we can read. Raises StartError."""
    refuse_existing(file)
    with complete(file) as new:
        new.write_text(text, encoding="utf-8")


def _read(file: Path) -> Found:
    """Read a file, or what comes from standard input. Raises StartError."""
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
        return read(content, most_bytes=MOST_BYTES, most_memories=MOST_MEMORIES)
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    except UnreadableFile as error:
        raise StartError(f"{file} can't be read as memories. {error}") from None


def _owner(settings: Settings, user_id: int | None) -> Owner:
    return Owner(opening.own_bot_id(settings), opening.user_of(settings, user_id))
