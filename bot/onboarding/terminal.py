"""What is said and asked on the terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

import segno
from rich.console import Console
from rich.markup import escape

T = TypeVar("T")
_QUIET_ZONE: Final = 2
"""Modules around a QR code; 4 are recommended (ISO/IEC 18004), but terminals are small, and 2 are read well."""


class Terminal:
    """A person at a terminal. Every question is asked again until its answer can be used."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    @classmethod
    def of_errors(cls) -> "Terminal":
        """Return the one of standard error, for what isn't a command's answer."""
        return cls(Console(stderr=True))

    def say(self, words: str = "") -> None:
        """Say something."""
        self._console.print(words, markup=False)

    def title(self, words: str) -> None:
        """Begin a step."""
        self._console.print(f"\n[bold]{escape(words)}[/bold]")

    def good(self, words: str) -> None:
        """Say that something is well."""
        self._console.print(f"[green]✓[/green] {escape(words)}")

    def bad(self, words: str) -> None:
        """Say that something isn't, and what to do."""
        self._console.print(f"[yellow]![/yellow] {escape(words)}")

    def ask(self, question: str, default: str = "", *, is_secret: bool = False) -> str:
        """Ask for a line; Enter gives the default. A secret is not echoed."""
        shown = f"{question} [{default}]: " if default else f"{question}: "
        return self._console.input(escape(shown), password=is_secret).strip() or default

    def choose(self, question: str, options: Sequence[tuple[T, str]], default: int = 1) -> T:
        """Ask for one of the numbered options."""
        self.number([label for _, label in options])
        while True:
            if (number := number_in(self.ask(question, str(default)), len(options))) is not None:
                return options[number - 1][0]
            self.bad(f"Type a number from 1 to {len(options)}.")

    def number(self, labels: Sequence[str]) -> None:
        """List numbered lines."""
        width = len(str(len(labels)))
        for number, label in enumerate(labels, start=1):
            self._console.print(f"  [bold]{number:>{width}}[/bold]  {escape(label)}")

    @contextmanager
    def busy(self, words: str) -> Iterator[None]:
        """Show that something takes time."""
        with self._console.status(escape(words)):
            yield

    def show_link(self, link: str) -> None:
        """Show the link that makes a person the owner, with its QR code."""
        self.title("Open this link in Telegram, or scan the code with your phone:")
        self._console.print(f"  {link}\n", markup=False, soft_wrap=True)  # a broken link can't be opened
        segno.make(link, error="m", micro=False).terminal(out=sys.stdout, border=_QUIET_ZONE, compact=True)
        self.say("\nWhoever opens it first is the owner. It works once. Ctrl-C stops the bot.\n")


def number_in(answer: str, most: int) -> int | None:
    """Return an answer's number from 1 to `most`, None if it is no such number."""
    number = int(answer) if answer.isascii() and answer.isdigit() else 0
    return number if 1 <= number <= most else None


def asked(ask: Callable[[], T | None]) -> T:
    """Ask until there is an answer."""
    while True:
        if (answer := ask()) is not None:
            return answer
