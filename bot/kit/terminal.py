"""Text, questions and progress bars on the terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

import segno
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

T = TypeVar("T")
_QUIET_ZONE: Final = 2
"""Modules around a QR code; 4 are recommended (ISO/IEC 18004), but terminals are small, and 2 are read well."""
_REFRESHES: Final = 4
"""Refreshes a second."""


class Terminal:
    """A person at a terminal. Every question is asked again until its answer can be used."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    @classmethod
    def on_standard_error(cls) -> "Terminal":
        """Return a terminal that writes to standard error, for anything but a command's output."""
        return cls(Console(stderr=True))

    def say(self, words: str = "") -> None:
        """Print a line."""
        self._console.print(words, markup=False)

    def title(self, words: str) -> None:
        """Begin a step."""
        self._console.print(f"\n[bold]{escape(words)}[/bold]")

    def good(self, words: str) -> None:
        """Print a success."""
        self._console.print(f"[green]✓[/green] {escape(words)}")

    def bad(self, words: str) -> None:
        """Print a problem, and what to do."""
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


def ask_until_answered(ask: Callable[[], T | None]) -> T:
    """Ask until there is an answer."""
    while True:
        if (answer := ask()) is not None:
            return answer


class Bars:
    """Progress bars at the bottom of a terminal, below the log. Each goes when its work is done."""

    def __init__(self, console: Console | None = None) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console or Console(stderr=True),
            refresh_per_second=_REFRESHES,
            transient=True,
        )
        self._bars: dict[str, TaskID] = {}
        self._totals: dict[str, int] = {}

    def show_left(self, work: str, left: int) -> None:
        """Show how much of some work is left; 0 once it is done."""
        if left == 0:
            self._end(work)
            return
        total = self._totals[work] = max(self._totals.get(work, 0), left)
        if work not in self._bars:
            self._bars[work] = self._progress.add_task(work, total=total)
            self._progress.start()
        self._progress.update(self._bars[work], total=total, completed=total - left, refresh=True)

    def _end(self, work: str) -> None:
        self._totals.pop(work, None)
        if (bar := self._bars.pop(work, None)) is not None:
            self._progress.remove_task(bar)
            if not self._bars:
                self._progress.stop()

    def close(self) -> None:
        """Give the terminal back."""
        self._progress.stop()
