"""Questions and answers among messages that were found: statements come first, and each exchange comes once."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sqlalchemy import ARRAY, Uuid, bindparam, text

from bot.database.engine import Transaction
from bot.database.search.passages import Passage
from bot.database.search.surroundings import MessageKey

QUESTION_PLACES: Final = 5
"""Places in a ranking that a question loses to statements."""
_MOST_CHARACTERS: Final = 2_000
"""Characters of a message that are read to tell whether it asks."""

_SENTENCE_END: Final = re.compile(r"(?<=\w{3}[.!])\s+|(?<=[?\uff1f\u061f])\s+|\n+")
_ASKS: Final = re.compile(r"[?\uff1f\u061f]\W*$")
_SAID: Final = text("""
SELECT turn_id, position, role, left(coalesce(text, content), :most) AS words
FROM agent_words JOIN agent_messages USING (turn_id, position)
WHERE turn_id = ANY(:turn_ids)
ORDER BY turn_id, position
""").bindparams(bindparam("turn_ids", type_=ARRAY(Uuid)))


@dataclass(frozen=True, slots=True)
class Said:
    """A message in words: whose it is, and whether it asks something."""

    key: MessageKey
    by_user: bool
    asks: bool


def asks(words: str) -> bool:
    """Tell whether most words of a text stand in questions. Pure."""
    sentences = _SENTENCE_END.split(words)
    asking = sum(len(sentence.split()) for sentence in sentences if _ASKS.search(sentence))
    return 2 * asking > len(words.split())


async def said_in(tx: Transaction, keys: Collection[MessageKey]) -> list[Said]:
    """Return all that was said in words in the turns of some messages, in order."""
    rows = await tx.connection.execute(
        _SAID, {"turn_ids": list({turn_id for turn_id, _ in keys}), "most": _MOST_CHARACTERS}
    )
    return [Said((row.turn_id, row.position), row.role == "user", asks(row.words)) for row in rows]


def statements_first(found: Sequence[MessageKey], said: Sequence[Said]) -> list[MessageKey]:
    """Return messages in their order, but questions some places further back. Pure."""
    asking = {it.key for it in said if it.asks}
    places = {key: place + QUESTION_PLACES * (key in asking) for place, key in enumerate(found)}
    return sorted(found, key=lambda key: (places[key], key in asking))


def exchanges(found: Sequence[MessageKey], said: Sequence[Said]) -> list[list[Said]]:
    """Return each message that was found with its answer, or with what it answers, once. Pure.

    An answer is the last thing said in a turn. Of several messages that it answers, it stands with one that was found.
    """
    of_turn = {turn_id: list(turn) for turn_id, turn in groupby(said, key=lambda it: it.key[0])}
    known = {it.key: it for it in said}
    left = dict.fromkeys(key for key in found if key in known)
    told: list[list[Said]] = []
    while left:
        hit = known[next(iter(left))]
        exchange = _exchange(hit, of_turn[hit.key[0]], left)
        told.append(exchange)
        for it in exchange:
            left.pop(it.key, None)
    return told


def _exchange(hit: Said, turn: Sequence[Said], left: Mapping[MessageKey, None]) -> list[Said]:
    answer = turn[-1] if not turn[-1].by_user else None
    if hit.by_user:
        return [hit, answer] if answer else [hit]
    answered = [it for it in turn if it.by_user] if hit is answer else []
    named = [it for key in left for it in answered if it.key == key] or answered[-1:]
    return [*named[:1], hit]


def worth_showing(
    exchange: Sequence[Said], told: Mapping[MessageKey, Passage], found: Collection[MessageKey]
) -> list[Passage]:
    """Return what is shown of an exchange. Pure.

    A question is left out where its answer holds the same hits. Of a statement and the answer to it, what was found is
    shown, but the answer only if it adds hits.
    """
    passages = [told[it.key] for it in exchange]
    if len(exchange) == 1:
        return passages
    said, answer = exchange
    hits, answers_hits = (_hits(passage) for passage in passages)
    if said.asks:
        return passages[1:] if hits and _are_among(hits, answers_hits) else passages
    if said.key not in found:
        return passages[1:]
    return passages if answer.key in found and not _are_among(answers_hits, hits) else passages[:1]


def _hits(passage: Passage) -> set[str]:
    return {passage.excerpt.text[first:last].casefold() for first, last in passage.excerpt.hits}


def _are_among(hits: Collection[str], others: Collection[str]) -> bool:
    """Tell whether each hit is among others, perhaps with another ending."""
    return all(any(hit.startswith(other) or other.startswith(hit) for other in others) for hit in hits)
