"""The model that answers each owner: the one they have chosen, else the configured one, else a fallback."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.chat.compaction import Context
from bot.chat.preferences import Preferences
from bot.model.choice import Choices
from bot.model.openai_model import OpenAIModel
from bot.model.rests import Rests
from bot.values.owner import Owner
from bot.values.preferences import Effort


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model, and how long it is to think before it answers; None leaves that to its server.

    If it fails, the `fallbacks` answer, each with its own context.
    """

    model: OpenAIModel
    effort: Effort | None = None
    fallbacks: Mapping[OpenAIModel, Context] = field(default_factory=dict)


class ChosenModels:
    """Returns each owner's model, and knows which models rest.

    `context_tokens` returns the budget of a prompt for a model with a known context length, in tokens.
    """

    def __init__(self, choices: Choices, preferences: Preferences, context_tokens: Callable[[int | None], int]) -> None:
        self.choices = choices
        self.rests = Rests()
        self._preferences = preferences
        self._context_tokens = context_tokens

    def other(self, owner: Owner) -> Context | None:
        """Return the name of the model that an owner has chosen, and its context; None for the configured one."""
        chosen = self._preferences.of(owner)
        if chosen.model in {None, self.choices.configured.name}:
            return None
        return Context(chosen.model, self._context_tokens(chosen.model_tokens))

    def of(self, owner: Owner) -> ChosenModel:
        """Return the model that answers an owner from their next turn on."""
        chosen = self._preferences.of(owner)
        model = self.choices.named(chosen.model)
        fallbacks = {
            it.model: Context(f"{it.model.name} at {it.model.server}", self._context_tokens(it.known_limit))
            for it in self.choices.fallbacks
            if (it.model.server, it.model.name) != (model.server, model.name)
        }
        return ChosenModel(model, chosen.effort, fallbacks)
