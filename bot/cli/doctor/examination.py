"""All checks, one after the other. Each has a time limit, and none stops the others."""

import asyncio
import math
import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final, TextIO

import httpx

from bot.app.features import FEATURES
from bot.cli.doctor import model
from bot.cli.doctor.report import Report, Setup, bare_address, secrets_in
from bot.cli.onboarding.servers import ANSWER_SECONDS
from bot.doors.http.listening import listening, with_running_port
from bot.doors.store import access_tokens
from bot.kit import environment
from bot.kit.errors import StartError, TelegramUnreachable
from bot.kit.findings import Finding, Mark, ok, problem, skipped, warning
from bot.kit.program import command
from bot.kit.settings import ENV_FILE, Settings
from bot.store.check import DatabaseState, look, place
from bot.store.migrate import OLDEST_MAJOR, refusal
from bot.telegram.check import Account, account
from bot.turns.opening import database_url, opened

CLOCK_SECONDS: Final = 60.0
"""Largest difference between this machine's clock and a server's."""
_LOW_DISK_BYTES: Final = 500 * 2**20


async def examine(out: TextIO, *, most_seconds: float = math.inf) -> int:
    """Check everything the bot needs, and write a line about each. No check takes longer than `most_seconds`.

    Returns the exit code: 0 if the bot can run, 2 if a setting is wrong, and 1 for any other problem.
    """
    try:
        settings, wrong = Settings.examined()
        environment.prepare(os.environ, settings)
    except StartError as error:
        report = Report(out, ())
        report.add(problem("settings", str(error)))
        report.say("Nothing else was checked: everything depends on the settings.")
        return 2
    environment.ignore_problems(os.environ)
    report = Report(out, secrets_in(settings))
    if settings.has_model:
        report.say("The model gets two short test questions, a few hundred tokens at most.")
    for complaint in wrong.values():
        report.add(problem("settings", str(complaint)))
    if not wrong:
        report.add(ok("settings", f"all {len(Settings.model_fields)} are valid or not set"))
    setup, stuck = Setup(settings), False
    for check in _CHECKS:
        if invalid := sorted(wrong.keys() & set(check.needs)):
            report.add(skipped(check.subject, f"not checked: {invalid[0]} is invalid"))
        elif await _is_stuck(check, setup, report, min(check.seconds, most_seconds)):
            stuck = True
    counts = {"problem": report.marks.count(Mark.PROBLEM), "warning": report.marks.count(Mark.WARNING)}
    counted = [f"{count} {word}{'s' * (count > 1)}" for word, count in counts.items() if count]
    can_run = "cannot" if counts["problem"] else "can"
    report.say(f"{' and '.join(counted) or 'All is well'}. Keepsake {can_run} run.")
    code = 2 if wrong else 1 if counts["problem"] else 0
    if stuck:
        os._exit(code)  # a normal exit would wait for it
    return code


async def env_file(_: Setup) -> AsyncIterator[Finding]:
    """Check who can read `.env`, and whether all its names are settings."""
    if not ENV_FILE.exists():
        yield ok(".env", f"no {ENV_FILE.absolute()}, only environment variables are used")
        return
    is_open = bool(stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077)
    unknown = ", ".join(Settings.unknown_in())
    if is_open:
        yield warning(".env", f"other users of this machine can read it. Run `chmod 600 {ENV_FILE}`.")
    if unknown:
        yield warning(".env", f"not a setting: {unknown}. Check the spelling.")
    if removed := ", ".join(Settings.removed_in()):
        yield warning(".env", f"no longer a setting: {removed}. Take it out.")
    if not (is_open or unknown or removed):
        yield ok(".env", f"{ENV_FILE.absolute()}, only you can read it, and all its names are settings")


