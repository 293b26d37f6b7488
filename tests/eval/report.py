"""The results of a model, in groups and in total, as a table and as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import groupby
from operator import add
from typing import Final

from bot.kit.usage import Prices, Usage
from tests.eval.run import Result
from tests.eval.scoring import Counts

_HEAD: Final = (
    "group",
    *("right", "precision", "recall", "updates", "forgotten", "asked first", "asked needlessly"),
    *("forbidden", "tokens in", "from cache", "tokens out", "cost"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The sum of some conversations; without prices they have no cost."""

    name: str
    counts: Counts
    usage: Usage
    cost: float | None

    def cells(self) -> Sequence[str]:
        """Return the cells of its row."""
        it, usage = self.counts, self.usage
        return (
            self.name,
            f"{it.right} of {it.conversations}",
            _percent(it.precision),
            _percent(it.recall),
            _of(it.updated, it.to_update),
            _of(it.forgotten, it.to_forget),
            _of(it.asked, it.to_ask),
            str(it.asked_needlessly),
            str(it.forbidden),
            f"{usage.input_tokens:,}",
            f"{usage.cached_tokens:,}",
            f"{usage.output_tokens:,}",
            "" if self.cost is None else f"{self.cost:.4f}",
        )

    def json(self) -> Mapping[str, object]:
        """Return its JSON."""
        it = self.counts
        tokens = {name: getattr(self.usage, name) for name in ("input_tokens", "cached_tokens", "output_tokens")}
        shares = {"precision": it.precision, "recall": it.recall}
        return {"name": self.name, **asdict(it), **shares, **tokens, "cost": self.cost}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results of all conversations with a model."""

    model: str
    results: Sequence[Result]
    prices: Prices | None

    def lines(self) -> Sequence[Line]:
        """Return a line for each group, and the last one for everything."""
        groups = groupby(self.results, key=lambda it: it.case.group)
        return [*(self._line(name, list(of_group)) for name, of_group in groups), self._line("total", self.results)]

    def markdown(self) -> str:
        """Return the table, and what failed."""
        rows = [_HEAD, ["---", *["---:"] * (len(_HEAD) - 1)], *(line.cells() for line in self.lines())]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        failures = "\n".join(f"- {group} / {name}: {'; '.join(them)}" for group, name, them in self._failures())
        return f"# {self.model}\n\n{table}\n\n## Failures\n\n{failures or 'None.'}\n"

    def json(self) -> Mapping[str, object]:
        """Return everything as JSON."""
        failures = [{"group": group, "name": name, "failures": them} for group, name, them in self._failures()]
        return {"model": self.model, "groups": [line.json() for line in self.lines()], "failures": failures}

    def _line(self, name: str, results: Sequence[Result]) -> Line:
        counts = reduce(add, (it.score.counts for it in results), Counts())
        counted = [(it.usage.input_tokens, it.usage.cached_tokens, it.usage.output_tokens) for it in results]
        tokens_in, from_cache, tokens_out = map(sum, zip(*counted, strict=True))
        usage = Usage(input_tokens=tokens_in, cached_tokens=from_cache, output_tokens=tokens_out)
        return Line(name=name, counts=counts, usage=usage, cost=self.prices.of(usage) if self.prices else None)

    def _failures(self) -> Iterable[tuple[str, str, Sequence[str]]]:
        for it in self.results:
            if it.score.failures:
                yield it.case.group, it.case.conversation.name, it.score.failures


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole}" if whole else ""
