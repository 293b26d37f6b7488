"""`python -m bot export`, `import` and `erase`: move a user's data to another database, or delete it."""

import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.features.data import store
from bot.features.data.export.document import Export, read
from bot.features.data.export.rows import tables
from bot.features.data.export.writing import count, names, write
from bot.features.data.store import Amounts, Sections
from bot.kit.console import busy, say
from bot.kit.errors import StartError
from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.private_files import complete
from bot.kit.settings import Settings
from bot.store import bot_lock
from bot.turns import opening
from bot.turns.files.sweeping import sweep
from bot.turns.store import erasure


async def export(settings: Settings, user: int | None, place: Path, sections: Sections) -> None:
    """Export all data of a user as JSON and Markdown. Works while the bot runs."""
    now = datetime.now(UTC)
    json, markdown = files(place, now.astimezone(settings.timezone))
    with busy("Exporting …"):
        written = await _write(settings, user, now, sections, json, markdown)
    private = " An open private conversation is left out." if written.leaves_out_private else ""
    say(f"Wrote {json} and {markdown}: {written}.{private} Keep them safe.")


async def _write(
    settings: Settings, user: int | None, now: datetime, sections: Sections, json: Path, markdown: Path
) -> Amounts:
    """Write both files of an export; return what is in them. Raises StartError."""
    async with opening.up_to_date_database(settings) as database:
        if user is None:
            async with database.transaction() as tx:
                owner = await opening.owner_of(tx, settings, None)
        else:
            owner = Owner(settings.bot_id, user)  # also one who may no longer use the bot
        async with database.transaction() as tx:
            if not await store.begin(tx, owner):
                raise StartError(f"There is no data of user {owner.user_id} of bot {owner.bot_id}.")
            with (
                complete(json) as new_json,
                complete(markdown) as new_markdown,
                new_json.open("wb") as programs,
                new_markdown.open("wb") as people,
            ):
                return await write(tx, owner, now, sections(), programs.write, people.write, settings.timezone)


async def import_(settings: Settings, file: Path, sections: Sections, *, user: int | None, bot: int | None) -> None:
    """Import an export of a user who has no data here yet. Stop the bot first."""
    with busy(f"Importing {file} …"):
        brought = sections()
        found = await asyncio.to_thread(read, file, brought)
        async with opening.upgraded_database(settings) as database, database.transaction() as tx:
            own_bot = found.bot_id if settings.practises else settings.bot_id
            user_id = _user(found, user, await opening.users(tx, settings))
            owner = Owner(own_bot if bot is None else bot, user_id)
            await store.put(tx, owner, tables(found, owner, brought))
    amounts = Amounts(of_sections=Counter({it.counted: len(getattr(found, it.name)) for it in brought}))
    for part in (*found.memories, *found.conversations):
        count(amounts, part)
    say(f"Imported {file} for user {owner.user_id} of bot {owner.bot_id}: {amounts}.")


def erase(settings: Settings, user: int, sections: Sections, *, yes: bool) -> Coroutine[Any, Any, None]:
    """Delete all data of a user permanently. Stop the bot first."""
    if not yes:
        say(f"Permanently delete all data of user {user}? [y/N]: ", end="")
        sys.stdout.flush()
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            raise SystemExit("Nothing was changed.")
    return _erase(settings, user, sections)


async def _erase(settings: Settings, user: int, sections: Sections) -> None:
    owner = Owner(settings.bot_id, user)
    async with opening.upgraded_database(settings) as database:
        async with database.transaction() as tx:
            if not await bot_lock.keep_away(tx, owner.bot_id):
                raise StartError("Keepsake is running on this database. Stop it first. Nothing was changed.")
            amounts = await store.amounts(tx, owner, sections())
            await erasure.erase_everything(tx, owner, waiting=True)
        await sweep(database, Files(settings.files_folder), owner.bot_id, keeps=None)
    say(f"Deleted all data of user {user}: {amounts}.")


def files(place: Path, at: datetime) -> tuple[Path, Path]:
    """Return the JSON file and the Markdown file, for a folder or a name that ends in .json. Raises StartError."""
    if place.is_dir():
        json, markdown = names(at)
        return place / json, place / markdown
    if place.suffix != ".json":
        raise StartError(f"{place} is neither an existing folder nor a file name that ends in .json.")
    return place, place.with_suffix(".md")


def _user(found: Export, named: int | None, allowed: Collection[int]) -> int:
    """Return the user named on the command line, in the export, or the bot's only allowed one, in this order."""
    if named is not None:
        return named
    if found.user_id in allowed or not allowed:
        return found.user_id
    if len(allowed) == 1:
        return min(allowed)
    raise StartError(
        f"The exported user {found.user_id} may not use this bot. Choose the new owner with --user: "
        f"{', '.join(map(str, sorted(allowed)))}. Nothing was changed."
    )
