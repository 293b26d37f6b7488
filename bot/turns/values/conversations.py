"""Conversations and their turns."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import PromptText
from bot.model.values import ToolSpec

FROM_THE_BEGINNING: Final = UUID(int=0)
"""A turn id that sorts before all others."""
UNTIL_THE_END: Final = UUID(int=2**128 - 1)
"""A turn id that sorts after all others."""


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A version of a memory that a conversation's model knows; `line` is its line in the system prompt, if any."""

    id: str
    version: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """A rendered system prompt, its memories, and the characters where the owner's instructions and they begin."""

    text: PromptText
    own_at: int = 0
    memories_at: int = 0
    memories: tuple[KnownMemory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTurns:
    """A range of a conversation's last turns, with which the next one begins."""

    conversation_id: UUID
    from_turn_id: UUID
    to_turn_id: UUID


class ConversationMode(StrEnum):
    """Whether a conversation is kept, or erased when it ends."""

    KEPT = "kept"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The turns that left a conversation's prompt, and a `summary` of those before `left_out_from`.

    The others wait for the next summary, which is made `FROM_THE_BEGINNING` if it can't build on this one. The summary
    was `made_without` the deleted memories with these ids.
    """

    turns_before: UUID
    summary: str = ""
    left_out_from: UUID | None = None
    made_without: tuple[str, ...] = ()

    @property
    def left_out(self) -> bool:
        """Whether the summary lacks some turns; the prompt then says so."""
        return self.left_out_from is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """All turns under one fixed prompt; `revision` grows whenever stored messages or prompts change.

    A private one has no `number`. It `recalls` memories that its prompt lacks. `capture` is the memory mode that its
    model knows. Its prompt holds the pictures of turns from `pictures_from` on, if that is set. The owner's
    instructions begin at the character `own_at`, the memories at `memories_at`.
    """

    id: UUID
    owner: Owner
    place: Place
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
    pictures_from: UUID | None = None
