"""The connections: Telegram, the API where it is open or would be, the search server, and the MCP servers."""

import asyncio
import stat
from collections.abc import AsyncIterator
from typing import Final

import httpx

from bot.app.opening import database_url, opened
from bot.cli.doctor.report import Finding, Setup, ok, problem, shown, warning
from bot.doors.http.listening import listening, with_running_port
from bot.doors.store import access_tokens
from bot.features.mcp_client.listed import FILE, read
from bot.features.mcp_client.servers import Logins, checked
from bot.features.web.search import WebSearch, engine
from bot.kit.errors import SearchFailed, StartError, TelegramUnreachable
from bot.kit.language import rendered
from bot.kit.program import command
from bot.kit.settings import Settings
from bot.store.check import look
from bot.telegram.check import Account, account

_API_SECONDS: Final = 5
_API_TITLE: Final = "Keepsake"
_SEARCHED_FOR: Final = "weather"


async def telegram(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether Telegram answers, which bot the token belongs to, and how its messages come."""
    settings = setup.settings
    if settings.practises:
        yield ok("telegram", "practice mode: a local page replaces Telegram (TELEGRAM_BOT_TOKEN is not set)")
        return
    address = shown(settings.telegram_api_url)
    try:
        bot = await account(settings.token, settings.telegram_api_url)
    except StartError:
        yield problem("telegram", f"{address} refused the token. Copy TELEGRAM_BOT_TOKEN from @BotFather again.")
        return
    except TelegramUnreachable as error:
        found = f"{address} can't be reached ({error})"
        yield problem("telegram", f"{found}. Check the network, and TELEGRAM_API_URL if it is set.")
        return
    if bot.bot_id != settings.bot_id:
        yield problem("telegram", f"{address} answers as another bot, {bot.name}. Check TELEGRAM_API_URL.")
        return
    setup.compare_clocks("Telegram's", bot.date)
    yield ok("telegram", f"the token belongs to {bot.name}")
    yield ok("topics", _topics(bot))
    if bot.webhook_host:
        found = f"another program at {bot.webhook_host} receives this bot's messages"
        yield warning("webhook", f"{found}. Stop that program: the next start takes the messages over.")


def _topics(bot: Account) -> str:
    if bot.has_topics:
        return "on: each topic of the private chat is a conversation of its own"
    found = "off, so the private chat is one conversation at a time"
    return f"{found}. To open topics beside it, choose {bot.name} at @BotFather, Bot Settings, then Threaded Mode."


async def api(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the API is open, or can be opened, at its address."""
    settings = setup.settings
    if not settings.api_ports:
        yield ok("api", "closed (API_PORT is 0)")
        return
    running = with_running_port(settings)
    if running.api_url and await _answers(running.api_url):
        yield ok("api", f"open at {running.page_url}")
        return
    try:
        with listening(settings.api_host, settings.api_ports) as listener:
            port = listener.getsockname()[1]
    except StartError as error:
        yield problem("api", f"{error} Set API_PORT to a free port, and API_HOST to an address of this machine.")
        return
    if not settings.api_is_local and not await _has_token(settings):
        way_out = f"Create one with `{command('token add NAME')}`, and restart the bot."
        yield warning("api", f"not opened at {settings.api_host}: there is no token. {way_out}")
        return
    public = settings.model_copy(update={"api_port": port}).page_url
    yield ok("api", f"not open now; it will be at {public} once the bot runs")


async def _answers(url: str) -> bool:
    """Tell whether a Keepsake answers there."""
    try:
        async with httpx.AsyncClient(timeout=_API_SECONDS, trust_env=False) as http:
            found = (await http.get(f"{url}/openapi.json")).json()
            return bool(found["info"]["title"] == _API_TITLE)
    except (httpx.HTTPError, ValueError, LookupError, TypeError):
        return False


async def _has_token(settings: Settings) -> bool:
    """Tell whether there is a token, as far as the database can be read."""
    if not settings.database_url and not (settings.data_folder / "postgres").exists():
        return False
    try:
        async with database_url(settings) as url:
            if not (await look(url)).is_up_to_date:
                return False
            async with opened(url) as database, database.transaction() as tx:
                return await access_tokens.has_any(tx, settings.bot_id)
    except StartError:
        return False  # the line about the database says why


async def search(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the search server answers, if one is set, with one search."""
    chosen = engine(setup.settings)
    if chosen is None:
        return
    try:
        hits = await WebSearch(chosen).search(_SEARCHED_FOR)
    except SearchFailed as error:
        yield warning("web search", str(error))
        return
    if hits:
        yield ok("web search", f"{chosen.name}, {len(hits)} results for “{_SEARCHED_FOR}”")
    else:
        way_out = "Check which engines it asks." if chosen.name == "SearXNG" else "Check your account there."
        yield warning("web search", f"{chosen.name} found nothing for “{_SEARCHED_FOR}”. {way_out}")


async def mcp(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the listed servers can be connected, and which of their tools can't be used."""
    folder = setup.settings.data_folder
    listed = read(folder)
    for name, why in listed.wrong.items():
        where = f"{folder / FILE}" if name == FILE else f"{name}, in {folder / FILE}"
        yield warning("mcp", f"{where}: {rendered(why)}.")
    if not listed.servers:
        return
    if stat.S_IMODE((folder / FILE).stat().st_mode) & 0o077:
        yield warning("mcp", f"other users of this machine can read {folder / FILE}. Run `chmod 600` on it.")
    for state in await asyncio.gather(*(checked(server, Logins(folder)) for server in listed.servers)):
        if not state.is_connected:
            yield warning("mcp", f"{state.name}: {rendered(state.problem)}. Its tools can't be used.")
            continue
        found = f"{state.name}: {len(state.tools)} tool{'s' * (len(state.tools) != 1)}"
        left_out = f". Left out: {'; '.join(state.left_out)}" if state.left_out else ""
        yield (warning if left_out else ok)("mcp", f"{found}{left_out}")
