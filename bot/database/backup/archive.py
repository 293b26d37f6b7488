"""A backup's file, as pg_restore reads it (https://www.postgresql.org/docs/18/app-pgrestore.html)."""

import asyncio
import re
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from bot.database.backup.schema import VERSION_TABLE
from bot.database.embedded.programs import own_programs
from bot.errors import StartError

END_OF_ROWS: Final = b"\\."

_ENTRY: Final = re.compile(r"\d+; \d+ \d+ (?:TABLE DATA|SEQUENCE SET) \S+ (\S+) ")
_PIECE_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Archive:
    """A file that pg_dump wrote, and the tables and sequences that it has something of."""

    file: Path
    names: frozenset[str]

    @classmethod
    async def open(cls, file: Path) -> Self:
        """Look into a file. Raises StartError if it can't be read, is damaged, or is no backup of Keepsake."""
        try:
            file.open("rb").close()
        except OSError as error:
            raise StartError(f"{file} can't be read ({error.strerror}).") from None
        listing = "\n".join([line.decode(errors="replace") async for line in _lines(file, "--list")])
        names = frozenset(_ENTRY.findall(listing))
        if VERSION_TABLE not in names:
            raise StartError(f"{file} is no backup of Keepsake. Nothing was changed.")
        async for _ in _lines(file, "--data-only", "--file=/dev/null"):
            pass  # it only looks whether all can be read
        return cls(file, names)

    async def revision(self) -> str:
        """Return the revision of the schema it was made of. Raises StartError as `open` does."""
        return b"".join([line async for line in self.script(VERSION_TABLE) if re.fullmatch(rb"\w+", line)]).decode()

    def script(self, name: str) -> AsyncGenerator[bytes, None]:
        """Yield the lines of the script that would fill a table or set a sequence. Raises StartError as `open` does."""
        return _lines(self.file, "--data-only", f"--table={name}", "--file=-")


async def _lines(file: Path, *arguments: str) -> AsyncGenerator[bytes, None]:
    """Yield the lines, without their ends, that pg_restore writes."""
    program = own_programs() / "pg_restore"
    process = await asyncio.create_subprocess_exec(program, *arguments, file, stdout=PIPE, stderr=DEVNULL)
    try:
        rest = b""
        while process.stdout and (piece := await process.stdout.read(_PIECE_BYTES)):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                yield line
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise StartError(f"{file} is no backup of Keepsake, or it was cut short or damaged. Nothing was changed.")
