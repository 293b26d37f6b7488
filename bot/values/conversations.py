"""Conversations and their turns."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from bot.values.memories import CaptureMode
from bot.values.owner import Owner


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model knows it; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A version of a memory that a conversation's model knows, from a line of its system prompt or since."""

    id: str
    version: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """A system prompt, rendered, and what is in it: where the owner's instructions and the memories begin."""

    text: str
    own_at: int = 0
    memories_at: int = 0
    memories: tuple[KnownMemory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTurns:
    """The last turns of a conversation, from one to another, that the next one begins with."""

    conversation_id: UUID
    from_turn_id: UUID
    to_turn_id: UUID


class ConversationMode(StrEnum):
    """Whether a conversation is kept, or erased when it ends."""

    KEPT = "kept"
    PRIVATE = "private"


FROM_THE_BEGINNING: Final = UUID(int=0)
"""Sorts before every turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The turns that a conversation's prompt no longer holds, and a `summary` of those before `left_out_from`.

    The rest waits for the next summary, which is made `FROM_THE_BEGINNING` if this one can't be built on. It was
    `made_without` some deleted memories.
    """

    turns_before: UUID
    summary: str = ""
    left_out_from: UUID | None = None
    made_without: tuple[str, ...] = ()

    @property
    def left_out(self) -> bool:
        """Whether the summary lacks some of what was said; the prompt says so then."""
        return self.left_out_from is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Everything said under one frozen prompt; `revision` grows when what was stored of it changes.

    A private one has no `number`. It `recalls` memories that its prompt does not hold. Its model was told of the mode
    `capture`. The owner's instructions begin at the character `own_at`, the memories at `memories_at`.
    """

    id: UUID
    owner: Owner
    chat_id: int
    mode: ConversationMode = ConversationMode.KEPT
    number: int | None
    system_prompt: str
    own_at: int = 0
    memories_at: int = 0
    recalls: bool = False
    capture: CaptureMode = CaptureMode.ASK
    tools: tuple[ToolSpec, ...]
    revision: int
    last_message_at: datetime
    carried: CarriedTurns | None = None
    earlier: Earlier | None = None
