"""What every chat's worker, and whatever stands beside it, works with."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from bot.allowance import Allowance
from bot.compaction import Compaction
from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.database.turns import Turns
from bot.database.updates import Updates
from bot.lifecycle import Lifecycle
from bot.runner import Runner

PREPARED_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnServices:
    """What every chat's worker works with."""

    database: Database
    updates: Updates
    outbox: Outbox
    turns: Turns
    lifecycle: Lifecycle
    runner: Runner
    compaction: Compaction
    allowance: Allowance
    preparing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PREPARED_AT_ONCE))
    """Held while messages are made part of a turn, which keeps many chats from keeping everything else waiting."""
