"""The commands for MCP: to serve other assistants, and to log in at the servers that Keepsake uses."""

import asyncio
import sys

from bot.app import opening
from bot.app.api import api_services
from bot.cli import say
from bot.doors.values import Scope
from bot.features.mcp_client.listed import FILE, read
from bot.features.mcp_client.servers import Logins, log_in
from bot.kit.errors import StartError, ToolServerFailed
from bot.kit.language import rendered
from bot.kit.program import command
from bot.kit.settings import Settings
from bot.memory.embedding import Embeddings
from bot.memory.operations import Memories
from bot.model.choice import models
from bot.turns.preferences import Languages, Preferences


async def serve_assistant(settings: Settings, *, user: int | None = None, read_only: bool = False) -> None:
    """Share the memory with an assistant on this machine, over standard input and output. Works while the bot runs."""
    from bot.doors.mcp_server.stdio import serve  # noqa: PLC0415 - other commands need no SDK

    async with opening.up_to_date_database(settings) as database, models(settings) as asked:
        async with database.transaction() as tx:
            owner = await opening.owner_of(tx, settings, user)
        memories = Memories(settings.memory_limit, settings.memory_capture)
        embeddings = Embeddings(database, asked.embedding)
        await embeddings.follow()
        preferences = Preferences(database)
        await preferences.load(settings.bot_id)
        languages = Languages(database, preferences)
        await languages.load(settings.bot_id)
        services = api_services(settings, database, memories, embeddings, languages, [owner.user_id])
        await serve(services, owner, Scope.READ if read_only else Scope.WRITE)


async def login(settings: Settings, server: str, **of_serving: object) -> None:
    """Log in to an MCP server (OAuth). Works while the bot runs."""
    if of_serving:  # the options of `mcp` itself, which argparse allows before `login`, too
        raise StartError(
            f"--user and --read-only don't apply to a login, which is the bot's. Use them with `{command('mcp')}`."
        )
    folder = settings.data_folder
    listed = read(folder)
    if problem := listed.wrong.get(server) or listed.wrong.get(FILE):
        raise StartError(f"{server} can't be used: {rendered(problem)}.")
    found = next((it for it in listed.servers if it.name == server), None)
    if found is None:
        raise StartError(f"{server} is not listed in {folder / FILE}.")
    try:
        tools = await log_in(found, Logins(folder), _visited)
    except ToolServerFailed as error:
        raise StartError(f"The login to {server} failed: {error}.") from None
    if not Logins(folder).file(server).exists():
        say(f"{server} needs no login. It has {tools} tools.")
        return
    say(f"Logged in. {server} has {tools} tools. A running bot uses it within 5 minutes.")


async def _visited(address: str) -> str:
    """Have the person visit an address, and return the one that they end up at."""
    say(f"Open this address in a browser and allow Keepsake:\n\n{address}\n")
    say("Then the browser shows a page that doesn't load. Copy its address from the address bar.")
    say("Paste it here: ", end="")
    sys.stdout.flush()
    return await asyncio.to_thread(sys.stdin.readline)
