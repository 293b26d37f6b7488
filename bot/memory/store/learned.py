"""What taught a memory. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Integer, select

from bot.kit.owner import Owner
from bot.memory.store import memories as stored
from bot.memory.values.memories import Memory, MemoryVersion
from bot.store.engine import Transaction
from bot.turns.store.provenance import Provenance, of_turns
from bot.turns.store.tables import AgentAct, AgentConversation
from bot.turns.values.acts import ActState, Door


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory with its versions, oldest first, and their sources by version number.

    `taught` holds the message that a version was learned from, `found` the conversation whose review found it.
    """

    memory: Memory
    versions: Sequence[MemoryVersion]
    taught: Mapping[int, Provenance]
    found: Mapping[int, int]

    @property
    def newest_source(self) -> Provenance | None:
        """The newest known message that a version was learned from."""
        return next((it for _, it in sorted(self.taught.items(), reverse=True) if it.message_id), None)


async def learned(tx: Transaction, owner: Owner, memory: Memory) -> Learned:
    """Return a memory with its versions and sources, in the caller's transaction."""
    versions = await stored.versions(tx, memory.id)
    turns = {it.number: it.source.turn_id for it in versions if it.source}
    sources = await of_turns(tx, owner, set(turns.values()))
    taught = {number: sources[turn_id] for number, turn_id in turns.items() if turn_id in sources}
    return Learned(memory, versions, taught, await _found_in(tx, owner, memory.id))


async def _found_in(tx: Transaction, owner: Owner, memory_id: str) -> Mapping[int, int]:
    """Return the conversations whose reviews found a memory's versions, by version number."""
    rows = await tx.connection.execute(
        select(AgentAct.undo["version"].as_string().cast(Integer).label("version"), AgentConversation.number)
        .join(AgentConversation, AgentConversation.id == AgentAct.conversation_id)
        .where(
            AgentAct.owned_by(owner),
            AgentAct.door == Door.REVIEW,
            AgentAct.state == ActState.DONE,
            AgentAct.undo["memory_id"].as_string() == memory_id,
            AgentConversation.number.is_not(None),
        )
    )
    return {row.version: row.number for row in rows}
