"""What an owner has set about their conversations."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta, tzinfo


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRules:
    """When a conversation ends by itself, in which zone times are told, and the owner's own instructions.

    Its prompt keeps at least the last `history_turns`, and fewer than twice as many; None: as many as fit. Its memories
    take at most `memory_tokens`, as many as that is when it begins; None: all are in it.
    """

    idle_limit: timedelta
    history_turns: int | None = None
    memory_tokens: Callable[[], int | None] = lambda: None
    timezone: tzinfo | None
    own_instructions: str
