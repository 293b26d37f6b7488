"""The commands of `keepsake` (or `python -m bot`) and their arguments. A command's docstring is its help."""

import asyncio
import inspect
import logging
import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from bot import __version__
from bot.app import answering
from bot.app.api import api_services
from bot.app.features import FEATURES
from bot.cli import archive, memories
from bot.cli.doctor.examination import examine
from bot.doors.http.listening import with_running_port
from bot.doors.store import access_tokens
from bot.doors.values import NAME_MAX, Bearer, Scope, login_address
from bot.kit import logs, program
from bot.kit.console import busy, counted_in_english, say
from bot.kit.errors import StartError
from bot.kit.private_files import complete
from bot.kit.settings import Settings
from bot.kit.text import one_line
from bot.memory.operations import Memories
from bot.model.choice import models
from bot.store.embedded import hold
from bot.store.migrate import upgrade
from bot.turns import opening
from bot.turns.embeddings import Embeddings
from bot.turns.opening import owned
from bot.turns.preferences import Languages, Preferences


def run() -> None:
    """Run the bot until Ctrl-C. This is the default."""
    # `__main__` does it, as it does without a command.


async def migrate(settings: Settings) -> None:
    """Update the database to this version."""
    async with opening.database_url(settings) as url:
        with busy("Updating the database …"):
            await asyncio.to_thread(upgrade, url)
        say("The database is up to date.")


async def backup(settings: Settings, file: Path) -> None:
    """Back up all data to a file. Works while the bot runs."""
    with busy("Backing up …"):
        async with opening.database_url(settings) as url:
            written = await archive.write(url, settings.files_folder.parent, file)
    sent = _files_in_it(written.files)
    say(f"Wrote {file}, {written.size:,} bytes{sent}. Keep it safe: it contains all your data.")


async def restore(settings: Settings, file: Path, *, replace: bool) -> None:
    """Restore a backup into an empty database. Stop the bot first."""
    held = nullcontext() if settings.database_url else hold(settings.data_folder)
    with held, busy(f"Restoring {file} …"):
        async with opening.database_url(settings) as url:
            found, files = await archive.restore(url, settings.files_folder.parent, file, replace=replace)
    restored = [
        *counted_in_english(found.memories, "memory", "memories"),
        *counted_in_english(found.conversations, "conversation", "conversations"),
        *counted_in_english(found.messages, "message", "messages"),
    ]
    say(f"Restored {file}: {', '.join(restored) or 'nothing'}{_files_in_it(files)}.")


def _files_in_it(number: int) -> str:
    return f", {number:,} file{'s' * (number > 1)} you sent" if number else ""


async def context(settings: Settings, user: int | None, file: Path | None) -> None:
    """Show what the next request to the model contains. Works while the bot runs."""
    ahead = await answering.next_request(settings, user)
    say(f"{ahead.heading}\n\n{ahead.table}\n\n{ahead.notes}")
    if file:
        with complete(file) as new:
            new.write_bytes(ahead.body)
        say(f"Wrote {file}, {len(ahead.body):,} bytes: the exact request, without the next message.")


def doctor() -> int:
    """Check the settings, database, Telegram and model, and say what to fix.

    Exit code: 0 if the bot can run, 2 if a setting is wrong, 1 for any other problem.
    """
    logs.configure("console", ())
    logging.disable()  # the report replaces the libraries' warnings
    return asyncio.run(examine(sys.stdout))


async def open_page(settings: Settings, user: int | None) -> None:
    """Print a link that opens the page in a browser. The bot must run."""
    if not settings.api_ports:
        raise StartError("The page is closed. Set API_PORT=8124 in .env, and restart the bot.")
    if (url := with_running_port(settings).page_url) is None:
        raise StartError("The page opens when the bot starts. Start it first.")
    async with owned(settings, user) as (tx, owner):
        key = await access_tokens.add_link(tx, owner)
    say(f"Opens the page of user {owner.user_id}. Works once, for {access_tokens.LINK_VALID.seconds // 60} minutes:")
    say(login_address(url, key))


async def add_token(settings: Settings, name: str, user: int | None, *, read_only: bool) -> None:
    """Create a token for a program, and print it. Works while the bot runs."""
    name = one_line(name)
    if not 0 < len(name) <= NAME_MAX:
        raise StartError(f"A token's name has 1 to {NAME_MAX} characters.")
    scope = Scope.READ if read_only else Scope.WRITE
    async with owned(settings, user) as (tx, owner):
        token = await access_tokens.add(tx, owner, name, scope)
    if token is None:
        raise StartError(f"A token named {name} already exists. Revoke it first, or choose another name.")
    say(f"{name} may {'read' if read_only else 'read and change'} the data of user {owner.user_id}.")
    say("Copy the token now. It won't be shown again:")
    say(token)


async def list_tokens(settings: Settings, user: int | None) -> None:
    """List tokens and browser sessions with their last use. Works while the bot runs."""
    async with owned(settings, user) as (tx, owner):
        tokens = await access_tokens.of_owner(tx, owner)
    for token in tokens:
        used = f"used {token.used_at.astimezone(settings.timezone):%Y-%m-%d %H:%M}" if token.used_at else "never used"
        bearer = {
            Bearer.PAGE: "a browser",
            Bearer.MINI_APP: "a Mini App",
            Bearer.ASSISTANT: f"an assistant, {token.scope}",
        }.get(token.bearer, token.scope)
        say(f"{token.name}: {bearer}, created {token.created_at.astimezone(settings.timezone):%Y-%m-%d}, {used}")
    if not tokens:
        say("No tokens and no sessions.")


