"""The commands of `python -m bot`, how they answer, and what a person at a terminal sees while they work."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


def say(text: str, end: str = "\n") -> None:
    """Write the answer to a command."""
    print(text, end=end)  # noqa: T201 - as the docstring says


@contextmanager
def busy(words: str) -> Iterator[None]:
    """Show on a terminal that work goes on; write nothing elsewhere, and never to standard output."""
    if not sys.stderr.isatty():
        yield
        return
    from bot.cli.onboarding.terminal import Terminal  # noqa: PLC0415 - only a terminal needs it

    with Terminal.on_standard_error().busy(words):
        yield
