"""The indexes of memories: of their words for a search, and of the words' beginnings for lists that are narrowed.

A list has a memory for a word if a word of its text or subject begins with it. Anything but letters and digits, and
languages without spaces, match anywhere. The index of beginnings holds the words of live memories, and a lexeme for
their owner, which contains a space, unlike words. What it can't tell is looked for in the texts. Works in the caller's
transaction.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, cast, delete, exists, func, select, text
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.memory.store.tables import AgentMemory, AgentMemoryBeginnings, AgentMemoryVersion
from bot.store.engine import Transaction
from bot.store.search.excerpts import UNPARTED_FROM
from bot.turns.store.vectors import TO_EMBED
from bot.turns.store.words import Indexed

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
_BEGINNING: Final = """
SELECT memory.id, agent_beginnings(concat_ws(' ', memory.subject, version.content))
    || array_to_tsvector(ARRAY[concat(memory.bot_id, ' ', memory.user_id)])
FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE version.version_number = memory.version AND memory.deleted_at IS NULL
"""
"""Selects the id and the indexed words of live memories."""
_INDEX_MORE: Final = text(f"INSERT INTO agent_memory_beginnings (memory_id, words) {_BEGINNING} ON CONFLICT DO NOTHING")
_INDEX: Final = text(
    f"INSERT INTO agent_memory_beginnings (memory_id, words) {_BEGINNING} "
    "AND memory.id = ANY(CAST(:memory_ids AS text[])) ON CONFLICT DO NOTHING"
)

_INDEX_MEMORIES: Final = text(f"""
WITH stored AS (
    SELECT memory.id AS memory_id, concat_ws(' ', memory.subject, version.content) AS text
    FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
    WHERE memory.id = ANY(CAST(:memory_ids AS text[])) AND version.version_number = memory.version
), begun AS (
    INSERT INTO agent_memory_beginnings (memory_id, words) {_BEGINNING} AND memory.id = ANY(CAST(:memory_ids AS text[]))
    ON CONFLICT (memory_id) DO UPDATE SET words = excluded.words WHERE :changed
), noted AS (
    INSERT INTO agent_memory_vectors (memory_id) SELECT memory_id FROM stored CROSS JOIN agent_embedding
    ON CONFLICT (memory_id) DO UPDATE SET vector = NULL WHERE :changed
)
INSERT INTO agent_memory_words (memory_id, words)
SELECT memory_id, to_tsvector(CAST(language AS regconfig), words) || to_tsvector('simple', words)
FROM stored CROSS JOIN agent_search, agent_words_apart(text) AS words
ON CONFLICT (memory_id) DO UPDATE SET words = excluded.words WHERE :changed
""")  # noqa: S608 - only our own words


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


async def index_beginnings(tx: Transaction, memory_ids: Collection[str] | None = None) -> None:
    """Index the beginnings of live memories that are not indexed yet, some or all."""
    if memory_ids is None:
        await tx.connection.execute(_INDEX_MORE)
    else:
        await tx.connection.execute(_INDEX, {"memory_ids": list(memory_ids)})


async def forget_beginnings(tx: Transaction, memory_ids: Collection[str]) -> None:
    """Take memories out of the index of beginnings."""
    of_those = AgentMemoryBeginnings.memory_id == func.any(list(memory_ids))
    await tx.connection.execute(delete(AgentMemoryBeginnings).where(of_those))


def _is_at_beginning(word: str) -> bool:
    return word[0].isalnum() and word[0] < UNPARTED_FROM


def _pattern(word: str) -> ColumnElement[str]:
    """Return the regular expression for a word."""
    begins = r"(^|\W)" if _is_at_beginning(word) else ""
    return func.concat(begins, func.regexp_replace(func.lower(word), r"(\W)", r"\\\1", "g"))


async def index_memories(tx: Transaction, memory_ids: Sequence[str], *, changed: bool = True) -> None:
    """Index the present versions of memories; before the language is set, only the beginnings of their words.

    Unless `changed`, memories already indexed are skipped.
    """
    await tx.connection.execute(_INDEX_MEMORIES, {"memory_ids": list(memory_ids), "changed": changed})
    tx.after_commit(tx.events[TO_EMBED].set)


INDEXED: Final = Indexed(
    "agent_memories", "agent_memory_words", "memory_id", partial(index_memories, changed=False), at_once=500
)
"""Memories for the index of all texts."""
