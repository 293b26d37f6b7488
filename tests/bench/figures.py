"""The measured figures with their floors and goals, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The samples of one figure: their median and the range of the middle 80 %."""

    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median."""
        return median(self.samples)

    @property
    def low(self) -> float:
        """The 10th percentile."""
        return quantiles(self.samples, n=10, method="inclusive")[0] if len(self.samples) > 1 else self.samples[0]

    @property
    def high(self) -> float:
        """The 90th percentile."""
        return quantiles(self.samples, n=10, method="inclusive")[-1] if len(self.samples) > 1 else self.samples[0]

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.low)} to {_short(self.high)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table: a goal is for the value itself, or for what comes on top of the floor."""

    name: str
    unit: str
    keepsake: Spread
    floor: Spread | None = None
    goal: float | None = None
    goal_over: float | None = None

    @property
    def over(self) -> float | None:
        """What Keepsake adds to the floor."""
        return self.keepsake.median - self.floor.median if self.floor else None

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached, if there is one."""
        if self.over is not None and self.goal_over is not None:
            return self.over <= self.goal_over
        return None if self.goal is None else self.keepsake.median <= self.goal

    def cells(self) -> tuple[str, ...]:
        """Return the figure as the cells of a row."""
        goal = f"+{_short(self.goal_over)}" if self.goal_over is not None else ""
        goal = _short(self.goal) if self.goal is not None else goal
        verdict = {None: "", True: "reached", False: "MISSED"}[self.reached]
        return (
            f"{self.name}, {self.unit}" if self.unit else self.name,
            str(self.floor) if self.floor else "",
            str(self.keepsake),
            "" if self.over is None else f"{self.over:+.1f}",
            f"{goal} {verdict}".strip(),
        )


def figure(
    name: str,
    unit: str,
    keepsake: Sequence[float],
    floor: Sequence[float] = (),
    *,
    goal: float | None = None,
    goal_over: float | None = None,
) -> Figure:
    """Return a figure from its samples."""
    return Figure(
        name=name,
        unit=unit,
        keepsake=Spread(tuple(keepsake)),
        floor=Spread(tuple(floor)) if floor else None,
        goal=goal,
        goal_over=goal_over,
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


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"
