"""Memories that say nearly what is to be remembered, or the contrary: what of it they say already, and mean."""

from collections.abc import Collection, Mapping
from statistics import median
from typing import Final

from bot.database.engine import Transaction
from bot.database.search.lexemes import LexemeReader, Lexemes
from bot.database.search.memory_candidates import memories_by_words
from bot.database.search.ranking import rarity
from bot.database.search.vectors import nearest_memories
from bot.values import Embedding, Owner

SAID: Final = 0.5
"""A memory is like a text if it says so much of it already, by the rarity of the words,"""
ABOVE_OTHERS: Final = 0.35
"""or if its meaning comes so much nearer than that of others, from 0 to 1."""
_IMAGINED: Final = 20
"""Memories without any of the words added to the count: among few memories, every word seems frequent."""

_lexemes: Final = LexemeReader("agent_memory_words")


async def alike(tx: Transaction, owner: Owner, content: str, embedding: Embedding | None) -> list[str]:
    """Return the ids of the owner's live memories that are like a text, the likest first."""
    lexemes = await _lexemes.read(tx, content)
    said = _said(lexemes, await memories_by_words(tx, owner, lexemes))
    meant = _meant(await nearest_memories(tx, owner, embedding) if embedding else {})
    likeness = {key: max(said.get(key, 0) / SAID, meant.get(key, 0) / ABOVE_OTHERS) for key in said | meant}
    return sorted((key for key in likeness if likeness[key] >= 1), key=likeness.__getitem__, reverse=True)


def _said(lexemes: Lexemes, holding: Mapping[frozenset[int], Collection[str]]) -> dict[str, float]:
    """Return how much of what is to be said each memory says, of those that hold the same words.

    Words count as far as they are rare, each for itself or together: if one text only tells where the user lives, then
    that counts much, however many tell of the user, or of somebody who lives somewhere. What is new counts as if one
    text held it.
    """
    of = lexemes.texts + _IMAGINED
    weights = [rarity(found, of) for found in lexemes.found]
    whole = sum(weights) + lexemes.unknown * rarity(1, of)
    said: dict[str, float] = {}
    for words, memory_ids in holding.items():
        apart = sum(weights[word] for word in words)
        jointly = rarity(sum(len(others) for held, others in holding.items() if words <= held), of)
        said |= dict.fromkeys(memory_ids, max(apart / whole, jointly / (jointly + whole - apart)))
    return said


def _meant(near: Mapping[str, float]) -> dict[str, float]:
    """Return how much nearer each memory comes than the others do; nothing if there are no others."""
    above: dict[str, float] = {}
    for memory_id, nearness in near.items():
        others = [other for key, other in near.items() if key != memory_id]
        if others and (usual := median(others)) < 1:
            above[memory_id] = (nearness - usual) / (1 - usual)
    return above
