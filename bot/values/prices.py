"""Prices of tokens."""

from dataclasses import dataclass
from typing import Final

from bot.values.turns import Usage

_A_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices of a million tokens, in any currency: uncached input, cached input, and output.

    A surcharge for tokens written to the cache (a quarter at OpenAI, from GPT-5.6 on) is ignored, since they are
    written once and then read at a fraction of the price.
    """

    fresh: float
    cached: float
    output: float

    def of(self, usage: Usage) -> float:
        """Return the cost of requests."""
        fresh = usage.input_tokens - usage.cached_tokens
        cost = self.fresh * fresh + self.cached * usage.cached_tokens + self.output * usage.output_tokens
        return cost / _A_MILLION
