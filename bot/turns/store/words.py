"""The full-text index of messages, and of other texts that are named to it, rebuilt when the language changes.

`agent_words_apart` (migration 0011) prepares all texts and queries: it replaces marks outside ASCII by spaces, and
splits languages without spaces into pairs of letters.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import ColumnElement, FromClause, bindparam, literal_column, select, text, true
from sqlalchemy.dialects.postgresql import Insert, insert

from bot.kit.background import ShowLeft, unseen
from bot.kit.errors import StartError
from bot.store.check import LANGUAGES
from bot.store.engine import Database, Transaction
from bot.turns.store.tables import (
    AgentConversation,
    AgentEmbedding,
    AgentMessage,
    AgentMessageVector,
    AgentSearch,
    AgentTurn,
    AgentWords,
)
from bot.turns.store.vectors import TO_EMBED
from bot.turns.values.attachments import AttachmentKind
from bot.turns.values.conversations import UNTIL_THE_END, ConversationMode
from bot.turns.values.turns import TurnState

TURNS_AT_ONCE: Final = 100
"""Turns indexed in one short transaction."""
MOST_CHARACTERS: Final = 50_000
"""Most characters indexed of a message (https://www.postgresql.org/docs/18/textsearch-limitations.html: 1 MB)."""
_WORK: Final = "Indexing messages and memories"

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Indexed:
    """Other texts with an index: each row of the table `texts` has one in the table `words`, whose `key` is its id.

    `index` makes these rows for some ids, where there are none. So many are indexed `at_once`, in a short transaction.
    """

    texts: str
    words: str
    key: str
    index: Callable[[Transaction, Sequence[str]], Awaitable[None]]
    at_once: int

    def missing(self, what: str) -> str:
        """Return the query for something of those that are not indexed yet."""
        return f"SELECT {what} FROM {self.texts} WHERE NOT EXISTS (SELECT FROM {self.words} WHERE {self.key} = id)"  # noqa: S608 - only our own words


MESSAGE_TEXT: Final = """
CASE WHEN message.from_keepsake THEN NULL
     WHEN message.text IS NOT NULL THEN concat_ws(chr(10), message.source ->> 'forwarded_from',
              message.source -> 'quote' ->> 'name', message.source -> 'quote' ->> 'text', message.text,
              (SELECT string_agg(held ->> 'text', chr(10)) FROM json_array_elements(message.source -> 'held') AS held))
     WHEN message.role = 'assistant' THEN nullif(message.content, '') END
"""
"""The searchable text of what the two said, with a quote, its author and what a message holds; NULL for none."""


IS_OTHERS: Final = f"""
(message.source IS NOT NULL OR EXISTS (
    SELECT FROM agent_attachments AS file WHERE (file.turn_id, file.position) = (message.turn_id, message.position)
    AND file.kind = '{AttachmentKind.RECORDING}'
))
"""
"""Whether some of that text may be others': not if only a note or a picture beside it is."""


def owners_year(bot_id: str, user_id: str, at: str) -> str:
    """Return the additional lexeme of an owner and a year. It contains spaces, unlike words."""
    return f"concat({bot_id}, ' ', {user_id}, ' ', to_char({at}, 'YYYY'))"


_IS_KEPT: Final = AgentTurn.state != TurnState.SUPERSEDED
_BEGINNING: Final = f"agent_words_apart(left({MESSAGE_TEXT}, {MOST_CHARACTERS}))"
_WHOSE: Final = owners_year(
    "agent_conversations.bot_id", "agent_conversations.user_id", "timezone('UTC', message.created_at)"
)
_WORDS: Final[ColumnElement[str]] = literal_column(
    f"to_tsvector(CAST(agent_search.language AS regconfig), {_BEGINNING}) || to_tsvector('simple', {_BEGINNING}) "
    f"|| array_to_tsvector(ARRAY[{_WHOSE}])"
)


def index_messages(messages: FromClause) -> Insert:
    """Return the statement that indexes messages, except private ones, and marks them for embedding.

    It does nothing before `begin`, and marks nothing without an embedding model.
    """
    message = messages.alias("message")
    rows = (
        select(message.c.turn_id, message.c.position, message.c.created_at, _WORDS)
        .join(AgentTurn, AgentTurn.id == message.c.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .join(AgentSearch, true())
        .where(AgentConversation.mode == ConversationMode.KEPT, _IS_KEPT, literal_column(MESSAGE_TEXT).is_not(None))
    )
    words = insert(AgentWords).from_select(["turn_id", "position", "said_at", "words"], rows)
    indexed = (
        words.on_conflict_do_update(index_elements=["turn_id", "position"], set_={"words": words.excluded.words})
        .returning(AgentWords.turn_id, AgentWords.position)
        .cte("indexed")
    )
    pending = select(indexed.c.turn_id, indexed.c.position).join(AgentEmbedding, true())
    return insert(AgentMessageVector).from_select(["turn_id", "position"], pending).on_conflict_do_nothing()


_BEGIN: Final = text("""
INSERT INTO agent_search (id, language) VALUES (1, :language)
ON CONFLICT (id) DO UPDATE SET language = excluded.language, indexed_to = NULL, is_done = false
WHERE agent_search.language <> excluded.language
RETURNING language
""")
_BEGIN_ANEW: Final = text("UPDATE agent_search SET indexed_to = NULL, is_done = false")
_PROGRESS: Final = text("SELECT coalesce(indexed_to, :after_all) FROM agent_search WHERE NOT is_done FOR UPDATE")
_UNINDEXED_TURNS: Final = text("""
SELECT count(*) FROM agent_turns
WHERE id < (SELECT coalesce(indexed_to, :after_all) FROM agent_search WHERE NOT is_done)
""")
_NEXT_TURNS: Final = text("SELECT id FROM agent_turns WHERE id < :indexed_to ORDER BY id DESC LIMIT :most")
_NOTE_PROGRESS: Final = text("UPDATE agent_search SET indexed_to = :indexed_to, is_done = :is_done")
# Statements are built once, since building takes longer than running them.
_INDEX_TURNS: Final = index_messages(
    select(AgentMessage.__table__)
    .where(AgentMessage.turn_id.between(bindparam("first"), bindparam("last")))
    .with_for_update(read=True, key_share=True)  # so that none is erased meanwhile
    .cte("stored")
)


async def begin(tx: Transaction, language: str, others: Sequence[Indexed] = ()) -> None:
    """Set the language of the index and of `others`; stored texts are indexed step by step.

    Raises StartError for an unknown language.
    """
    known = list(await tx.connection.scalars(LANGUAGES))
    if language not in known:
        raise StartError(f"SEARCH_LANGUAGE: PostgreSQL has no language {language!r}. Use one of {', '.join(known)}.")
    if await tx.connection.scalar(_BEGIN, {"language": language}):
        for it in others:
            await tx.connection.execute(text(f"DELETE FROM {it.words}"))  # noqa: S608 - as above


async def begin_anew(tx: Transaction) -> None:
    """Index all stored texts again, as after some were inserted by hand."""
    await tx.connection.execute(_BEGIN_ANEW)


async def index_more(tx: Transaction, others: Sequence[Indexed] = ()) -> int:
    """Index some of the `others` that are not indexed yet, then the newest turns.

    Returns how many are indexed now; 0 once all are.
    """
    indexed_to = await tx.connection.scalar(_PROGRESS, {"after_all": UNTIL_THE_END})
    if indexed_to in {None, UNTIL_THE_END}:
        for it in others:
            missing = text(f"{it.missing('id')} ORDER BY id LIMIT :most FOR KEY SHARE")
            if ids := list(await tx.connection.scalars(missing, {"most": it.at_once})):
                await it.index(tx, ids)
                return len(ids)
    if indexed_to is None:
        return 0
    turns = list(await tx.connection.scalars(_NEXT_TURNS, {"indexed_to": indexed_to, "most": TURNS_AT_ONCE}))
    if turns:
        await tx.connection.execute(_INDEX_TURNS, {"first": turns[-1], "last": turns[0]})
        tx.after_commit(tx.events[TO_EMBED].set)
        indexed_to = turns[-1]
    await tx.connection.execute(_NOTE_PROGRESS, {"indexed_to": indexed_to, "is_done": len(turns) < TURNS_AT_ONCE})
    return len(turns)


async def unindexed(tx: Transaction, others: Sequence[Indexed]) -> int:
    """Return how many turns and others are not indexed yet."""
    turns = int(await tx.connection.scalar(_UNINDEXED_TURNS, {"after_all": UNTIL_THE_END}))
    return turns + sum([int(await tx.connection.scalar(text(it.missing("count(*)")))) for it in others])


async def index_stored(database: Database, others: Sequence[Indexed], show_left: ShowLeft = unseen) -> None:
    """Index all stored texts, and pause half of the time; when interrupted, the next call continues."""
    try:
        left = await database.retry(partial(unindexed, others=others), reason="indexing")
        while True:
            show_left(_WORK, left if left > TURNS_AT_ONCE else 0)
            began = monotonic()
            indexed = await database.retry(partial(index_more, others=others), single=False, reason="indexing")
            if not indexed:
                return
            left -= indexed
            await asyncio.sleep(monotonic() - began)
    except Exception:  # a bug here must not stop the bot
        log.exception("stored texts can't be indexed")
