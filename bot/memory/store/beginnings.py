"""Memories by the beginnings of their words, for lists that are narrowed. Works in the caller's transaction.

A memory has a word if a word of its text or subject begins with it. Anything but letters and digits, and languages
without spaces, match anywhere. An index holds the words of live memories, and a lexeme for their owner, which contains
a space, unlike words. What it can't tell is looked for in the texts.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, cast, delete, exists, func, select, text
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.memory.store.tables import AgentMemory, AgentMemoryBeginnings, AgentMemoryVersion
from bot.store.engine import Transaction
from bot.store.search.excerpts import UNPARTED_FROM

_NEWEST: Final = aliased(AgentMemoryVersion)
_TEXT: Final = func.lower(func.concat_ws(" ", AgentMemory.subject, _NEWEST.content))
_IS_NEWEST: Final = and_(_NEWEST.memory_id == AgentMemory.id, _NEWEST.version_number == AgentMemory.version)
# What comes before another character than a letter or digit is a whole word; what comes last only begins one.
_READ: Final = text(r"""
WITH asked AS (
    SELECT string_agg(concat(quote_literal(piece), CASE WHEN place = last THEN '\:*' END), ' & ')
               FILTER (WHERE piece <> '' AND (place > 1 OR at_beginning)) AS words,
           bool_and(at_beginning AND last = 1) AS is_exact
    FROM unnest(CAST(:words AS text[]), CAST(:at_beginnings AS boolean[])) AS asked (word, at_beginning)
    CROSS JOIN LATERAL (
        SELECT piece, place, count(*) OVER () AS last
        FROM regexp_split_to_table(lower(word), '\W+') WITH ORDINALITY AS pieces (piece, place)
    ) AS parted
)
SELECT words || ' & ' || quote_literal(concat(:bot_id, ' ', :user_id)) AS query, is_exact FROM asked
""")
INDEXED: Final = """
SELECT memory.id, agent_beginnings(concat_ws(' ', memory.subject, version.content))
    || array_to_tsvector(ARRAY[concat(memory.bot_id, ' ', memory.user_id)])
FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE version.version_number = memory.version AND memory.deleted_at IS NULL
"""
"""Selects the id and the indexed words of live memories."""
_INDEX_MORE: Final = text(f"INSERT INTO agent_memory_beginnings (memory_id, words) {INDEXED} ON CONFLICT DO NOTHING")
_INDEX: Final = text(
    f"INSERT INTO agent_memory_beginnings (memory_id, words) {INDEXED} "
    "AND memory.id = ANY(CAST(:memory_ids AS text[])) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Words that memories have: what looks for them in the index, if anything can, and in the texts, if needed."""

    index: ColumnElement[bool] | None = None
    texts: ColumnElement[bool] | None = None

    @property
    def are_exact(self) -> bool:
        """Whether the index alone finds them."""
        return self.index is not None and self.texts is None

    def conditions(self, *, are_few: bool = False) -> Iterator[ColumnElement[bool]]:
        """Yield the conditions that a memory has all words.

        If `are_few`, the memories are read from the index and sorted. Else a list may be read in its order until
        enough of it fit, which is shorter for many.
        """
        if self.index is not None:
            found = select(AgentMemoryBeginnings.memory_id).where(self.index)
            several = func.any(func.array(found.scalar_subquery()))
            yield AgentMemory.id == several if are_few else AgentMemory.id.in_(found)
        if self.texts is not None:
            yield self.texts


async def beginnings(tx: Transaction, owner: Owner, words: str, *, deleted: bool = False) -> Beginnings:
    """Return what looks for words in an owner's memories, the live or the deleted ones."""
    several = words.split()
    if not several:
        return Beginnings()
    texts = exists().where(_IS_NEWEST, *(_TEXT.op("~")(_pattern(word)) for word in several))
    if deleted:
        return Beginnings(texts=texts)
    asked = {**owner.columns, "words": several, "at_beginnings": [_is_at_beginning(it) for it in several]}
    read = (await tx.connection.execute(_READ, asked)).one()
    if not read.query:
        return Beginnings(texts=texts)
    # Planned anew for each query, as their numbers of matches differ widely.
    query: BindParameter[str] = bindparam(None, read.query, unique=True, literal_execute=True)
    begins = AgentMemoryBeginnings.words.op("@@")(cast(query, TSQUERY))
    return Beginnings(begins, None if read.is_exact else texts)


async def index(tx: Transaction, memory_ids: Collection[str] | None = None) -> None:
    """Index live memories that are not indexed yet, some or all."""
    if memory_ids is None:
        await tx.connection.execute(_INDEX_MORE)
    else:
        await tx.connection.execute(_INDEX, {"memory_ids": list(memory_ids)})


async def forget(tx: Transaction, memory_ids: Collection[str]) -> None:
    """Take memories out of the index."""
    of_those = AgentMemoryBeginnings.memory_id == func.any(list(memory_ids))
    await tx.connection.execute(delete(AgentMemoryBeginnings).where(of_those))


def _is_at_beginning(word: str) -> bool:
    return word[0].isalnum() and word[0] < UNPARTED_FROM


def _pattern(word: str) -> ColumnElement[str]:
    """Return the regular expression for a word."""
    begins = r"(^|\W)" if _is_at_beginning(word) else ""
    return func.concat(begins, func.regexp_replace(func.lower(word), r"(\W)", r"\\\1", "g"))