async def revoke_token(settings: Settings, name: str, user: int | None) -> None:
    """Revoke a token, or end a session. Works while the bot runs."""
    async with owned(settings, user) as (tx, owner):
        is_gone = await access_tokens.revoke(tx, owner, one_line(name))
    if not is_gone:
        raise StartError(f"There is no token named {one_line(name)}.")
    say(f"{one_line(name)} is revoked.")


async def serve_assistant(settings: Settings, *, user: int | None = None, read_only: bool = False) -> None:
    """Share the memory with an assistant on this machine, over standard input and output. Works while the bot runs."""
    from bot.doors.mcp_server.stdio import serve  # noqa: PLC0415 - other commands need no SDK
    from bot.memory.mcp import shared  # noqa: PLC0415 - as above

    async with opening.up_to_date_database(settings) as database, models(settings) as chosen:
        async with database.transaction() as tx:
            owner = await opening.owner_of(tx, settings, user)
        memories = Memories(settings.memory_limit, settings.memory_capture)
        embeddings = Embeddings(database, chosen.embedding)
        await embeddings.follow()
        preferences = Preferences(database)
        await preferences.load(settings.bot_id)
        languages = Languages(database, preferences)
        await languages.load(settings.bot_id)
        services = api_services(settings, database, memories.mode, embeddings.of, languages, [owner.user_id])
        await serve(services, shared(memories, settings.memory_tokens), owner, Scope.READ if read_only else Scope.WRITE)


def parser() -> ArgumentParser:
    """Return the parser of the command line, which sets `command` to the function, and its arguments by name."""
    root = ArgumentParser(
        program.called(),
        description="Keepsake, a personal assistant in Telegram that remembers. Without a command, it runs the bot.",
    )
    root.add_argument("--version", action="version", version=f"Keepsake {__version__}")
    user_help = "Telegram user id. Needed if several people use the bot."
    of_user = ArgumentParser(add_help=False)
    of_user.add_argument("--user", type=int, help=user_help)
    commands = root.add_subparsers(metavar="command", required=True).add_parser
    _add(commands, run)
    _add(commands, migrate)
    _add(commands, backup).add_argument("file", type=Path, help="New file to write.")
    added = _add(commands, restore)
    added.add_argument("file", type=Path, help="File written by `backup`.")
    added.add_argument("--replace", action="store_true", help="Delete existing data first.")
    added = _add(commands, context, of_user)
    added.add_argument("--file", type=Path, help="New file for the complete request.")
    _add(commands, doctor)
    _add(commands, open_page, of_user, name="open")

    added = _add(commands, serve_assistant, name="mcp")
    added.add_argument("--user", type=int, default=SUPPRESS, help=user_help)
    added.add_argument("--read-only", action="store_true", default=SUPPRESS, help="Allow reading only.")
    groups = {"": commands, "mcp": added.add_subparsers(metavar="command").add_parser}

    for feature in FEATURES:
        if feature.add_commands:
            feature.add_commands(lambda command, group="", name="": _add(groups[group], command, name=name), FEATURES)
    _add_for_tokens(commands, of_user)
    _add_for_memories(commands, of_user)
    return root


def _add_for_tokens(commands: Callable[..., ArgumentParser], of_user: ArgumentParser) -> None:
    about = "Create, list and revoke API tokens for other programs."
    group = commands("token", help=about, description=about).add_subparsers(metavar="command", required=True).add_parser
    added = _add(group, add_token, of_user, name="add")
    added.add_argument("name", help="Name of the program.")
    added.add_argument("--read-only", action="store_true", help="Allow reading only.")
    _add(group, list_tokens, of_user, name="list")
    _add(group, revoke_token, of_user, name="revoke").add_argument("name", help="Name of the token.")


def _add_for_memories(commands: Callable[..., ArgumentParser], of_user: ArgumentParser) -> None:
    about = "Import, export and list memories. Works while the bot runs."
    memory = commands("memory", help=about, description=about)
    group = memory.add_subparsers(metavar="command", required=True).add_parser
    added = _add(group, memories.import_, of_user, name="import")
    added.add_argument("file", type=Path, help="List of memories in any format. - reads standard input.")
    added.add_argument("--dry-run", action="store_true", help="Show what would be imported, without storing it.")
    added = _add(group, memories.undo_import, of_user, name="undo-import")
    added.add_argument("import_id", help="Id shown by `memory import` or in the chat.")
    added = _add(group, memories.export, of_user)
    added.add_argument("file", type=Path, nargs="?", help="New file. Default: print them.")
    added.add_argument(
        "--format", choices=memories.FORMATS, default="jsonl", dest="shape", help="JSON Lines or Markdown."
    )
    added = _add(group, memories.list_, of_user, name="list")
    added.add_argument("words", nargs="*", help="Words to search for.")


def _add(
    commands: Callable[..., ArgumentParser], command: Callable[..., object], *parents: ArgumentParser, name: str = ""
) -> ArgumentParser:
    """Add a command, explained by its docstring."""
    about = inspect.getdoc(command) or ""
    added = commands(name or command.__name__, help=about.partition("\n")[0], description=about, parents=parents)
    added.set_defaults(command=command)
    return added
