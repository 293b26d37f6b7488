"""Services shared by the workers of all chats."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.model.values import ToolCall
from bot.store.engine import Database, Transaction
from bot.turns.acts import Acts
from bot.turns.allowance import Allowance
from bot.turns.chosen_models import ChosenModels
from bot.turns.compaction import Compaction
from bot.turns.conversations import ConversationLifecycle
from bot.turns.embeddings import Embeddings
from bot.turns.memory import Memory
from bot.turns.people import People
from bot.turns.preferences import Languages, Preferences
from bot.turns.prompt_pictures import PromptPictures
from bot.turns.runner import Runner
from bot.turns.speaking import Speaking
from bot.turns.store.updates import Updates
from bot.turns.tasks import Tasks
from bot.turns.turns import TurnLifecycle

T = TypeVar("T")

Listed: TypeAlias = Callable[[Transaction, Owner, Iterable[ToolCall]], Awaitable[object | None]]
"""Returns the list that calls are about, which can be ticked off below their answer; None without one."""

PREPARED_AT_ONCE: Final = 4
"""Most chats that take messages into turns at once, so that other work gets its share."""


class RightOfWay:
    """Knows the places with a running turn, so that background work runs between turns."""

    def __init__(self) -> None:
        self._places: set[Place] = set()
        self._free = asyncio.Event()
        self._free.set()
        self._taken = asyncio.Event()

    def take(self, place: Place) -> None:
        """Note that a turn runs in a place."""
        self._places.add(place)
        self._free.clear()
        self._taken.set()

    def give(self, place: Place) -> None:
        """Note that no turn runs in a place."""
        self._places.discard(place)
        if not self._places:
            self._taken.clear()
            self._free.set()

    async def free(self) -> None:
        """Wait until no turn runs."""
        await self._free.wait()

    async def yielding(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do background work; None if a turn runs, or begins meanwhile, which cancels the work."""
        if self._places:
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
    pictures: PromptPictures
    allowance: Allowance
    embeddings: Embeddings
    files: Files
    memory: Memory
    acts: Acts
    tasks: Tasks
    listed: Listed | None
    speaking: Speaking
    languages: Languages
    preferences: Preferences
    chosen_models: ChosenModels
    people: People
    preparing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PREPARED_AT_ONCE))
    right_of_way: RightOfWay = field(default_factory=RightOfWay)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a conversation may have ended."""
