"""Stored files go when nothing needs them any more: after an erasure, after some days, and after a crash."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import structlog

from bot.kit.files import Files
from bot.store.engine import Database
from bot.turns.store import attachments as stored

_AT_ONCE: Final = 500

log = structlog.get_logger()


async def sweep(database: Database, files: Files, bot_id: int, *, keeps: timedelta | None) -> int:
    """Delete the files that no message has, and those that are older than `keeps`; return their number."""
    if keeps is not None:
        before = datetime.now(UTC) - keeps
        await database.retry(lambda tx: stored.forget_before(tx, bot_id, before), reason="old files")
    number = 0
    kept = await asyncio.to_thread(files.claimed)
    for first in range(0, len(kept), _AT_ONCE):
        keys = kept[first : first + _AT_ONCE]
        needed = await database.retry(partial(stored.in_use, bot_id=bot_id, keys=keys), reason="unneeded files")
        for key in set(keys) - needed:
            files.delete(key)
            number += 1
    return number


async def keep_swept(database: Database, files: Files, bot_id: int, *, keeps: timedelta | None) -> None:
    """Delete a bot's unneeded files at once, after each erasure, and each hour, until it is cancelled."""
    while True:
        database.events[stored.LEFT_OVER].clear()
        try:
            if number := await sweep(database, files, bot_id, keeps=keeps):
                log.info("unneeded files deleted", files=number)
        except Exception:  # a bug here must not stop the bot
            log.exception("unneeded files can't be deleted")
        with suppress(TimeoutError):
            async with asyncio.timeout(3_600):
                await database.events[stored.LEFT_OVER].wait()
