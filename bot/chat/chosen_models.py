"""The model that answers each owner: the one they have chosen, else the configured one."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.compaction import Context
from bot.chat.preferences import Preferences
from bot.model.choices import Choices
from bot.model.openai_chat import OpenAIModel
from bot.values.owner import Owner
from bot.values.preferences import Effort


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model, and how long it is to think before it answers; None leaves that to its server."""

    model: OpenAIModel
    effort: Effort | None = None


class ChosenModels:
    """Returns each owner's model.

    `context_tokens` returns the budget of a prompt for a model with a known context length, in tokens.
    """

    def __init__(self, choices: Choices, preferences: Preferences, context_tokens: Callable[[int | None], int]) -> None:
        self.choices = choices
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
        return ChosenModel(self.choices.named(chosen.model), chosen.effort)
