"""The model that answers each owner: the one they have chosen, else the configured one, else a fallback.

Attempts at one answer know which is asked next, and when. A model that failed rests. What its server takes is known.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.kit.errors import (
    ContextTooLong,
    KeyRefused,
    ModelError,
    QuotaExceeded,
    RateLimited,
    RequestTooLarge,
    ServerSilent,
    ServerUnreachable,
    UnknownModel,
)
from bot.kit.owner import Owner
from bot.model.choice import Choices
from bot.model.openai_model import OpenAIModel
from bot.model.values import Effort
from bot.turns.budget import Prompt
from bot.turns.preferences import Preferences

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


_SHORT_SECONDS: Final = 1.0
"""Longest wait that a server names for which no other model is asked."""
_OF_THE_SERVER: Final = (KeyRefused, QuotaExceeded, RateLimited, ServerSilent, ServerUnreachable, UnknownModel)
"""Failures after which another model may answer, and the one that failed rests."""
_OF_THE_REQUEST: Final = (ContextTooLong, RequestTooLarge)
"""Failures after which another model may answer, though nothing is wrong with the one that failed."""

FIRST_SECONDS: Final = 60.0
"""Seconds of the first rest. Each further one is twice as long, until the model answers."""
LONGEST_SECONDS: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model, and how long it is to think before it answers; None leaves that to its server.

    The `contexts` are its own and, in their order, those of the models that answer if it fails.
    """

    model: OpenAIModel
    effort: Effort | None
    contexts: Mapping[OpenAIModel, Context]


@dataclass(frozen=True, slots=True)
class StandIn:
    """The name of a model that answered in place of another, that one's name, and why it did, if that is known."""

    name: str
    of: str
    why: type[ModelError] | None


class ChosenModels:
    """Returns each owner's model, and knows which models rest, and what they take.

    Prompts of the configured one have at most `context_tokens`. For another one with a known context length,
    `tokens_of` returns the most tokens.
    """

    def __init__(
        self, choices: Choices, preferences: Preferences, context_tokens: int, tokens_of: Callable[[int | None], int]
    ) -> None:
        self.choices = choices
        self.rests = Rests()
        self.contexts = Contexts()
        self.context_tokens = context_tokens
        self._preferences = preferences
        self._tokens_of = tokens_of

    def other(self, owner: Owner) -> str | None:
        """Return the name of the model that an owner has chosen; None for the configured one."""
        name = self._preferences.of(owner).model
        return None if name == self.choices.configured.name else name

    def limit(self, owner: Owner) -> int:
        """Return the context of the model that answers an owner, in tokens."""
        return self.contexts.known(self._context(owner))

    def _context(self, owner: Owner) -> Context:
        if other := self.other(owner):
            return Context(other, self._tokens_of(self._preferences.of(owner).model_tokens))
        return Context(self.choices.configured.name, self.context_tokens)

    def of(self, owner: Owner) -> ChosenModel:
        """Return the model that answers an owner from their next turn on."""
        chosen = self._preferences.of(owner)
        model = self.choices.named(chosen.model)
        others = {
            it.model: Context(f"{it.model.name} at {it.model.server}", self._tokens_of(it.known_limit))
            for it in self.choices.fallbacks
            if (it.model.server, it.model.name) != (model.server, model.name)
        }
        return ChosenModel(model, chosen.effort, {model: self._context(owner), **others})


@dataclass(frozen=True, slots=True)
class _Rest:
    """A rest of some seconds, its end by the clock, and the failure before it."""

    seconds: float
    until: float
    why: type[ModelError]


class Rests:
    """The models that failed, by their servers and names. A restart forgets them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[tuple[str, str], _Rest] = {}

    def ordered(self, models: Iterable[OpenAIModel]) -> list[OpenAIModel]:
        """Return models in the order in which they are asked: those that rest come last, the shortest rest first."""
        now = self._clock()
        return sorted(models, key=lambda it: max(0.0, self._until(it) - now))

    def failed(self, model: OpenAIModel, failure: ModelError) -> None:
        """Let a model rest, unless it does."""
        before, now = self._rests.get(_key(model)), self._clock()
        if before is None or before.until <= now:
            seconds = min(2 * before.seconds, LONGEST_SECONDS) if before else FIRST_SECONDS
            self._rests[_key(model)] = _Rest(seconds, now + seconds, type(failure))

    def answered(self, model: OpenAIModel) -> None:
        """Forget that a model failed."""
        self._rests.pop(_key(model), None)

    def why(self, model: OpenAIModel) -> type[ModelError] | None:
        """Return why a model rests, or did last; None if it has answered since, or never failed."""
        rest = self._rests.get(_key(model))
        return rest.why if rest else None

    def _until(self, model: OpenAIModel) -> float:
        rest = self._rests.get(_key(model))
        return rest.until if rest else 0.0


class Attempts:
    """The attempts at one answer by the `models`, the first of which should give it; the others answer if it fails.

    In each round, every model is asked at most once, but for a short wait or a stream that breaks off. Only when all
    have failed is there a wait before the next round.
    """

    def __init__(self, models: Sequence[OpenAIModel], rests: Rests) -> None:
        self._models = models
        self._rests = rests
        self._left = rests.ordered(models)
        self._failures: dict[OpenAIModel, ModelError] = {}
        self._asked_twice: set[OpenAIModel] = set()
        self._rounds = 0
        self._waited = 0.0

    @property
    def model(self) -> OpenAIModel:
        """The model that is asked next."""
        return self._left[0]

    def answered(self) -> None:
        """Note that the model has answered."""
        self._rests.answered(self.model)

    def failed(self, failure: ModelError) -> float:
        """Return the seconds to wait before the next attempt. Raises the first model's failure if there is none."""
        if len(self._models) > 1:
            if not (type(failure) is ModelError or isinstance(failure, _OF_THE_SERVER + _OF_THE_REQUEST)):
                raise failure
            pause = _short_pause(failure)
            if pause is not None and self.model not in self._asked_twice:
                self._asked_twice.add(self.model)
                return pause
            if not isinstance(failure, _OF_THE_REQUEST):
                self._rests.failed(self.model, failure)
        self._failures[self._left.pop(0)] = failure
        return 0.0 if self._left else self._next_round()

    def _next_round(self) -> float:
        self._rounds += 1
        pauses = {
            model: pause
            for model, failure in self._failures.items()
            if failure.retry and (pause := failure.retry.pause(self._rounds, self._waited)) is not None
        }
        if not pauses:
            raise self._failures[self._models[0]]
        self._left = self._rests.ordered(it for it in self._models if it in pauses)
        pause = min(pauses.values())
        self._waited += pause
        return pause


def _short_pause(failure: ModelError) -> float | None:
    """Return the seconds after which the same model is asked once more; None if the next one is."""
    if failure.is_shown and not isinstance(failure, ServerSilent):
        return 0.0
    is_short = failure.retry and failure.retry.is_named and failure.retry.seconds <= _SHORT_SECONDS
    return failure.retry.seconds if failure.retry and is_short else None


def _key(model: OpenAIModel) -> tuple[str, str]:
    return model.server, model.name
