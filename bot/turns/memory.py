"""What conversations ask of the memory. Its methods work in the caller's transaction."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias
from uuid import UUID

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.prompt_text import NO_TEXT, PromptText
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.turns.values.conversations import Conversation, Earlier, KnownMemory

Offering: TypeAlias = Callable[[Transaction, Owner], Awaitable[object | None]]
"""Offers what was found to its owner, and returns the offer; None if nothing of it can be stored."""


@dataclass(frozen=True, slots=True)
class MemoryBlock:
    """The memories of a prompt, rendered, and their lines in that. Others can be recalled if it `recalls`."""

    text: PromptText = NO_TEXT
    memories: Sequence[KnownMemory] = ()
    recalls: bool = False


@dataclass(frozen=True, slots=True)
class Deleted:
    """The memories deleted when a summary was begun: `known`.

    Its turns may repeat the `contents` (newest first) of the memories `told`.
    """

    contents: Sequence[str]
    told: frozenset[str]
    known: frozenset[str]


class Memory(Protocol):
    """The memories of all owners, as far as conversations know them."""

    @property
    def family(self) -> str:
        """The family of the acts that change memories."""

    async def mode(self, tx: Transaction, owner: Owner) -> CaptureMode:
        """Return how an owner's memories come about in conversations at present."""

    def mode_of(self, chosen: CaptureMode | None) -> CaptureMode:
        """Return the mode that an owner has chosen, or the usual one."""

    async def block(
        self, tx: Transaction, owner: Owner, mode: CaptureMode, most_tokens: int | None = None
    ) -> MemoryBlock:
        """Return the memories for a new conversation's prompt, within some tokens (None: all)."""

    async def news(
        self, tx: Transaction, owner: Owner, known: Collection[KnownMemory], since: datetime, most_tokens: int | None
    ) -> tuple[PromptText, list[KnownMemory]]:
        """Return a note on the memories for a prompt that are not known yet or newer, and those named in it."""

    def compare(
        self, tx: Transaction, conversation: Conversation, text: str, embedding: Embedding | None
    ) -> object | None:
        """Begin to look for memories that fit a message when the next statement runs; None if none are looked for."""

    async def recall(
        self,
        tx: Transaction,
        conversation: Conversation,
        text: str,
        embedding: Embedding | None,
        known: Collection[str] | None = None,
        begun: object | None = None,
    ) -> PromptText:
        """Return a note with the memories that fit a message and are not in the prompt or in one of its notes.

        It is empty if there are none. `known` are the ids of those in the prompt or its notes, if they were just read.
        What `compare` returned has `begun`.
        """

    async def deleted(
        self, tx: Transaction, conversation: Conversation, turn_ids: Collection[UUID], texts: Iterable[str]
    ) -> Deleted:
        """Return the deleted memories when a summary of turns begins, and those the turns may repeat."""

    async def checked(
        self, tx: Transaction, owner: Owner, earlier: Earlier, known_deleted: Collection[str] | None = None
    ) -> str | None:
        """Return a summary to store, without doubtful sentences if it repeats deleted memories.

        None if others are deleted than those `known_deleted`. The transaction must hold the conversation's row lock.
        """

    async def deleted_since(self, tx: Transaction, owner: Owner, at: datetime) -> bool:
        """Tell whether memories were deleted since a time."""

    async def conversation_ended(self, tx: Transaction, conversation: Conversation) -> None:
        """Take note that a conversation has ended which is kept."""

    def in_file(self, content: bytes, name: str) -> Offering | None:
        """Return what offers the memories of a file; None if it is no file of memories."""
