"""Tasks: turns that no message of their user begins."""

from datetime import datetime
from typing import Protocol

from bot.kit.errors import KeepsakeError
from bot.kit.owner import Owner
from bot.store.engine import Transaction


class Tasks(Protocol):
    """What becomes of tasks, in the caller's transaction."""

    async def quiet_until(self, tx: Transaction, owner: Owner) -> datetime | None:
        """Return the end of an owner's quiet hours; None if it is none of them."""

    async def release(self, tx: Transaction, owner: Owner) -> None:
        """Let an owner's tasks be due again that waited for the end of the month."""

    async def is_wanted(self, tx: Transaction, owner: Owner, task_id: str) -> bool:
        """Tell whether a task that is due is still to be done now; one that has to wait is due again after that."""

    async def line(self, tx: Transaction, owner: Owner, task_id: str) -> str:
        """Return the line below the answer to a task: which it is, and the time that it was for."""

    async def failed(self, tx: Transaction, owner: Owner, task_id: str, error: KeepsakeError) -> str:
        """Set when a task that failed comes again, and return what its owner is told."""


class NoTasks:
    """Where nothing sets tasks, none is wanted any more."""

    async def quiet_until(self, _: Transaction, __: Owner) -> datetime | None:
        """Return None: there are no quiet hours."""
        return None

    async def release(self, _: Transaction, __: Owner) -> None:
        """Do nothing."""

    async def is_wanted(self, _: Transaction, __: Owner, ___: str) -> bool:
        """Return False."""
        return False

    async def line(self, _: Transaction, __: Owner, ___: str) -> str:
        """Return no line."""
        return ""

    async def failed(self, _: Transaction, __: Owner, ___: str, error: KeepsakeError) -> str:
        """Return what went wrong."""
        return error.cause
