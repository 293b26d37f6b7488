"""Services shared by the workers of all chats."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from bot.chat.allowance import Allowance
from bot.chat.chosen_models import ChosenModels
from bot.chat.compaction import Compaction
from bot.chat.conversations import ConversationLifecycle
from bot.chat.deeds import Deeds
from bot.chat.languages import Languages
from bot.chat.people import People
from bot.chat.preferences import Preferences
from bot.chat.prompt_pictures import PromptPictures
from bot.chat.right_of_way import RightOfWay
from bot.chat.runner import Runner
from bot.chat.speaking import Speaking
from bot.chat.turns import TurnLifecycle
from bot.database.engine import Database
from bot.database.updates import Updates
from bot.files import Files
from bot.memory.embedding import Embeddings
from bot.memory.operations import Memories
from bot.reminders.tasks import Tasks

PREPARED_AT_ONCE: Final = 4


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
    memories: Memories
    deeds: Deeds
    tasks: Tasks
    speaking: Speaking
    languages: Languages
    preferences: Preferences
    chosen_models: ChosenModels
    people: People
    preparing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PREPARED_AT_ONCE))
    """Limits the chats that take messages into turns at once, so that other work gets its share."""
    right_of_way: RightOfWay = field(default_factory=RightOfWay)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a conversation may have ended."""
