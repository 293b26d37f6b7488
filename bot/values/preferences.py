"""What users set for themselves."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

INSTRUCTIONS_MAX: Final = 3_000
"""Most characters of a user's own instructions: about 800 tokens of every request."""


class Effort(StrEnum):
    """How long a model thinks before it answers (OpenAI, reasoning_effort)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Streaming(StrEnum):
    """How an answer is shown while it is written: by edits of its message, as a draft (Bot API), or not at all."""

    EDIT = "edit"
    DRAFT = "draft"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerPreferences:
    """A user's own settings; what they haven't set is that of whoever hosts the bot.

    `model_tokens` is the context length of the chosen model, if known. `instructions` follow the host's in the system
    prompt of new conversations. `timezone` is a name of the IANA database. `is_reviewed` tells whether ended
    conversations are reviewed. `monthly_tokens` limits what they use. `is_rich` tells whether they want rich messages,
    and `streaming` how answers grow.
    """

    model: str | None = None
    model_tokens: int | None = None
    effort: Effort | None = None
    instructions: str | None = None
    timezone: str | None = None
    is_reviewed: bool | None = None
    monthly_tokens: int | None = None
    is_rich: bool | None = None
    streaming: Streaming | None = None

    @property
    def wants_review(self) -> bool:
        """Whether ended conversations are reviewed, as they are unless it is turned off."""
        return self.is_reviewed is not False

    @property
    def wants_rich(self) -> bool:
        """Whether what gains from it is sent as a rich message, as it isn't unless it is turned on."""
        return self.is_rich is True
