"""What can't be handled is set aside in time: it is kept, and its sender is told once."""

from collections.abc import Sequence
from typing import Final

from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.database.updates import Updates
from bot.telegram.formatting import compose
from bot.telegram.sender import texts

SORRY: Final = "Sorry, something went wrong on my side, again and again, so I have set this aside."


async def fails_for_good(
    tx: Transaction,
    updates: Updates,
    outbox: Outbox,
    chat_id: int,
    update_ids: Sequence[int],
    message_id: int | None,
    problem: str,
) -> bool:
    """Count that handling a message's updates failed; tell whether they are set aside with that."""
    is_set_aside = await updates.fail(tx, update_ids, problem)
    if is_set_aside:
        await apologise(tx, outbox, chat_id, message_id)
    return is_set_aside


async def apologise(tx: Transaction, outbox: Outbox, chat_id: int, message_id: int | None) -> None:
    """Let the sender be told, beneath their message."""
    await outbox.add(tx, chat_id, texts(compose(SORRY)), quoted_id=message_id)
