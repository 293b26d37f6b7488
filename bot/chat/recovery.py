"""Recovery at the start: unfinished work is found, and what repeatedly ended the process is given up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.chat.channel import Channels
from bot.chat.dead_letters import give_up, set_aside
from bot.chat.services import TurnServices
from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.turns import RunningTurn
from bot.database.updates import MOST_ATTEMPTS
from bot.values import Owner

_PROBLEM: Final = "the process ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Running turns, waiting updates, private chats, and chats with a prompt that lacks a summary."""

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
    """Return the unfinished work; updates of users who are no longer allowed are acknowledged.

    `after_death` counts a failed attempt at what the process may have been doing: each chat's running turn, or else its
    first update.
    """
    running = await stored_turns.take_up(tx, bot_id, after_death=after_death)
    in_hand = [turn.chat_id for turn in running]
    for fatal in await services.updates.take_up(tx, in_hand, after_death=after_death):
        channel = channels(Owner(bot_id, fatal.chat_id), fatal.chat_id)
        await set_aside(tx, services.updates, channel, [fatal.update_id], fatal.message_id, _PROBLEM)
    for turn in running:
        if turn.failed_attempts >= MOST_ATTEMPTS:
            owner = Owner(bot_id, turn.user_id)
            await give_up(tx, channels(owner, turn.chat_id), owner, turn.id)
    allowed: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for raw in await services.updates.unhandled(tx):
        (allowed if is_allowed(raw) else refused).append(raw)
    await services.updates.acknowledge(tx, [raw["update_id"] for raw in refused])
    return Undone(
        turns=[turn for turn in running if turn.failed_attempts < MOST_ATTEMPTS],
        updates=allowed,
        private=await services.conversation_lifecycle.private_chats(tx, bot_id),
        lacking_summary=await stored_conversations.lacking_summary(tx, bot_id),
    )
