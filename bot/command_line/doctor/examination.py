"""All checks, one after the other. Each has a time limit, and none stops the others."""

import asyncio
import math
import os
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import Final, TextIO

from bot.command_line.doctor import database, model, surroundings, telegram
from bot.command_line.doctor.report import Finding, Mark, Report, ok, problem, secrets_of, skipped
from bot.command_line.doctor.surroundings import Setup
from bot.errors import StartError
from bot.settings import Settings

_GRACE_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class _Check:
    """A check, the settings it needs, and its time limit."""

    subject: str
    findings: Callable[[Setup], AsyncIterator[Finding]]
    needs: Collection[str] = ()
    seconds: float = 30


_MODEL: Final = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL_FIRST_CHUNK_SECONDS", "MODEL_CHUNK_SECONDS")
_CHECKS: Final = (
    _Check(".env", surroundings.env_file),
    _Check("data folder", database.data_folder, ["DATA_DIR"]),
    _Check("database", database.database, ["DATA_DIR", "DATABASE_URL"]),
    _Check("telegram", telegram.telegram, ["TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL"]),
    _Check("users", telegram.users, ["TELEGRAM_BOT_TOKEN", "TELEGRAM_ALLOWED_USER_IDS"]),
    _Check("model", model.model, _MODEL, 60 + 2 * model.ANSWER_SECONDS),
    _Check("embeddings", model.embedding, [*_MODEL, "EMBEDDING_MODEL"], 30 + model.ANSWER_SECONDS),
    _Check("clock", surroundings.clock),
    _Check("time zone", surroundings.time_zone, ["TIMEZONE"]),
)


async def examine(out: TextIO, *, most_seconds: float = math.inf) -> int:
    """Check everything the bot needs, and write a line about each. No check takes longer than `most_seconds`.

    Returns the exit code: 0 if the bot can run, 2 if a setting is wrong, and 1 for any other problem.
    """
    try:
        settings, wrong = Settings.examined()
    except StartError as error:
        report = Report(out, ())
        report.add(problem("settings", str(error)))
        report.say("Nothing else was checked: everything depends on the settings.")
        return 2
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
    problems, warnings = report.marks.count(Mark.PROBLEM), report.marks.count(Mark.WARNING)
    report.say(f"{_counted(problems, warnings)}. Keepsake {'cannot' if problems else 'can'} run.")
    code = 2 if wrong else 1 if problems else 0
    if stuck:
        os._exit(code)  # a normal exit would wait for it
    return code


async def _is_stuck(check: _Check, setup: Setup, report: Report, seconds: float) -> bool:
    """Run a check, and tell whether it is still running after its time."""

    async def reported() -> None:
        async for finding in check.findings(setup):
            report.add(finding)

    work = asyncio.ensure_future(reported())
    done, _ = await asyncio.wait({work}, timeout=seconds)
    if not done:
        report.add(problem(check.subject, f"no answer within {seconds:g} s"))
        work.cancel()
        done, _ = await asyncio.wait({work}, timeout=_GRACE_SECONDS)
    elif isinstance(error := work.exception(), StartError):
        report.add(problem(check.subject, str(error)))
    elif error:
        report.add(problem(check.subject, f"the check failed ({type(error).__name__})"))
    return not done


def _counted(problems: int, warnings: int) -> str:
    counts = {"problem": problems, "warning": warnings}
    found = [f"{count} {word}{'s' * (count > 1)}" for word, count in counts.items() if count]
    return " and ".join(found) or "All is well"
