"""Which memories a prompt holds: all of them, or the most important ones that fit."""

from bot.database import memories
from bot.database.engine import Transaction
from bot.memory.block import LEAST_TOKENS, fitting
from bot.values import Memory, Owner, order


async def for_prompt(tx: Transaction, owner: Owner, most_tokens: int | None) -> tuple[list[Memory], int]:
    """Return the memories that a prompt of `most_tokens` holds (None: no limit), and how many live ones there are.

    Pinned ones come first, then the most important; neither the prompt nor its order shows that.
    """
    if most_tokens is None:
        every = await memories.live(tx, owner)
        return every, len(every)
    most = most_tokens // LEAST_TOKENS + 1
    first = await memories.most_important(tx, owner, most)
    kept = fitting(first, most_tokens)
    return order(kept), len(first) if len(first) < most else await memories.count(tx, owner)
