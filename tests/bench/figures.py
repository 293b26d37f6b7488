"""The measured figures with their floors and goals, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a goal is for the median of the samples, or for what it has on top of the floor's."""

    name: str
    unit: str
    keepsake: Sequence[float]
    floor: Sequence[float] = ()
    goal: float | None = None
    goal_over: float | None = None

    def cells(self) -> tuple[str, ...]:
        """Return the figure as the cells of a row."""
        value = median(self.keepsake)
        over = value - median(self.floor) if self.floor else None
        goal, is_reached = "", None
        if self.goal is not None:
            goal, is_reached = _short(self.goal), value <= self.goal
        elif self.goal_over is not None and over is not None:
            goal, is_reached = f"+{_short(self.goal_over)}", over <= self.goal_over
        return (
            f"{self.name}, {self.unit}" if self.unit else self.name,
            _spread(self.floor) if self.floor else "",
            _spread(self.keepsake),
            "" if over is None else f"{over:+.1f}",
            f"{goal} { ({None: '', True: 'reached', False: 'MISSED'}[is_reached]) }".strip(),
        )


def table(figures: Sequence[Figure]) -> str:
    """Render figures as a table in Markdown, its columns aligned."""
    head = ("median (8 of 10 samples)", "floor", "Keepsake", "over the floor", "goal, at most")
    rows = [head, *(each.cells() for each in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def _spread(samples: Sequence[float]) -> str:
    """Render the median and the range of the middle 80 %."""
    tenths = quantiles(samples, n=10, method="inclusive") if len(samples) > 1 else samples
    return f"{_short(median(samples))} ({_short(tenths[0])} to {_short(tenths[-1])})"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"
