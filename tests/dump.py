"""A dump of a whole database, as anybody could make it."""

import asyncio

from sqlalchemy import make_url

from bot.store.embedded.programs import own_programs


async def dumped(database_url: str) -> str:
    """Return every row of every table, as pg_dump writes them."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    process = await asyncio.create_subprocess_exec(
        own_programs() / "pg_dump", "--format=plain", plain, stdout=asyncio.subprocess.PIPE
    )
    written, _ = await process.communicate()
    assert process.returncode == 0
    return written.decode()