async def disk(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the data folder can be used, and how much space is left on its disk."""
    if setup.settings.database_url and not setup.settings.practises:
        return
    folder = setup.settings.data_folder
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(there).free if there.is_dir() and os.access(there, os.W_OK | os.X_OK) else 0
    except OSError:
        free = 0
    found = f"{folder}, {free / 2**30:.1f} GB free"
    if not free:
        yield problem(
            "data folder",
            f"{folder} can't be written, or is full. Free some space, or set DATA_DIR to a folder of your own.",
        )
    elif free < _LOW_DISK_BYTES:
        yield warning("data folder", f"{found}. Free some space, or set DATA_DIR to another disk.")
    else:
        yield ok("data folder", found)


async def mirror(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the copy of memories and notes can be written, and who can read it."""
    folder = setup.settings.mirror_dir
    if folder is None:
        return
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        with tempfile.TemporaryDirectory(dir=there, prefix=".keepsake-new-"):
            can_write = True  # asking would not tell: root may write anywhere, they say of /proc
        is_open = there == folder and bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)
    except OSError:
        can_write = is_open = False
    if not can_write:
        yield problem("mirror", f"{folder} can't be written. Set MIRROR_DIR to a folder of your own.")
    elif is_open:
        yield warning("mirror", f"other users of this machine can see {folder}. Run `chmod 700 {folder}`.")
    else:
        yield ok("mirror", f"memories and notes are copied to {folder}")


