"""What models take: the contexts of their prompts, as they are set, and as their servers name and show them."""

from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.kit.errors import ContextTooLong, ModelError
from bot.turns.budget import Prompt

_REFUSED: Final = 0.95
"""Assumed limit of a server as a share of the prompt it refused as too long."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Context:
    """A model's name and its usual context in tokens."""

    name: str
    context_tokens: int


class Contexts:
    """Knows what servers have named and taken. A restart forgets it."""

    def __init__(self) -> None:
        self._named: dict[str, int] = {}  # contexts, by the names of models
        self._taken: dict[str, int] = {}  # the largest prompts, in tokens as counted

    def known(self, context: Context) -> int:
        """Return a context in tokens: the usual one, or what its server has named, if that is less."""
        return min(context.context_tokens, self._named.get(context.name, context.context_tokens))

    def took(self, context: Context, tokens: int) -> None:
        """Note a prompt that a model took."""
        self._taken[context.name] = max(tokens, self._taken.get(context.name, 0))

    def refused(self, prompt: Prompt, refusal: ContextTooLong, context: Context, limit: int) -> tuple[Prompt, int]:
        """Return a prompt that was refused as too long with its counted size, and the limit for the rest of its turn.

        The limit is what the server named, or a guess. Only a context that it named is kept, and only if the model has
        never taken more. Raises ModelError for a prompt of a size that the model has taken before, if the server names
        no number: then it means something else.
        """
        size, taken = prompt.size.total, self._taken.get(context.name, 0)
        if refusal.limit is refusal.excess is None and size <= taken:
            del self._taken[context.name]
            raise ModelError from refusal
        guess = max(size - refusal.excess, size // 2) if refusal.excess else max(round(_REFUSED * size), taken)
        limit = min(limit, refusal.limit or guess)
        if refusal.limit and not refusal.per_minute and taken <= refusal.limit < self.known(context):
            self._named[context.name] = refusal.limit
        counted = replace(
            prompt, counted=refusal.prompt_tokens or max(size, refusal.limit or 0), covered=len(prompt.messages)
        )
        if counted.fits(limit):  # the server's numbers can't be complete
            limit = round(_REFUSED * counted.size.total)
        log.warning("the server takes less than CONTEXT_TOKENS", tokens=limit, kept=self.known(context))
        return counted, limit
