"""The comparison as a table, and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.bench.figures import Spread
from tests.bench.peers.names import (
    ALL_MEMORY,
    CALLS,
    EMBEDDED,
    FINAL,
    FIRST,
    KILLED,
    LOST,
    OWN_CALLS,
    OWN_TOKENS,
    PREFIX,
    PROMPT,
    RECALLED,
    REQUEST,
    RESIDENT,
    START,
)

LESS, MORE = "less is better", "more is better"


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table."""

    name: str
    unit: str
    goal: str = LESS


MEASURES: Final[Sequence[Measure]] = (
    Measure(REQUEST, "ms"),
    Measure(FIRST, "ms"),
    Measure(FINAL, "ms"),
    Measure(PREFIX, "%", MORE),
    Measure(PROMPT, "tokens"),
    Measure(CALLS, ""),
    Measure(OWN_CALLS, ""),
    Measure(OWN_TOKENS, ""),
    Measure(EMBEDDED, ""),
    Measure(START, "s"),
    Measure(RESIDENT, "MB"),
    Measure(ALL_MEMORY, "MB"),
    Measure(KILLED, "%", MORE),
    Measure(LOST, ""),
    Measure(RECALLED, "%", MORE),
)
KEEPSAKE: Final = "Keepsake"
FLOOR: Final = "floor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A bot's figures, and what it was configured with."""

    name: str
    version: str = ""
    configured: str = ""
    samples: Mapping[str, Sequence[float]] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    packages: Mapping[str, str] = field(default_factory=dict)

    def spread(self, measure: Measure) -> Spread | None:
        """Return a figure, or None if it was left out."""
        samples = self.samples.get(measure.name)
        return Spread(tuple(samples)) if samples else None

    def json(self) -> Mapping[str, object]:
        """Return the column for a machine to read."""
        spreads = {it.name: self.spread(it) for it in MEASURES}
        return {
            "name": self.name,
            "version": self.version,
            "configured": self.configured,
            "figures": {
                name: {"median": it.median, "low": it.low, "high": it.high, "samples": list(it.samples)}
                for name, it in spreads.items()
                if it
            },
            "left_out": dict(self.left_out),
            "packages": dict(self.packages),
        }


def table(columns: Sequence[Column]) -> str:
    """Render the comparison in Markdown: medians and the middle 80 %."""
    head = ("median (middle 80 %)", *(f"{it.name} {it.version}".strip() for it in columns))
    rows = [head, *(_row(it, columns) for it in MEASURES)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def notes(columns: Sequence[Column]) -> str:
    """Say what is better than Keepsake, what is left out and why, and what each bot was configured with."""
    return "\n".join([*_better(columns), *_left_out(columns), *(f"- {it.name}: {it.configured}." for it in columns)])


def _row(measure: Measure, columns: Sequence[Column]) -> tuple[str, ...]:
    unit = f", {measure.unit}" if measure.unit else ""
    return (f"{measure.name}{unit}", *(_cell(it.spread(measure)) for it in columns))


def _cell(spread: Spread | None) -> str:
    if spread is None:
        return "-"
    return (
        _number(spread.median)
        if spread.low == spread.high
        else (f"{_number(spread.median)} ({_number(spread.low)} to {_number(spread.high)})")
    )


def _number(value: float) -> str:
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def _better(columns: Sequence[Column]) -> list[str]:
    """Name each peer's figures whose median is better than Keepsake's; the floor is no peer."""
    ours = next((it for it in columns if it.name == KEEPSAKE), None)
    if ours is None:
        return []
    lines = []
    for column in columns:
        better = [it.name for it in MEASURES if _is_better(it, column, ours)]
        if better and not column.name.startswith((KEEPSAKE, FLOOR)):
            lines.append(f"- {column.name} is better than Keepsake in: {', '.join(better)}.")
    return lines


def _is_better(measure: Measure, column: Column, ours: Column) -> bool:
    theirs, its = column.spread(measure), ours.spread(measure)
    if theirs is None or its is None:
        return False
    return theirs.median > its.median if measure.goal == MORE else theirs.median < its.median


def _left_out(columns: Sequence[Column]) -> list[str]:
    return [f"- {it.name}, {name}: left out, as {why}." for it in columns for name, why in it.left_out.items()]
