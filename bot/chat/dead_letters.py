"""Dead letters: after too many failed attempts, an update or turn is given up, kept, and reported once."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import structlog

from bot.chat.channel import Channel, Outcome
from bot.database import proposals
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.outbox import AnswerId
from bot.database.updates import MOST_ATTEMPTS, Updates
from bot.values import Owner, TurnState

SORRY: Final = "Sorry, something went wrong on my side repeatedly, so I gave up on this message."
FATAL: Final = "Sorry, I broke down each time I tried to answer this. Your message is kept: send /retry to try again."
RETRY_SECONDS: Final = 0.3
"""Seconds before the next attempt after a bug."""

log = structlog.get_logger()


async def update_failed(
    tx: Transaction,
    updates: Updates,
    channel: Channel,
    update_ids: Sequence[int],
    message_id: int | None,
    problem: str,
) -> bool:
    """Count a failed attempt at a message's updates; return whether they became dead letters."""
    is_dead = await updates.fail(tx, update_ids) >= MOST_ATTEMPTS
    if is_dead:
        await set_aside(tx, updates, channel, update_ids, message_id, problem)
    return is_dead


async def set_aside(
    tx: Transaction,
    updates: Updates,
    channel: Channel,
    update_ids: Sequence[int],
    message_id: int | None,
    problem: str,
) -> None:
    """Turn a message's updates into dead letters: acknowledge and keep them with their problem, and tell the sender."""
    log.error("updates became dead letters after failed attempts", update_ids=list(update_ids), problem=problem)
    await updates.set_aside(tx, update_ids, problem)
    await channel.post(tx, SORRY, quoting=message_id)


async def turn_failed(tx: Transaction, channel: Channel, owner: Owner, turn_id: UUID) -> bool:
    """Count a failed attempt at a turn; return whether it was given up."""
    is_dead = await stored_turns.fail(tx, turn_id) >= MOST_ATTEMPTS
    if is_dead:
        await give_up(tx, channel, owner, turn_id)
    return is_dead


async def give_up(tx: Transaction, channel: Channel, owner: Owner, turn_id: UUID) -> None:
    """End a turn as failed and tell its user, who can retry it."""
    log.error("turn given up after failed attempts", turn=str(turn_id))
    turn = await stored_turns.get(tx, turn_id)
    await stored_turns.end(tx, turn_id, TurnState.FAILED)
    offers = await proposals.offer(tx, owner, turn_id)
    outcome = Outcome(turn_id=turn_id, instead=FATAL, offers=offers)
    await channel.answer(tx, AnswerId(turn_id, turn.attempt), outcome)
