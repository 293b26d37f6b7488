"""The command line: `python -m bot`."""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import structlog
import typer

from bot import app, logs, opening, process
from bot.command_line import memories as preseeding
from bot.command_line import transfer
from bot.command_line.doctor.examination import examine
from bot.database import backup as backups
from bot.database.embedded import hold
from bot.database.migrate import upgrade
from bot.errors import DatabaseUnavailable, KeepsakeError, StartError
from bot.memory.export.writing import Written
from bot.new_files import complete
from bot.settings import Settings

log = structlog.get_logger()

cli = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
memory = typer.Typer(help="Import, export and list memories, while the bot runs or not.", no_args_is_help=True)
cli.add_typer(memory, name="memory")

User = Annotated[int | None, typer.Option("--user", help="Telegram user id, if several people may use the bot.")]


class Shape(StrEnum):
    """How memories are written."""

    JSONL = "jsonl"
    MARKDOWN = "markdown"


@cli.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Keepsake, a personal assistant in Telegram that remembers. Without a command, it runs the bot."""
    if context.invoked_subcommand is None:
        _run(process.run(_settings()))


@cli.command()
def migrate() -> None:
    """Bring the database up to date."""

    async def migrated(settings: Settings) -> None:
        async with opening.database_url(settings) as url:
            upgrade(url)
            _print("The database is up to date.")

    _run(migrated(_settings()))


@cli.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")]) -> None:
    """Write everything that is stored into a file, while the bot runs or not."""

    async def written(settings: Settings) -> None:
        async with opening.database_url(settings) as url:
            size = await backups.write(url, file)
            _print(f"Wrote {file}, {size:,} bytes. Keep it safe: it holds everything that was said.")

    _run(written(_settings()))


@cli.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.")],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Delete existing data first.")] = False,
) -> None:
    """Fill an empty database with what is in a backup; no bot may be running on it."""

    async def restored(settings: Settings) -> None:
        with ExitStack() as stack:
            if settings.database_url is None:
                stack.enter_context(hold(settings.data_folder))
            async with opening.database_url(settings) as url:
                found = await backups.restore(url, file, replace=replace)
        restored = Written(found.memories, conversations=found.conversations, messages=found.messages)
        _print(f"Restored {file}: {restored}.")

    _run(restored(_settings()))


@cli.command()
def context(
    *,
    user: Annotated[int | None, typer.Option(help="Telegram user id, if several people may use the bot.")] = None,
    file: Annotated[Path | None, typer.Option(help="The file to write the whole request to.")] = None,
) -> None:
    """Show what the next request to the model would hold; the bot may run meanwhile."""

    async def shown(settings: Settings) -> None:
        ahead = await app.next_request(settings, user)
        _print(f"{ahead.heading}\n\n{ahead.table}\n\n{ahead.notes}")
        if file:
            with complete(file) as new:
                new.write_bytes(ahead.body)
            _print(f"Wrote {file}, {len(ahead.body):,} bytes: the request as it would be sent, without that message.")

    _run(shown(_settings()))


@cli.command()
def export(
    place: Annotated[Path, typer.Argument(help="A folder, or the new file's name, which ends in .json.")],
    *,
    user: Annotated[int | None, typer.Option(help="Telegram user id, if several people may use the bot.")] = None,
) -> None:
    """Write everything that is known of a user as JSON and Markdown. The bot may run meanwhile."""

    async def exported(settings: Settings) -> None:
        json, markdown, written = await transfer.export(settings, user, place)
        private = " An open private conversation is not in them." if written.leaves_out_private else ""
        _print(f"Wrote {json} and {markdown}: {written}.{private} Keep them safe.")

    _run(exported(_settings()))


@cli.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="The .json file that `export` or /export wrote.")],
    *,
    user: Annotated[int | None, typer.Option(help="Whose it is to be, by Telegram id, if not its own user's.")] = None,
    bot: Annotated[int | None, typer.Option(help="With which bot, by its id, if not the one that is set.")] = None,
) -> None:
    """Put an export into a database that knows nothing of its user; no bot may be running on it."""

    async def imported(settings: Settings) -> None:
        owner, written = await transfer.import_(settings, file, user_id=user, bot=bot)
        whose = f"user {owner.user_id} of bot {owner.bot_id}"
        _print(f"Imported {file} as what {whose} has said and taught: {written}.")

    _run(imported(_settings()))


@cli.command()
def erase(
    *,
    user: Annotated[int, typer.Option(help="Telegram user id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
) -> None:
    """Erase everything that is known of a user, for good; no bot may be running on the database."""

    async def erased(settings: Settings) -> None:
        extent = await transfer.erase(settings, user)
        gone = Written(extent.memories, extent.deleted, extent.conversations)
        _print(f"Erased user {user}: {gone}.")

    settings = _settings()
    if not yes:
        typer.confirm(f"Erase everything that is known of user {user}, for good?", abort=True)
    _run(erased(settings))


@memory.command("import")
def import_memories(
    file: Annotated[Path, typer.Argument(help="Any list of memories; - for standard input.", allow_dash=True)],
    *,
    user: User = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be imported.")] = False,
) -> None:
    """Store the memories in a file: JSON, JSON Lines, Markdown, or a list. What is known already is left out.

    It takes up to 200 MB and 200,000 memories at once.
    """

    async def imported(settings: Settings) -> None:
        found, done = await preseeding.import_(settings, user, file, dry_run=dry_run)
        _print(
            f"{file}: {len(found.additions):,} memories, read as {found.shape}:"
            f" {len(done.new):,} new, {done.known:,} known already."
        )
        for left_out in found.left_out:
            _print(f"Not taken, {left_out.why}: {left_out.text}")
        if dry_run:
            _print("Nothing was stored.")
        elif done.id:
            _print(f"Imported {len(done.new):,}. To take them back: python -m bot memory undo-import {done.id}")

    _run(imported(_settings()))


@memory.command("undo-import")
def undo_import(
    import_id: Annotated[str, typer.Argument(help="What `memory import` or the chat called it.")], *, user: User = None
) -> None:
    """Forget the memories of an import, but for those that were changed since."""

    async def undone(settings: Settings) -> None:
        done = await preseeding.undo(settings, user, import_id)
        if done.forgotten or done.kept:
            _print(f"Forgot {done.forgotten:,} memories; {done.kept:,} have changed since and stay.")
        else:
            _print("Nothing of it is remembered at the moment.")

    _run(undone(_settings()))


@memory.command("export")
def export_memories(
    file: Annotated[Path | None, typer.Argument(help="The new file; without it, they are printed.")] = None,
    *,
    user: User = None,
    shape: Annotated[Shape, typer.Option("--format", help="JSON Lines or Markdown.")] = Shape.JSONL,
) -> None:
    """Write the memories as `memory import` and the chat read them."""

    async def exported(settings: Settings) -> None:
        memories = await preseeding.listed(settings, user)
        text = preseeding.FORMATS[shape.value](memories)
        if file is None:
            _print(text, end="")
        else:
            preseeding.write(file, text)
            _print(f"Wrote {file}: {len(memories):,} memories.")

    _run(exported(_settings()))


@memory.command("list")
def list_memories(
    words: Annotated[list[str] | None, typer.Argument(help="What they are to hold.")] = None, *, user: User = None
) -> None:
    """Print the memories, a line each."""

    async def shown(settings: Settings) -> None:
        for one in await preseeding.listed(settings, user, words or ()):
            _print(preseeding.line(one))

    _run(shown(_settings()))


@cli.command()
def doctor() -> None:
    """Check settings, database, Telegram and model, and say what to do.

    Exit code 0: the bot can run; 2: a setting is in the way, 1: something else is.
    """
    logs.configure("console", ())
    logging.disable()  # what the libraries would warn of, the report says better
    raise SystemExit(asyncio.run(examine(sys.stdout)))


def _print(said: str, end: str = "\n") -> None:
    """Write the answer to a command."""
    print(said, end=end)  # noqa: T201 - as the docstring says


def _settings() -> Settings:
    try:
        settings = Settings.load()
    except StartError as error:
        _give_up(error)
    logs.configure(settings.log_format, settings.secrets)
    for name in Settings.unknown_in():
        log.warning("a name in .env is no setting; is it misspelled?", name=name)
    return settings


def _run(work: Coroutine[Any, Any, None]) -> None:
    try:
        with suppress(asyncio.CancelledError):  # told to stop, and everything is closed
            asyncio.run(work)
    except (StartError, DatabaseUnavailable) as error:
        _give_up(error)


def _give_up(error: KeepsakeError) -> NoReturn:
    print(error, file=sys.stderr)  # noqa: T201 - the one sentence that tells what to do
    raise SystemExit(2)


if __name__ == "__main__":
    cli(prog_name="python -m bot")
