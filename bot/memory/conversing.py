"""The memory as conversations use it."""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Final

from bot.kit.capture_modes import WRITING, CaptureMode
from bot.kit.owner import Owner
from bot.kit.prompt_text import NO_TEXT, PromptText, joined, own
from bot.memory import imports, recall
from bot.memory.acts import FAMILY
from bot.memory.block import describe, for_prompt, rendered
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import memories_in
from bot.memory.imports import OfferedImport
from bot.memory.operations import Memories
from bot.memory.refusals import StoreFull
from bot.memory.store import memories as stored
from bot.memory.store import reviews, summaries
from bot.memory.values.memories import order
from bot.store.engine import Transaction
from bot.turns.memory import MemoryBlock, Offering
from bot.turns.values.conversations import Conversation, KnownMemory

NEWS: Final = "These memories are not above, or in an older text:"
MOST_NEWS = 20
"""Most memories named to a resumed conversation."""


class ConversationMemory(Memories):
    """Memories for conversations (`bot.turns.memory`), in the caller's transaction.

    `reviews` tells whether an owner's conversations are reviewed once they are over.
    """

    family = FAMILY
    compare = staticmethod(recall.compare_memories)
    recall = staticmethod(recall.recall)
    deleted = staticmethod(summaries.deleted)
    checked = staticmethod(summaries.checked)
    deleted_since = staticmethod(stored.deleted_since)

    def __init__(
        self,
        limit: int | None = None,
        capture: CaptureMode = CaptureMode.ASK,
        reviews: Callable[[Owner], bool] = lambda _: False,
    ) -> None:
        super().__init__(limit, capture)
        self._reviews = reviews

    async def block(
        self, tx: Transaction, owner: Owner, mode: CaptureMode, most_tokens: int | None = None
    ) -> MemoryBlock:
        """Return the memories for a new conversation's prompt."""
        memories, of = await for_prompt(tx, owner, most_tokens)
        return rendered(memories, of, mode)

    async def news(
        self, tx: Transaction, owner: Owner, known: Collection[KnownMemory], since: datetime, most_tokens: int | None
    ) -> tuple[PromptText, list[KnownMemory]]:
        """Return a note on the newest memories that a prompt lacks or has in an older version, and these memories.

        They were added, changed or restored outside the conversation, or their turns were compacted.
        """
        versions = {(it.id, it.version) for it in known}
        memories, _ = await for_prompt(tx, owner, most_tokens)
        newest_first = sorted(memories, key=lambda memory: memory.updated_at, reverse=True)
        news = (it for it in newest_first if it.updated_at > since or (it.id, it.version) not in versions)
        told = list(islice(news, MOST_NEWS))
        more = [own("… and more.")] if next(news, None) else []
        note = joined([own(NEWS), describe(order(told)), *more]) if told else NO_TEXT
        return note, [it.known for it in told]

    async def conversation_ended(self, tx: Transaction, conversation: Conversation) -> None:
        """Let an ended conversation be reviewed, if its owner wants that."""
        owner = conversation.owner
        if self._reviews(owner) and is_reviewed(conversation, await self.mode(tx, owner)):
            await reviews.let_be_due(tx, conversation.id)

    def in_file(self, content: bytes, name: str) -> Offering | None:
        """Return what offers to import the memories of a file that holds nothing else."""
        found = memories_in(content)
        return partial(self._offer, found=found, name=name) if found else None

    async def _offer(self, tx: Transaction, owner: Owner, *, found: Found, name: str) -> OfferedImport | None:
        """Offer the memories of a file to their owner; None if none of them are new, or if there is no room."""
        found = await imports.without_former(tx, owner, found)
        try:
            offer = await imports.offer(tx, self, owner, found.additions, name)
        except StoreFull:
            return None
        return OfferedImport(offer=offer, found=found, name=name) if offer.id else None


def is_reviewed(conversation: Conversation, mode: CaptureMode) -> bool:
    """Tell whether a conversation is reviewed at its end: it could store memories, and the present mode allows it."""
    return mode in WRITING and any(tool.name == "add_to_memory" for tool in conversation.tools)
