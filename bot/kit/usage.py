"""Tokens that requests to models take, and their prices."""

from dataclasses import dataclass
from typing import Final

_A_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Usage of a request: tokens as counted by the model's server, and seconds to the first and the last one.

    Cached and written tokens are part of the input.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    is_estimated: bool = False
    first_token_seconds: float | None = None
    seconds: float | None = None


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
