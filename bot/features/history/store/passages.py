"""Search results as they are shown: statements before questions, answers, and excerpts around the hits."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.search.excerpts import AFTER_HIT, BEFORE_HIT, Excerpt, excerpt, marked
from bot.store.search.ranking import MessageKey
from bot.turns.store.provenance import untrusted_since
from bot.turns.store.words import IS_OTHERS, MESSAGE_TEXT, MOST_CHARACTERS
from bot.turns.values.conversations import UNTIL_THE_END

QUESTION_PLACES: Final = 5
"""Places in a ranking that a question loses to statements."""
_MOST_CHARACTERS: Final = 2_000
"""Most characters of a message read to decide whether it asks something."""
_SENTENCE_END: Final = re.compile(r"(?<=\w{3}[.!])\s+|(?<=[?\uff1f\u061f])\s+|\n+")
_LABEL: Final = re.compile(r"\s*([^\W\d_][^:\n]{0,39}):\s")
_NAME_WORDS: Final = 4
"""Most words of a name."""
_PARTICLE: Final = 3
"""Most letters of a word of a name that begins with a small one."""
_ASKS: Final = re.compile(r"[?\uff1f\u061f]\W*$")

_UTTERANCES: Final = text("""
SELECT turn_id, position, role, left(coalesce(text, content), :most) AS words, said_at
FROM agent_words JOIN agent_messages USING (turn_id, position)
WHERE turn_id = ANY(CAST(:turn_ids AS uuid[]))
ORDER BY turn_id, position
""")
# A turn's messages came in the order of their updates; an update that edits has its message's id.
_PASSAGES: Final = text(f"""
SELECT message.turn_id, message.position, conversation_id, number, message.created_at, message.role,
       ts_headline(
           CAST(language AS regconfig),
           translate(left({MESSAGE_TEXT}, {MOST_CHARACTERS}), '{BEFORE_HIT}{AFTER_HIT}', ''),
           CAST(:marked AS tsquery), 'HighlightAll=true, StartSel={BEFORE_HIT}, StopSel={AFTER_HIT}'
       ) AS words,
       CASE WHEN message.role = 'user' THEN (
           SELECT message_id FROM telegram_updates AS received
           WHERE received.turn_id = message.turn_id AND bot_id = :bot_id AND message_id IS NOT NULL
           GROUP BY message_id ORDER BY min(id) LIMIT 1 OFFSET (
               SELECT count(*) FROM agent_messages AS earlier
               WHERE earlier.turn_id = message.turn_id AND earlier.position < message.position AND earlier.role = 'user'
           )
       ) ELSE (
           SELECT message_id FROM telegram_messages AS sent
           WHERE sent.turn_id = message.turn_id AND bot_id = :bot_id AND part = 0 AND state = 'sent'
           ORDER BY attempt DESC LIMIT 1
       ) END AS message_id,
       message.untrusted AND {IS_OTHERS} AS untrusted
FROM unnest(CAST(:turn_ids AS uuid[]), CAST(:positions AS integer[])) WITH ORDINALITY
    AS found (turn_id, position, place)
