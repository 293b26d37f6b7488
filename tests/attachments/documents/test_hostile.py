"""Hostile files end in text or in a sentence, soon, and take little memory."""

import asyncio
import os
import re
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from bot.attachments.documents.documents import DocumentReader
from bot.errors import FileRefused
from tests.attachments.documents.hostile import SECRET, Hostile, hostile

FILES = list(hostile())
MOST_SECONDS = 30
MOST_BYTES = 512 * 1_024 * 1_024
_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


@pytest.mark.parametrize("file", FILES, ids=[name for name, _, _ in FILES])
async def test_a_hostile_file_ends_in_text_or_in_a_sentence(file: Hostile) -> None:
    name, make, problem = file
    content, began, told, text = make(), monotonic(), "", ""
    watching = asyncio.create_task(peak_bytes())
    try:
        text = "".join(part.text for part in await DocumentReader().read(content, name, ""))
    except FileRefused as refusal:
        told = str(refusal)
    took = monotonic() - began
    watching.cancel()
    assert told.startswith(problem) if problem else text
    assert Path(SECRET).read_text().partition("\n")[0] not in text  # noqa: ASYNC240 - a moment
    assert took < MOST_SECONDS
    assert await watching <= MOST_BYTES


async def test_a_process_that_does_not_end_is_killed() -> None:
    with pytest.raises(FileRefused, match="it takes too long to read"):
        await DocumentReader(seconds=0.01).read(b"text", "a.txt", "")
    assert not children()


async def peak_bytes() -> int:
    """Return the most memory of the process that reads, once this is cancelled."""
    peak = 0
    with suppress(asyncio.CancelledError):
        while True:
            peak = max(peak, *map(memory, children()), 0)
            await asyncio.sleep(0.02)
    return peak


def children() -> list[str]:
    """Return the ids of this process's children that run Python."""
    of_threads = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    ids = [child for path in of_threads for child in path.read_text().split()]
    return [child for child in ids if "worker" in _read(child, "cmdline")]


def memory(process: str) -> int:
    """Return the most memory that a process has had."""
    found = _PEAK.search(_read(process, "status"))
    return 1_024 * int(found[1]) if found else 0


def _read(process: str, what: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/{what}").read_text()
    return ""
