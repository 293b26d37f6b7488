"""Conversation search by words and by embedding."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from sqlalchemy import TextClause, text

from bot.features.history.store.dates import periods
from bot.features.history.store.passages import (
    QUESTION_PLACES,
    Passage,
    Utterance,
    in_exchanges,
    passages,
    statements_first,
    utterances,
    worth_showing,
)
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.store.search.lexemes import MOST_CANDIDATES, MOST_CHARACTERS_ASKED, Lexemes, ask_lexemes, read_lexemes
from bot.store.search.ranking import (
    AROUND,
    SATURATION,
    SHORTNESS,
    Fit,
    MessageKey,
    best_first,
    by_embedding_around,
    by_words_around,
    combined,
    latest_first,
    nearest,
)
from bot.turns.store import turns as stored_turns
from bot.turns.store.vectors import distance, literal, nearest_messages
from bot.turns.store.words import owners_year
from bot.turns.values.conversations import Conversation

ENOUGH: Final = 3
"""Fewest matches of all words together; below, matches of any word are added."""

_CENTRES: Final = 50
"""Most matching messages compared, each with its context window."""
_MOST_PERIODS: Final = 2
"""Most days or months of a query whose messages are searched on their own, too."""
FINER: Final = 100
"""Most messages that are ranked again."""
_BY_THE_NAMED: Final = 1.5
"""Factor for the score of a message by a person whom the query names."""
_SAID_THEN: Final = 2.0
"""Factor for the score of a message of a day or month that the query names."""
_LIKE: Final = 0.5
"""Least share of an earlier message's score that a later one has to have to go before it."""
_REORDERED: Final = 10
"""Most messages among which a later one goes before those that it replaces."""
_WORD: Final = re.compile(r"\w+")
_EXCLUDED: Final = re.compile(r'(?:^|(?<=\s))-(?:"[^"]*"?|\S+)')
_QUOTATION_MARKS: Final = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
_FIRST_DAY: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_DAY: Final = datetime(9999, 1, 1, tzinfo=UTC)

_REACH: Final = 2 * AROUND
"""Messages read on each side, so that each scored message has its context window."""
_READ: Final = text("""
SELECT is_done,
       CAST(websearch_to_tsquery(CAST(language AS regconfig), agent_words_apart(:words)) AS text) AS in_language,
       CAST(websearch_to_tsquery('simple', agent_words_apart(:words)) AS text) AS as_they_stand,
       CAST(websearch_to_tsquery(CAST(language AS regconfig), agent_words_apart(:excluded)) AS text) AS without
FROM agent_search
""")
# Matches are searched year by year, the last one first, until there are enough, so that those of a frequent word in
# earlier years are never read.
_BEST: Final = f"""
SELECT DISTINCT turn_id, position, said_at, {{rank}} AS rank
FROM unnest(CAST(:fitting AS tsquery[])) AS fitting (query) CROSS JOIN LATERAL (
    SELECT of_year.*
    FROM generate_series(
        date_trunc('year', timezone('UTC', least(:before, now() + interval '1 day'))),
        date_trunc('year', timezone('UTC', greatest(:after, (
            SELECT started_at - interval '1 day' FROM agent_conversations
            WHERE bot_id = :bot_id AND user_id = :user_id ORDER BY number LIMIT 1
        )))),
        interval '-1 year'
    ) AS years (year) CROSS JOIN LATERAL (
        SELECT turn_id, position, said_at, words FROM agent_words
        WHERE words @@ (query && CAST(quote_literal({owners_year(":bot_id", ":user_id", "year")}) AS tsquery))
        AND said_at >= :after AND said_at < :before AND turn_id <> ALL(CAST(:in_prompt AS uuid[]))
        ORDER BY said_at DESC LIMIT {MOST_CANDIDATES}
    ) AS of_year
    LIMIT {MOST_CANDIDATES}
) AS newest
ORDER BY rank DESC, said_at DESC, turn_id, position LIMIT :most
"""  # noqa: S608 - only our own words
# Shorter texts rank higher (1): https://www.postgresql.org/docs/18/textsearch-controls.html.
_RANK: Final = "(SELECT sum(ts_rank(words, wanted, 1)) FROM unnest(CAST(:ranking AS tsquery[])) AS wanted)"
# BM25 of a message without its context.
_RARITY: Final = f"""
(SELECT sum(weight) FROM unnest(CAST(:ranking AS tsquery[]), CAST(:weights AS float[])) AS ranking (wanted, weight)
 WHERE words @@ wanted)
/ (1 + {SATURATION} * (1 - {SHORTNESS} + {SHORTNESS} * length(words) / avg(length(words)) OVER ()))
"""  # noqa: S608 - only our own words
_BY_RANK: Final = text(_BEST.format(rank=_RANK))
_BY_RARITY: Final = text(_BEST.format(rank=_RARITY))
_WINDOWS: Final = """
WITH centres AS (
    SELECT number, turn_id, position, conversation_id
    FROM unnest(CAST(:turn_ids AS uuid[]), CAST(:positions AS integer[])) WITH ORDINALITY
        AS centre (turn_id, position, number)
    JOIN agent_turns ON agent_turns.id = turn_id
), near AS (
    SELECT conversation_id, message.turn_id, message.position,
           row_number() OVER (PARTITION BY number ORDER BY message.turn_id, message.position) = 1 AS is_first
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
    ) AS message
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


def excluded(words: str) -> str:
    """Return the words of a query that matches are to be without, with their signs."""
    return " ".join(_EXCLUDED.findall(words))


def included(words: str) -> str:
    """Return a query without the words that matches are to be without."""
    return _EXCLUDED.sub(" ", words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A query: words in the syntax of websearch_to_tsquery, their embedding if known, and limits of time."""

    words: str
    embedding: Embedding | None = None
    after: datetime | None = None
    before: datetime | None = None


