"""Services shared by the workers of all chats."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from bot.chat.allowance import Allowance
from bot.chat.compaction import Compaction
from bot.chat.conversations import ConversationLifecycle
from bot.chat.runner import Runner
from bot.chat.turns import TurnLifecycle
from bot.database.engine import Database
from bot.database.updates import Updates
from bot.memory.embedding import Embeddings

PREPARED_AT_ONCE: Final = 4

T = TypeVar("T")


class RightOfWay:
    """Knows the chats with a running turn, so that background work runs between turns."""

    def __init__(self) -> None:
        self._chats: set[int] = set()
        self._free = asyncio.Event()
        self._free.set()
        self._taken = asyncio.Event()

    def take(self, chat_id: int) -> None:
        """Note that a turn runs in a chat."""
        self._chats.add(chat_id)
        self._free.clear()
        self._taken.set()

    def give(self, chat_id: int) -> None:
        """Note that no turn runs in a chat."""
        self._chats.discard(chat_id)
        if not self._chats:
            self._taken.clear()
            self._free.set()

    async def free(self) -> None:
        """Wait until no turn runs."""
        await self._free.wait()

    async def yielding(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do background work; None if a turn runs, or begins meanwhile, which cancels the work."""
        if self._chats:
            return None
        doing = asyncio.ensure_future(work())
        beginning = asyncio.ensure_future(self._taken.wait())
        try:
            await asyncio.wait({doing, beginning}, return_when=asyncio.FIRST_COMPLETED)
            return doing.result() if doing.done() else None
        finally:
            doing.cancel()
            beginning.cancel()
            await asyncio.gather(doing, beginning, return_exceptions=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnServices:
    """Services shared by the workers of all chats."""

    database: Database
    updates: Updates
    conversation_lifecycle: ConversationLifecycle
    turn_lifecycle: TurnLifecycle
    runner: Runner
    compaction: Compaction
    allowance: Allowance
    embeddings: Embeddings
    preparing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PREPARED_AT_ONCE))
    """Limits the chats that take messages into turns at once, so that other work gets its share."""
    right_of_way: RightOfWay = field(default_factory=RightOfWay)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a conversation may have ended."""
