"""The people who may use a bot, and what they set for themselves."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.model.values import Effort


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who was let in by a link. Only the owner can let others in."""

    user_id: int
    name: str
    """The name in Telegram at that time; empty if its data was erased."""
    since: datetime
    is_owner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Who was let in, and whose link it was; the owner comes through nobody's."""

    person: Person
    invited_by: int | None


INSTRUCTIONS_MAX: Final = 3_000
"""Most characters of a user's own instructions: about 800 tokens of every request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerPreferences:
    """A user's own settings; what they haven't set is that of whoever hosts the bot.

    `model_tokens` is the context length of the chosen model, if known. `instructions` follow the host's in the system
    prompt of new conversations. `timezone` is a name of the IANA database. `is_reviewed` tells whether ended
    conversations are reviewed. `monthly_tokens` limits what they use.
    """

    model: str | None = None
    model_tokens: int | None = None
    effort: Effort | None = None
    instructions: str | None = None
    timezone: str | None = None
    is_reviewed: bool | None = None
    monthly_tokens: int | None = None

    @property
    def wants_review(self) -> bool:
        """Whether ended conversations are reviewed, as they are unless it is turned off."""
        return self.is_reviewed is not False


class VoiceMode(StrEnum):
    """Which answers are spoken: all, none, or those to voice messages."""

    ON = "on"
    OFF = "off"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """What a user has chosen about a tool or a family, and when they last used it.

    A family may be pinned, so that each conversation has it, or off; a tool may be allowed for good.
    """

    name: str
    is_pinned: bool = False
    is_off: bool = False
    is_allowed: bool = False
    used_at: datetime | None = None
