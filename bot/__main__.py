"""The command line: `python -m bot`."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import structlog

from bot import logs, process
from bot.errors import DatabaseUnavailable, KeepsakeError, StartError
from bot.settings import Settings

log = structlog.get_logger()


def main(words: Sequence[str]) -> None:
    """Run the command that the words name; without any, the bot."""
    if not words:
        _run(process.run(_settings()))
        return
    from bot.command_line import commands  # noqa: PLC0415 - the bot itself needs nothing of it

    arguments = vars(commands.parser().parse_args(words))
    command = arguments.pop("command")
    if command is commands.doctor:
        raise SystemExit(commands.doctor())
    _run(command(_settings(), **arguments))


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
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        raise SystemExit(1) from None