async def search(
    tx: Transaction,
    owner: Owner,
    wanted: Wanted,
    *,
    limit: int,
    most: int,
    skip: int = 0,
    together: bool = True,
    shown: Conversation | None = None,
) -> list[Passage]:
    """Return at most `limit` of the best passages after the first `skip`, of about `most` characters each.

    With `together`, passages with all words come first. Passages with any word or a near embedding follow if those are
    few, or if the embedding is known. Messages in the prompt of the `shown` conversation are left out.
    """
    last = skip + limit
    found, queries = await _found(tx, owner, wanted, last + QUESTION_PLACES, together=together, shown=shown)
    return await passages(tx, owner, found[skip:last], queries, most)


async def exchanges(tx: Transaction, owner: Owner, wanted: Wanted, *, limit: int, most: int) -> list[list[Passage]]:
    """Return the passages of `search`, each with its question or answer, if that adds something.

    An answer that only repeats its question is left out.
    """
    found, queries = await _found(tx, owner, wanted, 2 * limit + QUESTION_PLACES)
    several = in_exchanges(found, await utterances(tx, found))[:limit]
    keys = [it.key for exchange in several for it in exchange]
    shown = {passage.key: passage for passage in await passages(tx, owner, keys, queries, most)}
    return [worth_showing(exchange, shown, found) for exchange in several]


async def _found(
    tx: Transaction,
    owner: Owner,
    wanted: Wanted,
    most: int,
    *,
    shown: Conversation | None = None,
    together: bool = True,
) -> tuple[list[MessageKey], Sequence[str]]:
    """Return the best messages and their queries, those with all words first if `together`."""
    plain = wanted.words.translate(_QUOTATION_MARKS)
    words = plain[:MOST_CHARACTERS_ASKED]
    values = {"words": words, "excluded": excluded(words)}
    read = (await tx.connection.execute(_READ, values)).one_or_none()
    readings = [query for query in dict.fromkeys((read.in_language, read.as_they_stand)) if query] if read else []
    if not read or not readings:
        return [], ()
    limits = {
        **owner.columns,
        "after": wanted.after or _FIRST_DAY,
        "before": wanted.before or _LAST_DAY,
        "in_prompt": await stored_turns.in_prompt(tx, shown) if shown else [],
        "without": read.without,
    }
    found, spoken = list[MessageKey](), list[Utterance]()
    if together:
        # Unstemmed words help only if all words are stop words of the language, and for messages not indexed yet.
        fitting = readings[:1] if read.is_done else readings
        found = await _best(tx, _BY_RANK, {**limits, "fitting": fitting, "ranking": readings, "most": most})
        spoken = await utterances(tx, found)
        if sum(not it.asks for it in spoken if it.key in found) >= ENOUGH and not wanted.embedding:
            return statements_first(found, spoken), readings[:1]
    lexemes = await read_lexemes(tx, ask_lexemes(tx, "agent_words", included(plain)))
    fits, also_spoken = await _nearest(tx, owner, included(plain), wanted, lexemes, limits)
    if together:
        near = nearest({fit.key: fit.nearness for fit in fits if fit.nearness is not None})
        fits = [fit for fit in fits if fit.words or fit.key in near]
    found = list(dict.fromkeys([*found, *(fit.key for fit in fits)]))[:most]
    queries = [*readings[:1], *lexemes.queries] if together else lexemes.queries
    return statements_first(found, [*spoken, *also_spoken]), queries


