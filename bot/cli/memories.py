"""`python -m bot memory …`: memories into and out of the database, from scripts and before the first conversation."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.kit.console import busy, say
from bot.kit.errors import StartError
from bot.kit.private_files import complete
from bot.kit.program import command
from bot.kit.settings import Settings
from bot.kit.text import folded, one_line
from bot.memory import imports
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import read
from bot.memory.exchange.writing import json_lines, markdown
from bot.memory.operations import Memories
from bot.memory.refusals import NoSuchImport, StoreFull, UnreadableFile
from bot.memory.store.memories import live
from bot.memory.values import Memory
from bot.turns.opening import owned

MOST_BYTES: Final = 200_000_000
"""Largest imported file in bytes; the chat's limit is lower."""
MOST_MEMORIES: Final = 200_000
"""Most memories in a file: they are stored in one transaction."""
STANDARD_INPUT: Final = Path("-")
FORMATS: Final = {"jsonl": json_lines, "markdown": markdown}


async def import_(settings: Settings, user: int | None, file: Path, *, dry_run: bool) -> None:
    """Import memories from JSON, JSON Lines, Markdown, or a list. Existing ones are skipped.

    The limits are 200 MB and 200,000 memories.
    """
    source = "standard input" if file == STANDARD_INPUT else file.name
    with busy(f"Importing {source} …"):
        found = await asyncio.to_thread(_read, file)
        async with owned(settings, user) as (tx, owner):
            found = await imports.without_former(tx, owner, found)
            try:
                if dry_run:
                    done = await imports.preview(tx, owner, found.additions)
                else:
                    memories = Memories(settings.memory_limit)
                    done = await imports.put(tx, memories, owner, found.additions, source)
            except StoreFull as full:
                raise StartError(f"Nothing was imported. {full}") from None
    new, number = len(done.new), len(found.additions)
    known = f", {done.known:,} already known" if done.known else ""
    say(f"{file}: {number:,} memories, read as {found.shape}: {new:,} new{known}.")
    for left_out in found.left_out:
        say(f"Skipped, {left_out.why}: {left_out.text}")
    if dry_run:
        say("Nothing was stored.")
    elif done.id:
        say(f"Imported {new:,}. To undo: {command(f'memory undo-import {done.id}')}")


async def undo_import(settings: Settings, user: int | None, import_id: str) -> None:
    """Delete the memories of an import, except those changed since."""
    async with owned(settings, user) as (tx, owner):
        try:
            done = await imports.undo(tx, owner, import_id)
        except NoSuchImport as error:
            raise StartError(f"{import_id}: {error}") from None
    if done.forgotten or done.kept:
        kept = f" {done.kept:,} stay: they were changed since." if done.kept else ""
        say(f"Import undone: {done.forgotten:,} memories removed.{kept}")
    else:
        say("Nothing to undo: these memories are already deleted.")


async def export(settings: Settings, user: int | None, file: Path | None, shape: str) -> None:
    """Export memories in a format that `memory import` and the chat can read."""
    async with owned(settings, user) as (tx, owner):
        memories = await live(tx, owner)
    text = FORMATS[shape](memories)
    if file is None:
        say(text, end="")
        return
    with complete(file) as new:
        new.write_text(text, encoding="utf-8")
    say(f"Wrote {file}: {len(memories):,} memories.")


async def list_(settings: Settings, user: int | None, words: Sequence[str]) -> None:
    """Print the memories, one per line."""
    async with owned(settings, user) as (tx, owner):
        lines = [_line(memory) for memory in await live(tx, owner)]
    wanted = folded(" ".join(words)).split()
    for line in lines:
        if all(word in folded(line) for word in wanted):
            say(line)


def _line(memory: Memory) -> str:
    about = f", {one_line(memory.subject)}" if memory.subject else ""
    return f"[{memory.id}] ({memory.category.value}{about}) {one_line(memory.content)}"


def _read(file: Path) -> Found:
    """Read a file or standard input. Raises StartError."""
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
