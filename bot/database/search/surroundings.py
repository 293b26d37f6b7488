"""What was said around messages, in the same conversation, and how all of it fits what is looked for."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final, TypeAlias
from uuid import UUID

from sqlalchemy import ARRAY, Integer, Text, TextClause, Uuid, bindparam, text

from bot.database.engine import Transaction
from bot.database.search.ranking import AROUND, Fit
from bot.values import Embedding, Vector

MessageKey: TypeAlias = tuple[UUID, int]
"""A message's turn, and its position in it."""
Run: TypeAlias = Sequence[Fit[MessageKey]]
"""Messages of one conversation that follow each other."""

_REACH: Final = 2 * AROUND
"""Messages read on each side, so that each scored message has its own context window."""
_READ: Final = """
WITH centres AS (
    SELECT number, turn_id, position, conversation_id
    FROM unnest(:turn_ids, :positions) WITH ORDINALITY AS centre (turn_id, position, number)
    JOIN agent_turns ON agent_turns.id = turn_id
), near AS (
    SELECT number, said.turn_id, said.position
    FROM centres AS centre CROSS JOIN LATERAL (
        (SELECT words.turn_id, words.position
         FROM agent_turns AS turn JOIN agent_words AS words ON words.turn_id = turn.id
         WHERE turn.conversation_id = centre.conversation_id AND turn.id <= centre.turn_id
         AND (words.turn_id, words.position) <= (centre.turn_id, centre.position)
         ORDER BY turn.id DESC, words.position DESC LIMIT :reach + 1)
        UNION ALL
        (SELECT words.turn_id, words.position
         FROM agent_turns AS turn JOIN agent_words AS words ON words.turn_id = turn.id
         WHERE turn.conversation_id = centre.conversation_id AND turn.id >= centre.turn_id
         AND (words.turn_id, words.position) > (centre.turn_id, centre.position)
         ORDER BY turn.id, words.position LIMIT :reach)
    ) AS said
), fits AS MATERIALIZED (
    SELECT turn_id, position, {nearness} AS nearness, {with_before} AS with_before, length(words) AS length, ARRAY(
               SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
               WHERE words @@ query
           ) AS words,
           said_at < :after OR said_at >= :before
           OR (:excluded <> '' AND NOT words @@ CAST(:excluded AS tsquery)) AS is_shown
    FROM (SELECT DISTINCT turn_id, position FROM near) AS messages JOIN agent_words USING (turn_id, position)
    LEFT JOIN agent_message_vectors AS vectors USING (turn_id, position)
)
SELECT number, turn_id, position, nearness, with_before, length, words, is_shown
FROM near JOIN fits USING (turn_id, position)
ORDER BY number, turn_id, position
"""
_NEARNESS: Final = "1 - (CAST(vectors.{column} AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions})))"


@lru_cache
def _statement(dimensions: int | None) -> TextClause:
    """Return the statement that reads messages, with how near they come in vectors of so many numbers, if at all."""
    columns = ("vector", "with_before")
    nearness = [_NEARNESS.format(column=column, dimensions=dimensions) if dimensions else "NULL" for column in columns]
    return text(_READ.format(nearness=nearness[0], with_before=nearness[1])).bindparams(
        bindparam("turn_ids", type_=ARRAY(Uuid)),
        bindparam("positions", type_=ARRAY(Integer)),
        bindparam("queries", type_=ARRAY(Text)),
    )


async def surroundings(
    tx: Transaction,
    centres: Sequence[MessageKey],
    queries: Sequence[str],
    embedding: Embedding | None,
    *,
    excluded: str,
    after: datetime,
    before: datetime,
) -> list[Run]:
    """Return the messages around some, in runs that do not overlap, and how each of them fits queries and a meaning.

    What is excluded by a query, or was said before or after these times, is taken for shown.
    """
    values = {"wanted": literal(embedding.vector)} if embedding else {}
    rows = await tx.connection.execute(
        _statement(len(embedding.vector) if embedding else None),
        {
            **values,
            "turn_ids": [turn_id for turn_id, _ in centres],
            "positions": [position for _, position in centres],
            "queries": list(queries),
            "excluded": excluded,
            "after": after,
            "before": before,
            "reach": _REACH,
        },
    )
    runs = [
        [
            Fit(
                key=(row.turn_id, row.position),
                words=frozenset(row.words),
                length=row.length,
                nearness=row.nearness,
                with_before=row.with_before,
                is_shown=row.is_shown,
            )
            for row in run
        ]
        for _, run in groupby(rows, key=lambda row: row.number)
    ]
    return _joined(runs)


def literal(vector: Vector) -> str:
    """Write a vector as pgvector reads it."""
    return f"[{','.join(map(str, vector))}]"


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Join runs that overlap, each of a stretch of one conversation."""
    fits = {fit.key: fit for run in runs for fit in run}
    behind = {fit.key: following.key for run in runs for fit, following in pairwise(run)}
    firsts = fits.keys() - set(behind.values())
    return [[fits[key] for key in _chain(first, behind)] for first in sorted(firsts)]


def _chain(first: MessageKey, behind: Mapping[MessageKey, MessageKey]) -> list[MessageKey]:
    chain = [first]
    while chain[-1] in behind:
        chain.append(behind[chain[-1]])
    return chain