async def _nearest(
    tx: Transaction,
    owner: Owner,
    asked: str,
    wanted: Wanted,
    lexemes: Lexemes,
    limits: Mapping[str, object],
) -> tuple[list[Fit[MessageKey]], list[Utterance]]:
    """Return the messages nearest to the words and to the embedding, the nearest first, and the first ones' turns."""
    after, before = wanted.after or _FIRST_DAY, wanted.before or _LAST_DAY
    ranking = {"fitting": lexemes.fitting, "ranking": lexemes.queries, "weights": lexemes.weights, "most": _CENTRES}
    centres = dict.fromkeys(await _best(tx, _BY_RARITY, {**limits, **ranking}))
    for begins, ends in periods(asked)[:_MOST_PERIODS]:
        within = {"after": max(begins, after), "before": min(ends, before)}
        centres |= dict.fromkeys(await _best(tx, _BY_RARITY, {**limits, **ranking, **within}))
    if wanted.embedding:
        centres |= dict.fromkeys(await nearest_messages(tx, owner, wanted.embedding))
    runs = await _windows(tx, list(centres), lexemes.queries, wanted.embedding, limits)
    fits = {fit.key: fit for run in runs for fit in run}
    scores = combined(by_words_around(runs, lexemes.weights), by_embedding_around(runs))
    ranked = best_first(scores)
    spoken = await utterances(tx, ranked[:FINER])
    finer = finely_ranked({key: scores[key] for key in ranked[:FINER]}, spoken, asked, fits, len(lexemes.queries))
    return [fits[key] for key in [*finer, *ranked[FINER:]]], spoken


async def _best(tx: Transaction, statement: TextClause, asked: Mapping[str, object]) -> list[MessageKey]:
    return [(row.turn_id, row.position) for row in await tx.connection.execute(statement, asked)]


@lru_cache
def _windows_statement(dimensions: int | None) -> TextClause:
    """Return the statement that reads context windows, with the nearness of vectors of these dimensions, if any."""
    columns = ("vector", "with_before")
    nearness = [f"1 - ({distance(column, dimensions)})" if dimensions else "NULL" for column in columns]
    return text(_WINDOWS.format(nearness=nearness[0], with_before=nearness[1]))


async def _windows(
    tx: Transaction,
    centres: Sequence[MessageKey],
    queries: Sequence[str],
    embedding: Embedding | None,
    limits: Mapping[str, object],
) -> list[list[Fit[MessageKey]]]:
    """Return the context windows of messages as runs that don't overlap, with the fit of each message.

    Messages outside the `limits` are marked as excluded: sent before `after`, not before `before`, of a turn
    `in_prompt`, or not matching `without` (tsquery).
    """
    asked = {
        **limits,
        "turn_ids": [turn_id for turn_id, _ in centres],
        "positions": [position for _, position in centres],
        "queries": queries,
        "reach": _REACH,
        "wanted": literal(embedding) if embedding else None,
    }
    rows = await tx.connection.execute(_windows_statement(len(embedding.vector) if embedding else None), asked)
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


def finely_ranked(
    scores: Mapping[MessageKey, float],
    spoken: Sequence[Utterance],
    asked: str,
    fits: Mapping[MessageKey, Fit[MessageKey]],
    words: int,
) -> list[MessageKey]:
    """Return messages by their scores, the best first.

    Those by a person whom the query names, and of a day or month that it names, score higher. Among the first, a later
    statement goes before an earlier one of the same person if both hold all of the query's `words`.
    """
    said = {it.key: it for it in spoken}
    names, times = set(_WORD.findall(asked.casefold())), periods(asked)
    favoured = {key: score * _favour(said.get(key), names, times) for key, score in scores.items()}
    ranked = best_first(favoured)
    replaces = _replacement(favoured, said, fits, words)
    return latest_first(ranked[:_REORDERED], replaces) + ranked[_REORDERED:]


def _favour(it: Utterance | None, names: set[str], times: Sequence[tuple[datetime, datetime]]) -> float:
    if it is None:
        return 1.0
    by_the_named = not names.isdisjoint(_WORD.findall(it.speaker.casefold()))
    said_then = it.said_at is not None and any(begins <= it.said_at < ends for begins, ends in times)
    return (_BY_THE_NAMED if by_the_named else 1.0) * (_SAID_THEN if said_then else 1.0)


def _replacement(
    scores: Mapping[MessageKey, float],
    said: Mapping[MessageKey, Utterance],
    fits: Mapping[MessageKey, Fit[MessageKey]],
    words: int,
) -> Callable[[MessageKey, MessageKey], bool]:
    """Return what tells whether a message replaces another one."""

    def replaces(key: MessageKey, other: MessageKey) -> bool:
        later, earlier = said.get(key), said.get(other)
        return (
            key > other
            and later is not None
            and earlier is not None
            and (later.by_user, later.speaker, later.asks) == (earlier.by_user, earlier.speaker, False)
            and 0 < words == len(fits[key].words) == len(fits[other].words)
            and scores[key] >= _LIKE * scores[other]
        )

    return replaces
