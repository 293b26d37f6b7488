"""Similar texts: memories like a new one, offers like a fact, and texts that share a content word."""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import text

from bot.kit.function_words import USER, user_words, without_function_words
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.memory.store.search import compare_with_next
from bot.store.engine import Transaction
from bot.store.search.lexemes import Lexemes
from bot.store.search.ranking import Fit, above_others, rarity

SHARED: Final = 0.5
"""Least share of a text's words, weighted by rarity, in a similar memory."""
ABOVE_OTHERS: Final = 0.35
"""Least nearness of a similar memory's embedding above that of others, from 0 to 1."""
_IMAGINED: Final = 20
"""Memories without the words added to the count, since among few memories every word seems frequent."""
_FORM: Final = 4
"""Common first letters of two forms of one word."""
# The language is known after indexing has begun; "simple" has no stop words.
_CONTENT_WORDS: Final = text("""
SELECT tsvector_to_array(to_tsvector(language, agent_words_apart(given))) AS words
FROM (SELECT CAST(coalesce((SELECT language FROM agent_search), 'simple') AS regconfig) AS language) AS config,
     unnest(CAST(:texts AS text[])) WITH ORDINALITY AS texts (given, place)
ORDER BY place
""")
# "The user" is in nearly every fact, but hardly ever in a user's message.
_LEXEMES: Final = "to_tsvector(CAST(coalesce(language, 'simple') AS regconfig), agent_words_apart({}))"
_OFFERED_WORDS: Final = f"tsvector_to_array(ts_delete({_LEXEMES}, tsvector_to_array({_LEXEMES.format(':the_user')})))"
_OFFERED: Final = f"""
SELECT offer.*, {_OFFERED_WORDS.format(":content")} AS wanted, {_OFFERED_WORDS.format("content")} AS lexemes,
       lower(content) = lower(:content) AS is_same
FROM (
    SELECT *, CASE WHEN family = 'memory' AND (offer_id IS NOT NULL OR undo IS NULL)
        THEN CAST(arguments AS json) ->> 'content' END AS content
    FROM agent_acts WHERE bot_id = :bot_id AND user_id = :user_id
) AS offer LEFT JOIN agent_search ON true
WHERE content IS NOT NULL
AND (replaced_by IS NULL OR state = 'done')
AND NOT (
    state IN ('offered', 'waiting')
    AND EXISTS (SELECT FROM agent_turns AS turn WHERE turn.id = offer.turn_id AND turn.state = 'superseded')
)
"""  # noqa: S608 - only our own words
_WAS_OFFERED: Final = text(f"""
WITH offered AS ({_OFFERED} AND (offer_id IS NOT NULL OR turn_id = :turn_id))
SELECT EXISTS (
    SELECT FROM offered
    WHERE (is_same OR (wanted <@ lexemes OR lexemes <@ wanted) AND cardinality(wanted) > 0 AND cardinality(lexemes) > 0)
    AND (
        state IN ('offered', 'declined') AND NOT untrusted
        OR NOT wanted <@ ARRAY(
            SELECT unnest(tsvector_to_array(spoken.words))
            FROM agent_words AS spoken
            JOIN agent_messages AS message USING (turn_id, position)
            JOIN agent_turns AS turn ON turn.id = turn_id
            WHERE turn.conversation_id = :conversation_id AND said_at > offered.created_at
            AND message.role = 'user' AND NOT message.untrusted
        )
    )
)
""")  # noqa: S608 - only our own words
_ANSWERED_OFFERS: Final = text(f"""
WITH offered AS ({_OFFERED} AND state = 'offered' AND name = 'add_to_memory' AND turn_id IS NOT NULL)
SELECT id FROM offered WHERE is_same OR lexemes <@ wanted AND cardinality(lexemes) > 0
""")  # noqa: S608 - only our own words


async def alike(tx: Transaction, owner: Owner, content: str, embedding: Embedding | None) -> list[str]:
    """Return the ids of the owner's live memories similar to a text, the most similar first.

    Function words don't count. Words for the user, which nearly every memory has, only count beside others.
    """
    words, light = without_function_words(content), user_words(content)
    lexemes, memories, near = await compare_with_next(tx, owner, words, embedding, light=light).found(tx)
    shared, above = _shared(lexemes, memories), above_others(near)
    likeness = {key: max(shared.get(key, 0) / SHARED, above.get(key, 0) / ABOVE_OTHERS) for key in shared | above}
    return sorted((key for key in likeness if likeness[key] >= 1), key=likeness.__getitem__, reverse=True)


def _shared(lexemes: Lexemes, memories: Sequence[Fit[str]]) -> dict[str, float]:
    """Return the share of a text's words in each memory.

    Words are weighted by their rarity, singly or together: if a single memory says where the user lives, the pair of
    words is rare although each word is common. Light words weigh only so. New words count as if one text held them.
    """
    holding = Counter(memory.words for memory in memories)
    of = lexemes.texts + _IMAGINED
    weights = [0 if at in lexemes.light else rarity(found, of) for at, found in enumerate(lexemes.found)]
    whole = sum(weights) + lexemes.unknown * rarity(1, of)
    shares: dict[frozenset[int], float] = {}
    for words in holding:
        apart = sum(weights[word] for word in words)
        if not apart:
            continue
        jointly = rarity(sum(number for held, number in holding.items() if words <= held), of)
        shares[words] = max(apart / whole, jointly / (jointly + whole - apart))
    return {memory.key: shares[memory.words] for memory in memories if memory.words in shares}


async def was_offered(
    tx: Transaction, owner: Owner, content: str, conversation_id: UUID, turn_id: UUID | None = None
) -> bool:
    """Return whether an earlier offer, or one of this turn, had all words of a fact, or the fact all words of it.

    An offer that was undone, or that untrusted text led to, doesn't count once the user has said all of the fact's
    words in a conversation after it. Any other offer, even one without a press, is the last one.
    """
    values = {**_offered(owner, content), "conversation_id": conversation_id, "turn_id": turn_id}
    return bool(await tx.connection.scalar(_WAS_OFFERED, values))


async def answered_offers(tx: Transaction, owner: Owner, content: str) -> list[UUID]:
    """Return the ids of the offers in answers that wait for a button and say nothing that this text doesn't say."""
    return list(await tx.connection.scalars(_ANSWERED_OFFERS, _offered(owner, content)))


def _offered(owner: Owner, content: str) -> dict[str, object]:
    """Return the values that offers are compared by."""
    return {**owner.columns, "content": content, "the_user": " ".join(USER.values())}


async def content_words(tx: Transaction, texts: Sequence[str]) -> list[frozenset[str]]:
    """Return the stems of each text's content words, without function words and words for the user.

    Languages without spaces have pairs of letters.
    """
    rows = await tx.connection.scalars(_CONTENT_WORDS, {"texts": [without_function_words(it) for it in texts]})
    return [frozenset(word[:_FORM] for word in words) for words in rows]


def are_related(words: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether two texts share a content word; True if one has none."""
    return not (words and others and words.isdisjoint(others))
