"""The command line's entry: what runs each command."""

import gc

gc.disable()  # what is imported stays: looking for garbage in it takes a seventh of a start

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing, suppress
from typing import Any, NoReturn

import structlog

from bot.cli import process
from bot.kit import environment, logs
from bot.kit.errors import DatabaseUnavailable, KeepsakeError, StartError
from bot.kit.settings import ENV_FILE, Settings
from bot.store.embedded import hold

gc.freeze()
gc.enable()

_INPUT, _OUTPUT = 0, 1
"""Standard streams, which may be closed: `sys.stdin` is None then."""

log = structlog.get_logger()


def chosen(words: Sequence[str] | None = None) -> Callable[[], None]:
    """Return what runs the command in `words`, by default the command line. Without a command, that is the bot."""
    words = sys.argv[1:] if words is None else words
    if not words:
        return _start
    from bot.cli import commands  # noqa: PLC0415 - the bot itself needs nothing of it

    arguments = vars(commands.parser().parse_args(words))
    command = arguments.pop("command")
    if command is commands.run:
        return _start
    if command is commands.doctor:
        return lambda: sys.exit(commands.doctor())
    return lambda: _run(command(_settings(), **arguments))


def _start() -> None:
    """Run the bot; a person at a terminal is first asked for what is not set."""
    settings = _settings()
    if not _is_interactive():
        _run(process.run(settings))
        return
    from bot.cli.onboarding.wizard import begin  # noqa: PLC0415 - as above
    from bot.kit.terminal import Bars, Terminal  # noqa: PLC0415 - only a terminal needs it

    terminal = Terminal()
    try:
        if settings.practises and settings.data_folder.exists():
            with hold(settings.data_folder):  # before anything is asked
                pass
        if settings.practises and begin(settings, ENV_FILE, terminal):
            settings = _settings()
    except EOFError:
        raise SystemExit(1) from None
    except StartError as error:
        _give_up(error)
    with closing(Bars()) as bars:
        _run(process.run(settings, terminal.show_link, bars.show_left))


def _is_interactive() -> bool:
    """Tell whether somebody can answer questions: there is a terminal, and we run in its foreground."""
    try:
        return os.isatty(_INPUT) and os.isatty(_OUTPUT) and os.tcgetpgrp(_INPUT) == os.getpgrp()
    except OSError:  # the terminal is another session's
        return False


def _settings() -> Settings:
    try:
        settings = Settings.load()
        environment.prepare(os.environ, settings)
    except StartError as error:
        _give_up(error)
    logs.configure(settings.log_format, settings.secrets)
    for name in Settings.unknown_in():
        log.warning("unknown name in .env; check its spelling", name=name)
    for name in Settings.removed_in():
        log.warning("this setting is no more and does nothing; see docs/operations.md", name=name)
    return settings


def _run(work: Coroutine[Any, Any, None]) -> None:
    environment.ignore_problems(os.environ)
    try:
        with suppress(asyncio.CancelledError):  # told to stop, and everything is closed
            asyncio.run(work)
    except (StartError, DatabaseUnavailable) as error:
        _give_up(error)


def _give_up(error: KeepsakeError) -> NoReturn:
    print(error, file=sys.stderr)  # noqa: T201 - the one sentence that tells what to do
    raise SystemExit(2)