JOIN agent_messages AS message USING (turn_id, position)
JOIN agent_turns AS turn ON turn.id = turn_id
JOIN agent_conversations AS conversation ON conversation.id = turn.conversation_id
CROSS JOIN agent_search
ORDER BY place
""")  # noqa: S608 - only our own words


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message with text: whether it is the user's or the assistant's, and whether it asks something.

    Its `speaker` is the name before a colon that it begins with.
    """

    key: MessageKey
    by_user: bool
    asks: bool
    speaker: str = ""
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A search result: an excerpt of a message, and the id of the Telegram message that shows it, or None if unknown.

    It is `untrusted` if it holds untrusted text, or if it is an answer that may repeat what its conversation held.
    """

    key: MessageKey
    conversation: int
    said_at: datetime
    by_user: bool
    excerpt: Excerpt
    message_id: int | None
    untrusted: bool


async def utterances(tx: Transaction, keys: Collection[MessageKey]) -> list[Utterance]:
    """Return all messages with text in the turns of some messages, in order."""
    turn_ids = list({turn_id for turn_id, _ in keys})
    rows = await tx.connection.execute(_UTTERANCES, {"turn_ids": turn_ids, "most": _MOST_CHARACTERS})
    return [
        Utterance(
            (row.turn_id, row.position),
            row.role == "user",
            asks(row.words),
            label(row.words),
            row.said_at,
        )
        for row in rows
    ]


async def passages(
    tx: Transaction, owner: Owner, found: Sequence[MessageKey], queries: Sequence[str], most: int
) -> list[Passage]:
    """Return excerpts of messages, each of about `most` characters, with the hits of any query."""
    values = {
        "bot_id": owner.bot_id,
        "turn_ids": [turn_id for turn_id, _ in found],
        "positions": [position for _, position in found],
        "marked": " | ".join(f"({query})" for query in queries),
    }
    rows = (await tx.connection.execute(_PASSAGES, values)).all()
    since = await untrusted_since(tx, {row.conversation_id for row in rows})
    return [
        Passage(
            key=(row.turn_id, row.position),
            conversation=row.number,
            said_at=row.created_at,
            by_user=row.role == "user",
            excerpt=excerpt(row.words if BEFORE_HIT in row.words else marked(row.words, queries), most),
            message_id=row.message_id,
            untrusted=row.untrusted
            or (row.role == "assistant" and row.turn_id >= since.get(row.conversation_id, UNTIL_THE_END)),
        )
        for row in rows
    ]


def asks(words: str) -> bool:
    """Return whether most words of a text are in questions. Pure."""
    sentences = _SENTENCE_END.split(words)
    asking = sum(len(sentence.split()) for sentence in sentences if _ASKS.search(sentence))
    return 2 * asking > len(words.split())


def label(words: str) -> str:
    """Return the name before a colon that a text begins with, as in a copied chat, or "". Pure.

    A name has few words, and begins each with a capital letter where letters have any, but for short ones ("van der").
    "I signed the lease:" is none.
    """
    found = _LABEL.match(words)
    name = found[1].split() if found else []
    rest = [word for word in name if word[0].islower() and len(word) > _PARTICLE]
    return " ".join(name) if len(name) == 1 or (len(name) <= _NAME_WORDS and not rest) else ""


def statements_first(found: Sequence[MessageKey], spoken: Sequence[Utterance]) -> list[MessageKey]:
    """Return messages in their order, with questions moved back by `QUESTION_PLACES`. Pure."""
    asking = {it.key for it in spoken if it.asks}
    places = {key: place + QUESTION_PLACES * (key in asking) for place, key in enumerate(found)}
    return sorted(found, key=lambda key: (places[key], key in asking))


def in_exchanges(found: Sequence[MessageKey], spoken: Sequence[Utterance]) -> list[list[Utterance]]:
    """Return each found message with its answer, or with the message that it answers, each once. Pure.

    The answer is a turn's last message. If it answers several messages, it comes with one that was found.
    """
    of_turn = {turn_id: list(turn) for turn_id, turn in groupby(spoken, key=lambda it: it.key[0])}
    known = {it.key: it for it in spoken}
    left = [key for key in found if key in known]
    exchanges: list[list[Utterance]] = []
    while left:
        hit, turn = known[left[0]], of_turn[left[0][0]]
        answer = turn[-1]
        exchange = [hit]
        if hit.by_user and not answer.by_user:
            exchange = [hit, answer]
        elif hit is answer and not hit.by_user:
            answered = [it for it in turn if it.by_user]
            named = [it for it in answered if it.key in left] or answered[-1:]
            exchange = [*named[:1], hit]
        shown = {it.key for it in exchange}
        left = [key for key in left if key not in shown]
        exchanges.append(exchange)
    return exchanges


def worth_showing(
    exchange: Sequence[Utterance], shown: Mapping[MessageKey, Passage], found: Collection[MessageKey]
) -> list[Passage]:
    """Return the passages of an exchange to show. Pure.

    A question is left out if its answer holds the same hits. A statement and its answer are shown if they were found,
    the answer only if it adds hits.
    """
    passages = [shown[it.key] for it in exchange]
    if len(exchange) == 1:
        return passages
    first, answer = exchange
    hits, answers_hits = (_hits(passage) for passage in passages)
    if first.asks:
        return passages[1:] if hits and _are_among(hits, answers_hits) else passages
    if first.key not in found:
        return passages[1:]
    return passages if answer.key in found and not _are_among(answers_hits, hits) else passages[:1]


def _hits(passage: Passage) -> set[str]:
    return {passage.excerpt.text[first:last].casefold() for first, last in passage.excerpt.hits}


def _are_among(hits: Collection[str], others: Collection[str]) -> bool:
    """Return whether each hit is among others, perhaps with another ending."""
    return all(any(hit.startswith(other) or other.startswith(hit) for other in others) for hit in hits)
