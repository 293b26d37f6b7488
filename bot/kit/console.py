"""What commands write, and their progress on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


def say(text: str, end: str = "\n") -> None:
    """Write the answer to a command."""
    print(text, end=end)  # noqa: T201 - as the docstring says


@contextmanager
def busy(words: str) -> Iterator[None]:
    """Show on a terminal, by standard error, that work is under way. Elsewhere, show nothing."""
    if not sys.stderr.isatty():
        yield
        return
    from bot.kit.terminal import Terminal  # noqa: PLC0415 - only a terminal needs it

    with Terminal.on_standard_error().busy(words):
        yield


def counted_in_english(number: int, one: str, many: str) -> list[str]:
    """Return a number of what there is, in English; nothing for none."""
    return [f"{number:,} {one if number == 1 else many}"] if number else []
