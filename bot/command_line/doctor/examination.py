"""The examination: every check in its turn, each within its time, and none in the way of another."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, TextIO

from bot.command_line.doctor import database, embedding, model, surroundings, telegram
from bot.command_line.doctor.report import Finding, Mark, Report, Tell, secrets_of
from bot.errors import StartError
from bot.settings import Settings

CAN_RUN: Final = 0
CANNOT_RUN: Final = 1
WRONG_SETTINGS: Final = 2
_GRACE_SECONDS: Final = 1

_INTRODUCTION: Final = "The model is asked two tiny questions, which cost a few hundred tokens at most."


@dataclass(frozen=True, slots=True)
class _Check:
    """A check, the settings it needs, and the seconds it has."""

    subject: str
    needs: AbstractSet[str]
    work: Callable[[], Awaitable[None]]
    seconds: float = 30


async def examine(out: TextIO, *, database_seconds: float = 30) -> int:
    """Look at everything the bot needs, and write a line about each; none takes for ever.

    Returns the exit code: 0 if the bot can run (warnings or not), 2 if a setting is in the way, as at its start,
    and 1 if anything else is.
    """
    try:
        settings, wrong = Settings.examined()
    except StartError as error:
        report = Report(out, ())
        report.add(Finding(Mark.PROBLEM, "settings", str(error)))
        report.say("Nothing else was looked at, as it all depends on the settings.")
        return WRONG_SETTINGS
    report = Report(out, secrets_of(settings))
    if settings.has_model:
        report.say(_INTRODUCTION)
    for complaint in wrong.values():
        report.add(Finding(Mark.PROBLEM, "settings", str(complaint)))
    if not wrong:
        report.add(Finding(Mark.OK, "settings", f"all {len(Settings.model_fields)} are right or left out"))
    surroundings.env_file(report.add)
    stuck = await _run(_checks(settings, report.add, database_seconds), wrong.keys(), report)
    code = WRONG_SETTINGS if wrong else CANNOT_RUN if Mark.PROBLEM in report.marks else CAN_RUN
    report.say(_summary(report))
    if stuck:
        os._exit(code)  # what can't be interrupted would be waited for
    return code


def _checks(settings: Settings, tell: Tell, database_seconds: float) -> list[_Check]:
    clocks = surroundings.Clocks()
    model_seconds = 60 + 4 * model.ANSWER_SECONDS
    return [
        _Check("data folder", {"DATA_DIR"}, _at_once(lambda: database.data_folder(settings, tell))),
        _Check("database", {"DATA_DIR", "DATABASE_URL"}, lambda: database.database(settings, tell), database_seconds),
        _Check(
            "telegram",
            {"TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL"},
            lambda: telegram.telegram(settings, clocks, tell),
        ),
        _Check(
            "users",
            {"TELEGRAM_BOT_TOKEN", "TELEGRAM_ALLOWED_USER_IDS"},
            _at_once(lambda: telegram.users(settings, tell)),
        ),
        _Check(
            "model",
            {"OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL_FIRST_CHUNK_SECONDS", "MODEL_CHUNK_SECONDS"},
            lambda: model.model(settings, clocks, tell),
            model_seconds,
        ),
        _Check(
            "embeddings",
            {"OPENAI_API_KEY", "OPENAI_BASE_URL", "EMBEDDING_MODEL"},
            lambda: embedding.embedding(settings, tell),
            2 * model.ANSWER_SECONDS,
        ),
        _Check("clock", frozenset(), _at_once(lambda: surroundings.clock(clocks, tell))),
        _Check("time zone", {"TIMEZONE"}, _at_once(lambda: surroundings.time_zone(settings, tell))),
    ]


def _at_once(look: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    """Return a look that waits for nothing as one that could."""

    async def looked() -> None:
        look()

    return looked


async def _run(checks: list[_Check], wrong: Collection[str], report: Report) -> bool:
    """Run the checks; tell whether one of them couldn't be ended in its time."""
    stuck = False
    for check in checks:
        if in_the_way := sorted(check.needs & set(wrong)):
            report.add(Finding(Mark.SKIPPED, check.subject, f"not looked at, as {in_the_way[0]} can't be used"))
            continue
        work = asyncio.ensure_future(check.work())
        done, _ = await asyncio.wait({work}, timeout=check.seconds)
        if not done:
            report.add(Finding(Mark.PROBLEM, check.subject, f"no answer in {check.seconds:g} s: see what holds it up"))
            work.cancel()
            done, _ = await asyncio.wait({work}, timeout=_GRACE_SECONDS)
            stuck = stuck or not done
        elif error := work.exception():
            report.add(Finding(Mark.PROBLEM, check.subject, f"the check itself failed ({type(error).__name__})"))
    return stuck


def _summary(report: Report) -> str:
    problems, warnings = (report.marks.count(mark) for mark in (Mark.PROBLEM, Mark.WARNING))
    told = [
        f"{count} {word}{'s' * (count > 1)}" for count, word in ((problems, "problem"), (warnings, "warning")) if count
    ]
    found = " and ".join(told) or "All is well"
    return f"{found}: Keepsake {'cannot run like this' if problems else 'can run'}."
