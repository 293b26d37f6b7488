"""How a command ends: its update is handled and its answer is in the outbox, in one transaction."""

from collections.abc import Iterable

from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.database.updates import Updates
from bot.telegram.texts import Text


class CommandAnswers:
    """Answers the commands of one bot. Works in the caller's transaction."""

    def __init__(self, updates: Updates, outbox: Outbox) -> None:
        self._updates = updates
        self._outbox = outbox

    async def acknowledge(self, tx: Transaction, chat_id: int, update_id: int, parts: Iterable[Text]) -> None:
        """Acknowledge a command's update, and store its answer. Raises AlreadyAcknowledged."""
        await self._updates.acknowledge(tx, [update_id])
        await self.say(tx, chat_id, parts)

    async def say(self, tx: Transaction, chat_id: int, parts: Iterable[Text]) -> None:
        """Store messages for a chat."""
        await self._outbox.add(tx, chat_id, [part.columns for part in parts])
