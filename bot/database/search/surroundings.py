"""What was said around messages, in the same conversation, and how all of it fits what is looked for."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from sqlalchemy import TextClause, text

from bot.database.engine import Transaction
from bot.database.search.ranking import AROUND, Fit, MessageKey
from bot.database.search.vectors import distance, literal
from bot.values import Embedding

_REACH: Final = 2 * AROUND
"""Messages read on each side, so that each scored message has its own context window."""
_READ: Final = """
WITH centres AS (
    SELECT number, turn_id, position, conversation_id
    FROM unnest(CAST(:turn_ids AS uuid[]), CAST(:positions AS integer[])) WITH ORDINALITY
        AS centre (turn_id, position, number)
    JOIN agent_turns ON agent_turns.id = turn_id
), near AS (
    SELECT conversation_id, said.turn_id, said.position,
           row_number() OVER (PARTITION BY number ORDER BY said.turn_id, said.position) = 1 AS is_first
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
), messages AS (
    SELECT conversation_id, turn_id, position, bool_and(is_first) AS begins_run
    FROM near GROUP BY conversation_id, turn_id, position
)
SELECT turn_id, position, begins_run, {nearness} AS nearness, {with_before} AS with_before, length(words) AS length,
       ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words,
       said_at < :after OR said_at >= :before OR turn_id = ANY(CAST(:in_prompt AS uuid[]))
       OR (:without <> '' AND NOT words @@ CAST(:without AS tsquery)) AS excluded
FROM messages JOIN agent_words USING (turn_id, position)
LEFT JOIN agent_message_vectors AS vectors USING (turn_id, position)
ORDER BY conversation_id, turn_id, position
"""


@lru_cache
def _statement(dimensions: int | None) -> TextClause:
    """Return the statement that reads messages, with how near they come in vectors of this many numbers, if at all."""
    columns = ("vector", "with_before")
    nearness = [f"1 - ({distance(column, dimensions)})" if dimensions else "NULL" for column in columns]
    return text(_READ.format(nearness=nearness[0], with_before=nearness[1]))


async def surroundings(
    tx: Transaction,
    centres: Sequence[MessageKey],
    queries: Sequence[str],
    embedding: Embedding | None,
    limits: Mapping[str, object],
) -> list[list[Fit[MessageKey]]]:
    """Return the messages around some, in runs that do not overlap, and how each of them fits queries and a meaning.

    Excluded is what the `limits` keep out: said before `after`, not `before`, in a turn `in_prompt`, or not fitting
    `without` (tsquery).
    """
    asked = {
        **limits,
        "turn_ids": [turn_id for turn_id, _ in centres],
        "positions": [position for _, position in centres],
        "queries": queries,
        "reach": _REACH,
        "wanted": literal(embedding) if embedding else None,
    }
    rows = await tx.connection.execute(_statement(len(embedding.vector) if embedding else None), asked)
    runs: list[list[Fit[MessageKey]]] = []
    for row in rows:
        if row.begins_run:
            runs.append([])
        fit = Fit(
            key=(row.turn_id, row.position),
            words=frozenset(row.words),
            length=row.length,
            nearness=row.nearness,
            with_before=row.with_before,
            excluded=row.excluded,
        )
        runs[-1].append(fit)
    return runs
