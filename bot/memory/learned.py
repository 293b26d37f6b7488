"""A memory with its versions, and what each of them was learned from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.database import memories as stored
from bot.database import provenance
from bot.database.engine import Transaction
from bot.database.provenance import Provenance
from bot.values.memories import Memory, MemoryVersion
from bot.values.owner import Owner


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
    sources = await provenance.of_turns(tx, owner, set(turns.values()))
    taught = {number: sources[turn_id] for number, turn_id in turns.items() if turn_id in sources}
    return Learned(memory, versions, taught, await provenance.found_in(tx, owner, memory.id))
