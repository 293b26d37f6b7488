"""The model seam: what is asked of a model, and what it answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from bot.messages import AssistantMessage, Message, ToolSpec, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One query to the model; `may_call` False asks for words."""

    conversation_id: UUID
    system_prompt: str
    tools: Sequence[ToolSpec]
    messages: Sequence[Message]
    may_call: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model answered and what it cost."""

    message: AssistantMessage
    usage: Usage


class Model(Protocol):
    """A language model that answers in words, in calls, or both."""

    @property
    def name(self) -> str:
        """The name its server knows it by."""
        ...

    async def answer(self, request: ModelRequest, on_text: Callable[[str], None]) -> Answer:
        """Ask the model; `on_text` hears the words so far each time there are more. Raises ModelError."""
        ...
