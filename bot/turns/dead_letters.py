"""Work left undone, found again at a start. After too many failed attempts it is a dead letter, reported once."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import structlog

from bot.kit.errors import KeepsakeError
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.turns.channel import Channel, Channels, Outcome
from bot.turns.services import TurnServices
from bot.turns.store import acts, mailbox
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.outbox import AnswerId
from bot.turns.store.turns import RunningTurn
from bot.turns.store.updates import MOST_ATTEMPTS, Updates
from bot.turns.tasks import Tasks
from bot.turns.values.turns import TurnState

SORRY: Final = mark("Sorry, I failed several times to handle this message, so I gave up on it.")
FATAL: Final = mark("Sorry, I failed each time I tried to answer this.")
RETRY: Final = mark("Your message is saved. Send /retry to try again.")
RETRY_SECONDS: Final = 0.3
"""Seconds before the next attempt after a bug."""

log = structlog.get_logger()


async def update_failed(
    tx: Transaction, updates: Updates, channel: Channel, update_ids: Sequence[int], message_id: int | None, problem: str
) -> bool:
    """Count a failed attempt at a message's updates; return whether they became dead letters."""
    is_dead = await updates.fail(tx, update_ids) >= MOST_ATTEMPTS
    if is_dead:
        await mark_dead(tx, updates, channel, update_ids, message_id, problem)
    return is_dead


async def mark_dead(
    tx: Transaction, updates: Updates, channel: Channel, update_ids: Sequence[int], message_id: int | None, problem: str
) -> None:
    """Turn a message's updates into dead letters: acknowledge and keep them with their problem, and tell the sender."""
    log.error("updates became dead letters after failed attempts", update_ids=list(update_ids), problem=problem)
    await updates.mark_dead(tx, update_ids, problem)
    await channel.post(tx, t(SORRY), quoting=message_id)


@asynccontextmanager
async def attempt(services: TurnServices, channel: Channel, owner: Owner, turn_id: UUID) -> AsyncIterator[None]:
    """Count a failed attempt at a turn if a bug interrupts the block; give the turn up if it is one too many."""
    try:
        yield
    except KeepsakeError:
        raise
    except Exception:  # a bug must not hold up the chat for ever
        async with services.database.transaction() as tx:
            if await stored_turns.fail(tx, turn_id) >= MOST_ATTEMPTS:
                await _give_up(tx, services.tasks, channel, owner, turn_id)
        raise


async def _give_up(tx: Transaction, tasks: Tasks, channel: Channel, owner: Owner, turn_id: UUID) -> None:
    """End a turn as failed and tell its user, who can retry it; a task retries itself."""
    log.error("turn given up after failed attempts", turn=str(turn_id))
    turn = await stored_turns.get(tx, turn_id)
    await stored_turns.end(tx, turn_id, TurnState.STOPPED if turn.task else TurnState.FAILED)
    offers = await acts.offer(tx, owner, turn_id)
    failure = KeepsakeError(FATAL, RETRY)
    told = await tasks.failed(tx, owner, turn.task, failure) if turn.task else str(failure)
    outcome = Outcome(turn_id=turn_id, instead=told, acts=offers, can_retry=not turn.task)
    await channel.answer(tx, AnswerId(turn_id, turn.attempt), outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Running turns, waiting updates, chats with a message from Keepsake, private ones, and those without a summary."""

    turns: Sequence[RunningTurn]
    updates: Sequence[dict[str, Any]]
    posts: Sequence[Place]
    private: Sequence[tuple[Owner, Place]]
    lacking_summary: Sequence[tuple[Owner, Place]]


async def undone(
    tx: Transaction,
    services: TurnServices,
    bot_id: int,
    channels: Channels,
    is_allowed: Callable[[dict[str, Any]], bool],
    *,
    after_death: bool,
) -> Undone:
    """Return the unfinished work of all chats; updates of users no longer allowed are acknowledged.

    `after_death` counts a failed attempt at what the process may have been doing: each chat's running turn, or else its
    first update.
    """
    running = await stored_turns.take_up(tx, bot_id, after_death=after_death)
    in_hand = [turn.place for turn in running]
    attempted = await services.updates.take_up(tx, in_hand, after_death=after_death)
    for fatal in attempted:
        owner = Owner(bot_id, fatal.place.chat_id)  # a private chat has its user's id
        channel = channels(owner, fatal.place)
        with services.languages.spoken(owner):
            await mark_dead(tx, services.updates, channel, [fatal.update_id], fatal.message_id, "the process ended")
    for turn in running:
        if turn.failed_attempts >= MOST_ATTEMPTS:
            owner = Owner(bot_id, turn.user_id)
            with services.languages.spoken(owner):
                await _give_up(tx, services.tasks, channels(owner, turn.place), owner, turn.id)
    allowed: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for raw in await services.updates.unhandled(tx):
        (allowed if is_allowed(raw) else refused).append(raw)
    await services.updates.acknowledge(tx, [raw["update_id"] for raw in refused])
    return Undone(
        turns=[turn for turn in running if turn.failed_attempts < MOST_ATTEMPTS],
        updates=allowed,
        posts=await mailbox.places_with_posts(tx, bot_id),
        private=await stored_conversations.private(tx, bot_id),
        lacking_summary=await stored_conversations.lacking_summary(tx, bot_id),
    )
