"""Write a backup with pg_dump (https://www.postgresql.org/docs/18/app-pgdump.html)."""

import asyncio
import os
from asyncio.subprocess import PIPE
from pathlib import Path

from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.database.backup.schema import TABLES, examined
from bot.database.embedded.programs import own_programs
from bot.database.engine import address
from bot.errors import StartError
from bot.new_files import complete, refuse_existing


async def write(url: str, file: Path) -> int:
    """Write what is in the database into a new file that only we can read; return its size in bytes.

    The file is as of one moment, and there complete or not at all. Raises StartError with what is in the way.
    """
    refuse_existing(file)
    if not (await examined(url)).revision:
        raise StartError("There is nothing to back up: no Keepsake has used this database yet.")
    with complete(file) as new:
        await _dump(url, new)
        return new.stat().st_size


async def _dump(url: str, file: Path) -> None:
    server, password = await _server(url)
    process = await asyncio.create_subprocess_exec(
        own_programs() / "pg_dump",
        *("--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--no-password"),
        *(f"--table={name}" for name in TABLES),
        *(f"--file={file}", f"--dbname={server}"),
        stderr=PIPE,
        env={**os.environ, "LC_ALL": "C", "PGPASSWORD": password},
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        reason = said.decode(errors="replace").partition("error: ")[2].partition("\n")[0] or "it gave no reason"
        raise StartError(f"The backup failed ({reason}): check the database, and that there is room on the disk.")


async def _server(url: str) -> tuple[str, str]:
    """Return where the bot's own way leads, and the password that is needed there.

    An address may name several hosts, or none, which psycopg and pg_dump understand differently.
    """
    parts = address(url)
    _, parameters = parts.get_dialect()().create_connect_args(parts)
    async with await AsyncConnection.connect(**parameters) as connection:
        info = connection.info
        shown = conninfo_to_dict(info.dsn, host=info.host, port=info.port)
        shown.pop("sslpassword", None)
        return make_conninfo("", **shown), info.password
