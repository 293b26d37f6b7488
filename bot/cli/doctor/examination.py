"""All checks, one after the other. Each has a time limit, and none stops the others."""

import asyncio
import math
import os
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TextIO

from bot.cli.doctor import connections, model, storage
from bot.cli.doctor.report import Finding, Mark, Report, Setup, ok, problem, secrets_of, skipped, warning
from bot.cli.onboarding.servers import ANSWER_SECONDS
from bot.features.mcp_client.servers import CHECK_SECONDS
from bot.kit import environment
from bot.kit.errors import StartError
from bot.kit.settings import Settings

CLOCK_SECONDS: Final = 60.0
"""Largest difference between this machine's clock and a server's."""
_GRACE_SECONDS: Final = 1


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
    report = Report(out, secrets_of(settings))
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
    _Check(".env", storage.env_file),
    _Check("data folder", storage.disk, ["DATA_DIR"]),
    _Check("mirror", storage.mirror, ["MIRROR_DIR"]),
    _Check("database", storage.database, ["DATA_DIR", "DATABASE_URL"]),
    _Check("api", connections.api, _API),
    _Check("telegram", connections.telegram, _TELEGRAM),
    _Check("users", users, ["TELEGRAM_BOT_TOKEN", "TELEGRAM_ALLOWED_USER_IDS"]),
    _Check("model", model.model, _MODEL, 60 + 2 * ANSWER_SECONDS),
    _Check("embeddings", model.embedding, [*_MODEL, "EMBEDDING_MODEL"], 30 + ANSWER_SECONDS),
    _Check("voice", model.voice, [*_MODEL, *_VOICE], 30 + 2 * ANSWER_SECONDS),
    _Check("web search", connections.search, ["SEARXNG_URL", "BRAVE_API_KEY", "TAVILY_API_KEY"]),
    _Check("mcp", connections.mcp, ["DATA_DIR"], 30 + CHECK_SECONDS),
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
        done, _ = await asyncio.wait({work}, timeout=_GRACE_SECONDS)
    elif error := work.exception():
        words = str(error) if isinstance(error, StartError) else f"the check failed ({type(error).__name__})"
        report.add(problem(check.subject, words))
    return not done
