"""What a person at a terminal sees while a command works."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy(words: str) -> Iterator[None]:
    """Show on a terminal that work goes on; write nothing elsewhere, and never to standard output."""
    if not sys.stderr.isatty():
        yield
        return
    from bot.onboarding.terminal import Terminal  # noqa: PLC0415 - only a terminal needs it

    with Terminal.of_errors().busy(words):
        yield
