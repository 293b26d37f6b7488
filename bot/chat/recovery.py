"""What the last process left undone: it is found at the start, and what ends processes is given up in time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog

from bot.chat.channel import Channels, Outcome
from bot.chat.dead_letters import SORRY
from bot.chat.services import TurnServices
from bot.database import proposals
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.outbox import AnswerId
from bot.database.turns import RunningTurn
from bot.database.updates import MOST_DEATHS
from bot.values import Owner, TurnState

_FATAL: Final = "Sorry, I broke down each time I tried to answer this. Your message is kept: send /retry to try again."
_PROBLEM: Final = "the process ended"

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The turns that run and the updates that wait; the private chats, and those whose prompts lack a summary."""

    turns: Sequence[RunningTurn]
    updates: Sequence[dict[str, Any]]
    private: Sequence[tuple[Owner, int]]
    lacking_summary: Sequence[tuple[Owner, int]]


async def undone(
    tx: Transaction,
    services: TurnServices,
    bot_id: int,
    channels: Channels,
    is_allowed: Callable[[dict[str, Any]], bool],
    *,
    after_death: bool,
) -> Undone:
    """Find what is to be done; what waits of senders that are not allowed any more is handled with that.

    `after_death` counts a death of the process for what it may have had in hand: a chat's running turn, or else its
    first update.
    """
    running = await stored_turns.take_up(tx, bot_id, after_death=after_death)
    in_hand = [turn.chat_id for turn in running]
    for fatal in await services.updates.take_up(tx, in_hand, after_death=after_death):
        log.error("an update is set aside, as the process ended with it again and again", update_id=fatal.update_id)
        await services.updates.set_aside(tx, [fatal.update_id], _PROBLEM)
        await channels(Owner(bot_id, fatal.chat_id), fatal.chat_id).post(tx, SORRY, quoting=fatal.message_id)
    for turn in running:
        if turn.deaths >= MOST_DEATHS:
            log.error("a turn is given up, as the process ended with it again and again", turn=str(turn.id))
            await stored_turns.end(tx, turn.id, TurnState.FAILED)
            answer = AnswerId(turn.id, turn.attempt)
            owner = Owner(bot_id, turn.user_id)
            offers = await proposals.offer(tx, owner, turn.id)
            await channels(owner, turn.chat_id).answer(
                tx, answer, Outcome(turn_id=turn.id, instead=_FATAL, offers=offers)
            )
    allowed: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for raw in await services.updates.unhandled(tx):
        (allowed if is_allowed(raw) else refused).append(raw)
    await services.updates.handled(tx, [raw["update_id"] for raw in refused])
    return Undone(
        turns=[turn for turn in running if turn.deaths < MOST_DEATHS],
        updates=allowed,
        private=await services.conversation_lifecycle.private_chats(tx, bot_id),
        lacking_summary=await services.compaction.lacking(tx, bot_id),
    )
