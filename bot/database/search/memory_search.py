"""The memories, found by their words, by parts of them, and by what they mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import median
from typing import Final

from sqlalchemy import ARRAY, String, bindparam, text

from bot.database.engine import Transaction
from bot.database.memories import those
from bot.database.search.lexemes import LexemeReader
from bot.database.search.memory_candidates import memories_holding
from bot.database.search.ranking import by_words, fused
from bot.database.search.vectors import nearest_memories
from bot.values import Embedding, Memory, Owner, one_line

ENOUGH: Final = 3
"""If fewer memories than this hold a word, parts of words are looked for too."""
ABOVE_OTHERS: Final = 0.2
"""A memory's meaning stands out if it is so much nearer than that of others."""

_HOLDING_PARTS: Final = text("""
SELECT memory.id
FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL AND (:category = '' OR category = :category)
AND version_number = memory.version
AND (SELECT bool_and(strpos(lower(concat_ws(' ', subject, content)), lower(part)) > 0) FROM unnest(:parts) AS part)
ORDER BY version.created_at DESC, memory.id
LIMIT :most
""").bindparams(bindparam("parts", type_=ARRAY(String)))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMemory:
    """A memory that was found, and how surely it is what was looked for.

    `rarity` says how rare the words are that it holds, from 0 to 1, where 1 stands for words that one memory holds.
    `nearness` is the cosine of its meaning, and `above_others` how far that is above those of the other memories that
    come near, from 0 to 1; both are 0 where no meaning is known.
    """

    memory: Memory
    rarity: float
    nearness: float
    above_others: float


class MemorySearch:
    """Searches an owner's live memories. Works in the caller's transaction."""

    def __init__(self) -> None:
        self._lexemes = LexemeReader("agent_memory_words")

    async def search(
        self,
        tx: Transaction,
        owner: Owner,
        words: str,
        embedding: Embedding | None,
        *,
        limit: int,
        category: str = "",
        parts_of_words: bool = True,
    ) -> list[FoundMemory]:
        """Return at most so many memories, perhaps of one category, that come nearest to words and what they mean."""
        lexemes = await self._lexemes.read(tx, words)
        texts = await memories_holding(tx, owner, lexemes, category)
        near = await nearest_memories(tx, owner, embedding, category) if embedding else {}
        worded = by_words(texts, lexemes.weight_of)
        are_few = parts_of_words and len(worded) < ENOUGH
        parts = await self._holding_parts(tx, owner, words, category, limit) if are_few else []
        newest_first = {memory_id: -place for place, memory_id in enumerate(parts)}
        memories = await those(tx, owner, fused(worded, newest_first, near)[:limit])
        rarities = {text.key: sum(lexemes.weights[word] for word in text.words) for text in texts}
        others = median(near.values()) if near else 0.0
        return [
            FoundMemory(
                memory=memory,
                rarity=min(1.0, rarities.get(memory.id, 0.0) / log(2 + lexemes.texts)),
                nearness=near.get(memory.id, 0.0),
                above_others=max(0.0, near.get(memory.id, 0.0) - others) / (1 - others) if others < 1 else 0.0,
            )
            for memory in memories
        ]

    async def _holding_parts(
        self, tx: Transaction, owner: Owner, words: str, category: str, limit: int
    ) -> Sequence[str]:
        """Return the newest memories that hold all the words as parts of theirs."""
        values = {**owner.columns, "parts": one_line(words).split(), "category": category, "most": limit}
        return list(await tx.connection.scalars(_HOLDING_PARTS, values))
