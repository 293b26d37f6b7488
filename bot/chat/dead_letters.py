"""Updates that can't be handled: set aside after a few attempts, kept, and their sender told once."""

from collections.abc import Sequence
from typing import Final

from bot.chat.channel import Channel
from bot.database.engine import Transaction
from bot.database.updates import Updates

SORRY: Final = "Sorry, something went wrong on my side, again and again, so I have set this aside."


async def fails_for_good(
    tx: Transaction,
    updates: Updates,
    channel: Channel,
    update_ids: Sequence[int],
    message_id: int | None,
    problem: str,
) -> bool:
    """Count a failed attempt at a message's updates; return whether they are set aside with that."""
    is_set_aside = await updates.fail(tx, update_ids, problem)
    if is_set_aside:
        await channel.post(tx, SORRY, quoting=message_id)
    return is_set_aside
