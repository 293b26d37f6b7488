"""Tasks: turns that no message of their user begins."""

from typing import Protocol

from bot.kit.errors import KeepsakeError
from bot.kit.owner import Owner
from bot.store.engine import Transaction


class Tasks(Protocol):
    """What becomes of tasks, in the caller's transaction."""

    async def is_wanted(self, tx: Transaction, owner: Owner, task_id: str) -> bool:
        """Tell whether a task that is due is still to be done now; one that has to wait is due again after that."""

    async def line(self, tx: Transaction, owner: Owner, task_id: str) -> str:
        """Return the line below the answer to a task: which it is, and the time that it was for."""

    async def failed(self, tx: Transaction, owner: Owner, task_id: str, error: KeepsakeError) -> str:
        """Set when a task that failed comes again, and return what its owner is told."""
