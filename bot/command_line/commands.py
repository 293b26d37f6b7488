"""The commands of `python -m bot` and their arguments. A command's docstring is its help."""

import asyncio
import inspect
import logging
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from bot import app, logs, opening
from bot.command_line import archive, mcp, memories, say, transfer
from bot.command_line.doctor.examination import examine
from bot.database.embedded import hold
from bot.database.migrate import upgrade
from bot.memory.export.writing import Written
from bot.new_files import complete
from bot.settings import Settings


async def migrate(settings: Settings) -> None:
    """Bring the database up to date."""
    async with opening.database_url(settings) as url:
        upgrade(url)
        say("The database is up to date.")


async def backup(settings: Settings, file: Path) -> None:
    """Write all stored data into a file. The bot may run meanwhile."""
    async with opening.database_url(settings) as url:
        written = await archive.write(url, settings.files_folder.parent, file)
    sent = _files_in_it(written.files)
    say(f"Wrote {file}, {written.size:,} bytes{sent}. Keep it safe: it holds everything that was said.")


async def restore(settings: Settings, file: Path, *, replace: bool) -> None:
    """Fill an empty database from a backup. Stop the bot first."""
    with nullcontext() if settings.database_url else hold(settings.data_folder):
        async with opening.database_url(settings) as url:
            found, files = await archive.restore(url, settings.files_folder.parent, file, replace=replace)
    restored = Written(found.memories, conversations=found.conversations, messages=found.messages)
    say(f"Restored {file}: {restored}{_files_in_it(files)}.")


def _files_in_it(number: int) -> str:
    return f", {number:,} file{'s' * (number > 1)} that you sent" if number else ""


async def context(settings: Settings, user: int | None, file: Path | None) -> None:
    """Show the parts of the next request to the model. The bot may run meanwhile."""
    ahead = await app.next_request(settings, user)
    say(f"{ahead.heading}\n\n{ahead.table}\n\n{ahead.notes}")
    if file:
        with complete(file) as new:
            new.write_bytes(ahead.body)
        say(f"Wrote {file}, {len(ahead.body):,} bytes: the request as it would be sent, without that message.")


def erase(settings: Settings, user: int, *, yes: bool) -> Coroutine[Any, Any, None]:
    """Erase all data of a user for good. Stop the bot first."""
    if not yes:
        say(f"Erase everything that is known of user {user}, for good? [y/N]: ", end="")
        sys.stdout.flush()
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            raise SystemExit("Nothing was changed.")
    return transfer.erase(settings, user)


def doctor() -> int:
    """Check settings, database, Telegram and model, and say what to do.

    Exit code 0: the bot can run; 2: a setting is in the way, 1: something else is.
    """
    logs.configure("console", ())
    logging.disable()  # the report replaces the libraries' warnings
    return asyncio.run(examine(sys.stdout))


def parser() -> ArgumentParser:
    """Return the parser of the command line, which sets `command` to the function, and its arguments by name."""
    root = ArgumentParser(
        "python -m bot",
        description="Keepsake, a personal assistant in Telegram that remembers. Without a command, it runs the bot.",
    )
    of_user = ArgumentParser(add_help=False)
    of_user.add_argument("--user", type=int, help="Telegram user id, if several people may use the bot.")
    commands = root.add_subparsers(metavar="command", required=True).add_parser
    _add(commands, migrate)
    _add(commands, backup).add_argument("file", type=Path, help="The file to write; it must not be there yet.")
    added = _add(commands, restore)
    added.add_argument("file", type=Path, help="A file written by `backup`.")
    added.add_argument("--replace", action="store_true", help="Delete existing data first.")
    added = _add(commands, context, of_user)
    added.add_argument("--file", type=Path, help="The file to write the whole request to.")
    added = _add(commands, transfer.export, of_user)
    added.add_argument("place", type=Path, help="A folder, or the new file's name, which ends in .json.")
    added = _add(commands, transfer.import_, name="import")
    added.add_argument("file", type=Path, help="The .json file that `export` or /export wrote.")
    added.add_argument("--user", type=int, help="Telegram user id of the new owner, if not the export's own.")
    added.add_argument("--bot", type=int, help="Id of the bot, if not the one that is set.")
    added = _add(commands, erase)
    added.add_argument("--user", type=int, required=True, help="Telegram user id.")
    added.add_argument("--yes", action="store_true", help="Don't ask.")
    _add(commands, doctor)

    about = "Log in at MCP servers."
    group = commands("mcp", help=about, description=about).add_subparsers(metavar="command", required=True).add_parser
    _add(group, mcp.login).add_argument("server", help="Its name in mcp.json.")

    about = "Import, export and list memories, while the bot runs or not."
    memory = commands("memory", help=about, description=about)
    group = memory.add_subparsers(metavar="command", required=True).add_parser
    added = _add(group, memories.import_, of_user, name="import")
    added.add_argument("file", type=Path, help="Any list of memories; - for standard input.")
    added.add_argument("--dry-run", action="store_true", help="Only say what would be imported.")
    added = _add(group, memories.undo_import, of_user, name="undo-import")
    added.add_argument("import_id", help="The id shown by `memory import` or the chat.")
    added = _add(group, memories.export, of_user)
    added.add_argument("file", type=Path, nargs="?", help="The new file; without it, they are printed.")
    added.add_argument(
        "--format", choices=memories.FORMATS, default="jsonl", dest="shape", help="JSON Lines or Markdown."
    )
    added = _add(group, memories.list_, of_user, name="list")
    added.add_argument("words", nargs="*", help="Words that the memories contain.")
    return root


def _add(
    commands: Callable[..., ArgumentParser], command: Callable[..., object], *parents: ArgumentParser, name: str = ""
) -> ArgumentParser:
    """Add a command, explained by its docstring."""
    about = inspect.getdoc(command) or ""
    added = commands(name or command.__name__, help=about.partition("\n")[0], description=about, parents=parents)
    added.set_defaults(command=command)
    return added
