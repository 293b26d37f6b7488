"""Documents, read one at a time in a process of its own with limits of memory and time, and stored part by part."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import structlog

from bot.kit import environment
from bot.kit.errors import FileRefused
from bot.kit.files import Files
from bot.kit.language import mark
from bot.store.engine import Database
from bot.turns.store import documents as stored
from bot.turns.values.attachments import Attachment, DocumentPart

_OUTPUT_BYTES: Final = 32_000_000
"""Most bytes that the process writes: in JSON, a character takes up to 12."""
_TOO_MUCH: Final = mark("it takes too much memory or time to read")
_PIECE_BYTES: Final = 1 << 16

log = structlog.get_logger()


class DocumentReader:
    """Reads documents, one at a time. They may harm what reads them: a process, killed after `seconds`."""

    def __init__(self, seconds: float = 28.0) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()

    async def read(self, content: bytes, name: str, media_type: str, address: str = "") -> list[DocumentPart]:
        """Return the parts of a document; of a web page from an address, its main text. Raises FileRefused."""
        about = json.dumps({"name": name, "media_type": media_type, "address": address}).encode()
        async with self._turn:
            written = await self._written(about + b"\n", content)
        result: dict[str, Any] = await asyncio.to_thread(json.loads, written)
        if "problem" in result:
            log.info("a document can't be read", error=result.get("error"))
            raise FileRefused(result["problem"])
        return [DocumentPart(**part) for part in result["parts"]]

    async def _written(self, about: bytes, content: bytes) -> bytes:
        """Return what the process writes until its end. Raises FileRefused if that never comes, or is too much."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot.turns.files.documents.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment.of_python(),
            start_new_session=True,  # so that Ctrl-C is ours alone
        )
        try:
            async with asyncio.timeout(self._seconds):
                await _send(process, about, content)
                written = await _output(process)
                await process.wait()
        except TimeoutError:
            raise FileRefused(mark("it takes too long to read")) from None
        finally:
            if process.returncode is None:
                await _end(process)
        if process.returncode != 0:
            log.warning("the process that reads documents failed", code=process.returncode)
            raise FileRefused(_TOO_MUCH)
        return written


class Documents:
    """Makes documents ready: their bytes and their parts are stored."""

    def __init__(self, database: Database, files: Files, reader: DocumentReader) -> None:
        self._database = database
        self._files = files
        self._reader = reader

    async def made(self, attachment: Attachment, content: bytes) -> Attachment:
        """Read and store a document. Raises FileRefused."""
        parts = await self._reader.read(content, attachment.sent.name, attachment.sent.media_type)
        key = await asyncio.to_thread(self._files.put, content)
        async with self._database.transaction() as tx:
            await stored.store(tx, attachment.id, parts)
        return replace(attachment, key=key)


async def _send(process: asyncio.subprocess.Process, about: bytes, content: bytes) -> None:
    """Hand a document over. A process that has ended takes none."""
    if process.stdin is None:
        return
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(about)
        process.stdin.write(content)
        await process.stdin.drain()
    process.stdin.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process and what it has begun. Its end is seen once nothing that it wrote is left to read."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(TimeoutError):
        async with asyncio.timeout(5):  # something that left its group may keep its output open
            while process.stdout and await process.stdout.read(_PIECE_BYTES):
                pass
            await process.wait()


async def _output(process: asyncio.subprocess.Process) -> bytes:
    """Return all that a process writes. Raises FileRefused beyond _OUTPUT_BYTES."""
    written = bytearray()
    while process.stdout and (piece := await process.stdout.read(_PIECE_BYTES)):
        written += piece
        if len(written) > _OUTPUT_BYTES:
            log.warning("the process that reads documents writes too much")
            raise FileRefused(_TOO_MUCH)
    return bytes(written)
