"""Progress bars of what the bot does in the background."""

from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

_REFRESHES: Final = 4
"""Refreshes a second."""


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
        """Show how much of a work is left; 0 once it is done."""
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