async def database(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the database can be reached, and whether the bot can work with it."""
    settings = setup.settings
    set_url = settings.database_url.get_secret_value() if settings.database_url else ""
    where, way_out = ("DATABASE_URL", ". Check DATABASE_URL and its server.") if set_url else ("embedded", "")
    if not set_url and not (settings.data_folder / "postgres").exists():
        setup.people = {}
        yield ok("database", "embedded PostgreSQL, created at the first start")
        return
    try:
        where = place(set_url) if set_url else where
        async with database_url(settings) as url:
            state = await look(url)
            setup.people = state.people
    except StartError as error:
        yield problem("database", f"{where}: {error}{way_out}")
        return
    yield _server(state, f"PostgreSQL {state.version}, {where}")
    yield _schema(state)
    if settings.search_language not in state.languages:
        found = f"PostgreSQL doesn't know the language {settings.search_language!r}"
        yield problem("search", f"{found}. Set SEARCH_LANGUAGE to one of {', '.join(sorted(state.languages))}.")
    if settings.embedding_model and not state.has_vectors:
        found = "pgvector 0.7 is missing, so EMBEDDING_MODEL has no effect and search goes by words only"
        yield warning("search", f"{found}. Install that version or a newer one on the database server.")
    if state.dead_letters:
        yield warning("inbox", f"updates given up after repeated failures: {state.dead_letters}. See telegram_updates.")
    if state.refused:
        found = f"messages refused by Telegram: {state.refused}"
        yield warning("outbox", f"{found}. The user may have blocked the bot. See telegram_messages.")


def _server(state: DatabaseState, server: str) -> Finding:
    if state.is_too_old:
        return problem("database", f"{server}: too old. Keepsake needs {OLDEST_MAJOR} or newer.")
    if state.is_read_only:
        return problem("database", f"{server}: read-only. Set DATABASE_URL to the primary server.")
    if not state.may_write:
        return problem("database", f"{server}: the role may not write. Use the role that owns the database.")
    return ok("database", server)


def _schema(state: DatabaseState) -> Finding:
    if not state.knows_revision:
        return problem("schema", refusal(state.revision))
    if state.is_up_to_date:
        return ok("schema", f"up to date ({state.revision})")
    found = f"out of date ({state.revision})" if state.revision else "no tables yet"
    return warning("schema", f"{found}. The next start updates it, or run `{command('migrate')}`.")


async def telegram(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether Telegram answers, which bot the token belongs to, and how its messages arrive."""
    settings = setup.settings
    if settings.practises:
        yield ok("telegram", "practice mode: a local page replaces Telegram (TELEGRAM_BOT_TOKEN is not set)")
        return
    address = bare_address(settings.telegram_api_url)
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
    if running.api_url and await _is_keepsake_at(running.api_url):
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


async def _is_keepsake_at(url: str) -> bool:
    """Tell whether a Keepsake answers there."""
    try:
        async with httpx.AsyncClient(timeout=5, trust_env=False) as http:
            found = (await http.get(f"{url}/openapi.json")).json()
            return bool(found["info"]["title"] == "Keepsake")
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


async def users(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether anybody may use the bot. In practice mode, there is always one user."""
    if setup.settings.practises:
        return
    listed, people = setup.settings.telegram_allowed_user_ids, setup.people or {}
    admitted = {owner.user_id: is_owner for owner, is_owner in people.items() if owner.bot_id == setup.settings.bot_id}
    owners = listed.union(user_id for user_id, is_owner in admitted.items() if is_owner)
    others = admitted.keys() - owners
    if not owners and setup.people is None:
        yield skipped("users", "not checked: this depends on the database")
        return
    if not owners:
        yield warning(
            "users", "nobody can use the bot yet. Start it, and open the link it shows: you are then its owner."
        )
        return
    found = f"{len(owners)} owner{'s' * (len(owners) > 1)}"
    yield ok("users", f"{found}, {len(others)} other{'s' * (len(others) > 1)}" if others else found)


async def clock(setup: Setup) -> AsyncIterator[Finding]:
    """Compare this machine's clock with those of the servers that answered."""
    for server, ahead in setup.clocks.items():
        if abs(ahead) > CLOCK_SECONDS:
            off = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} {server}"
            yield warning("clock", f"{off}. Set it, preferably by NTP (`timedatectl set-ntp true`).")
            return
    yield ok("clock", f"agrees with {' and '.join(setup.clocks)}") if setup.clocks else skipped("clock", "not checked")


async def time_zone(setup: Setup) -> AsyncIterator[Finding]:
    """Name the user's time zone."""
    zone = setup.settings.timezone
    yield ok("time zone", zone.key if zone else f"{datetime.now().astimezone():%Z}, as on this machine")


def _by_settings(findings: Callable[[Settings], AsyncIterator[Finding]], setup: Setup) -> AsyncIterator[Finding]:
    return findings(setup.settings)


@dataclass(frozen=True, slots=True)
class _Check:
    """A check, the settings it needs, and its time limit."""

    subject: str
    findings: Callable[[Setup], AsyncIterator[Finding]]
    needs: Collection[str] = ()
    seconds: float = 30


_MODEL: Final = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL_FIRST_CHUNK_SECONDS", "MODEL_CHUNK_SECONDS")
_VOICE: Final = (
    *("TRANSCRIPTION_BASE_URL", "TRANSCRIPTION_API_KEY", "TRANSCRIPTION_MODEL"),
    *("SPEECH_BASE_URL", "SPEECH_API_KEY", "SPEECH_MODEL", "SPEECH_VOICE"),
)
_API: Final = ("API_PORT", "API_HOST", "API_PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "TELEGRAM_BOT_TOKEN")
_TELEGRAM: Final = ("TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL")
_CHECKS: Final = (
    _Check(".env", env_file),
    _Check("data folder", disk, ["DATA_DIR"]),
    _Check("mirror", mirror, ["MIRROR_DIR"]),
    _Check("database", database, ["DATA_DIR", "DATABASE_URL"]),
    _Check("api", api, _API),
    _Check("telegram", telegram, _TELEGRAM),
    _Check("users", users, ["TELEGRAM_BOT_TOKEN", "TELEGRAM_ALLOWED_USER_IDS"]),
    _Check("model", model.model, _MODEL, 60 + 2 * ANSWER_SECONDS),
    _Check("embeddings", model.embedding, [*_MODEL, "EMBEDDING_MODEL"], 30 + ANSWER_SECONDS),
    _Check("voice", model.voice, [*_MODEL, *_VOICE], 30 + 2 * ANSWER_SECONDS),
    *(
        _Check(check.subject, partial(_by_settings, check.findings), check.needs, check.seconds)
        for feature in FEATURES
        for check in feature.checks
    ),
    _Check("clock", clock),
    _Check("time zone", time_zone, ["TIMEZONE"]),
)


async def _is_stuck(check: _Check, setup: Setup, report: Report, seconds: float) -> bool:
    """Run a check, and return whether it is still running after its time limit."""

    async def reported() -> None:
        async for finding in check.findings(setup):
            report.add(finding)

    work = asyncio.ensure_future(reported())
    done, _ = await asyncio.wait({work}, timeout=seconds)
    if not done:
        report.add(problem(check.subject, f"no answer within {seconds:g} s"))
        work.cancel()
        done, _ = await asyncio.wait({work}, timeout=1)
    elif error := work.exception():
        words = str(error) if isinstance(error, StartError) else f"the check failed ({type(error).__name__})"
        report.add(problem(check.subject, words))
    return not done
