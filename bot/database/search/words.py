"""The words that were said, as they are searched: indexed with each message, and anew when the language changes.

PostgreSQL reads all words, also those looked for, once `agent_words_apart` (migration 0011) has put spaces for marks
outside ASCII, and between each two letters of languages that part no words: these are found by their pairs.

Works in the caller's transaction.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from time import monotonic
from typing import Any, Final
from uuid import UUID

import structlog
from sqlalchemy import (
    ColumnElement,
    FromClause,
    SQLColumnExpression,
    Text,
    bindparam,
    case,
    cast,
    column,
    func,
    literal,
    select,
    table,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import REGCONFIG, Insert, array, insert

from bot.database.engine import Database, Transaction
from bot.database.search.memory_words import index_anew, index_more_memories
from bot.database.tables import (
    AgentConversation,
    AgentEmbedding,
    AgentMessage,
    AgentMessageVector,
    AgentSearch,
    AgentTurn,
    AgentWords,
)
from bot.errors import StartError
from bot.values import ConversationMode

SIMPLE: Final = "simple"
"""The language that takes words as they stand: https://www.postgresql.org/docs/18/textsearch-dictionaries.html."""
TURNS_AT_ONCE: Final = 100
"""Turns indexed in one short transaction."""

MOST_CHARACTERS: Final = 50_000
"""Most characters of a message indexed: https://www.postgresql.org/docs/18/textsearch-limitations.html allows 1 MB."""
_BEHIND_ALL: Final = UUID(int=(1 << 128) - 1)

log = structlog.get_logger()


INDEXED: Final = (
    AgentMessage.turn_id,
    AgentMessage.position,
    AgentMessage.role,
    AgentMessage.content,
    AgentMessage.source,
    AgentMessage.text,
    AgentMessage.created_at,
)
"""The columns of a message that `index_said` reads."""


def said(messages: Any) -> ColumnElement[str | None]:
    """Return what was said in words in messages, what they quote and from whom included; NULL if nothing was."""
    others = (("forwarded_from",), ("quote", "name"), ("quote", "text"))
    by_user = func.concat_ws(
        "\n", *(func.json_extract_path_text(messages.source, *path) for path in others), messages.text
    )
    return case(
        (messages.text.is_not(None), by_user), (messages.role == "assistant", func.nullif(messages.content, ""))
    )


def owners_year(
    bot_id: SQLColumnExpression[int], user_id: SQLColumnExpression[int], at: SQLColumnExpression[datetime]
) -> ColumnElement[str]:
    """Return what is indexed beside the words: an owner and a year. It holds spaces, as no word does."""
    return func.concat(bot_id, " ", user_id, " ", func.to_char(at, "YYYY"))


def index_said(messages: FromClause) -> Insert:
    """Return the statement that indexes messages, but for those of a private conversation.

    Until `Words.begin` said in which language, it does nothing.
    """
    words = said(messages.c)
    beginning = func.agent_words_apart(func.left(words, MOST_CHARACTERS))
    in_language = func.to_tsvector(cast(AgentSearch.language, REGCONFIG), beginning)
    as_they_stand = func.to_tsvector(cast(SIMPLE, REGCONFIG), beginning)
    whose = owners_year(
        AgentConversation.bot_id, AgentConversation.user_id, func.timezone("UTC", messages.c.created_at)
    )
    rows = (
        select(
            messages.c.turn_id,
            messages.c.position,
            messages.c.created_at,
            in_language.op("||")(as_they_stand).op("||")(func.array_to_tsvector(array([whose]))),
        )
        .join(AgentTurn, AgentTurn.id == messages.c.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .join(AgentSearch, true())
        .where(AgentConversation.mode == ConversationMode.KEPT, words.is_not(None))
    )
    return insert(AgentWords).from_select(["turn_id", "position", "said_at", "words"], rows)


def note_pending_embedding(indexed: Insert) -> Insert:
    """Return the statement that indexes messages, and notes that a model is to be asked what they mean, if any is."""
    messages = indexed.returning(AgentWords.turn_id, AgentWords.position).cte("indexed")
    rows = select(messages.c.turn_id, messages.c.position).join(AgentEmbedding, true())
    return insert(AgentMessageVector).from_select(["turn_id", "position"], rows).on_conflict_do_nothing()


_NOTHING_YET: Final = {"indexed_to": None, "is_done": False}

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
LANGUAGES = select(column("cfgname", Text)).select_from(table("pg_ts_config", column("cfgname"))).order_by("cfgname")
_SET_LANGUAGE = insert(AgentSearch).values(id=1)
_BEGIN = _SET_LANGUAGE.on_conflict_do_update(
    index_elements=["id"],
    set_={"language": _SET_LANGUAGE.excluded.language, **_NOTHING_YET},
    where=AgentSearch.language != _SET_LANGUAGE.excluded.language,
).returning(AgentSearch.language)
_BEGIN_ANEW = update(AgentSearch).values(_NOTHING_YET)
_PROGRESS = (
    select(func.coalesce(AgentSearch.indexed_to, literal(_BEHIND_ALL)))
    .where(AgentSearch.is_done.is_(False))
    .with_for_update()
)
_NEXT_TURNS = (
    select(AgentTurn.id)
    .where(AgentTurn.id < bindparam("indexed_to"))
    .order_by(AgentTurn.id.desc())
    .limit(TURNS_AT_ONCE)
)
_STORED = (
    select(*INDEXED)
    .where(AgentMessage.turn_id.between(bindparam("first"), bindparam("last")))
    .with_for_update(read=True, key_share=True)  # so that none is erased meanwhile
    .cte("stored")
)
_INDEX_STORED = index_said(_STORED)
_INDEX = note_pending_embedding(
    _INDEX_STORED.on_conflict_do_update(
        index_elements=["turn_id", "position"], set_={"words": _INDEX_STORED.excluded.words}
    )
)
_NOTE_PROGRESS = update(AgentSearch)


async def begin(tx: Transaction, language: str) -> None:
    """Index in a language from now on, and what is stored bit by bit. Raises StartError if there is none."""
    known = list(await tx.connection.scalars(LANGUAGES))
    if language not in known:
        raise StartError(
            f"SEARCH_LANGUAGE can't be used, as PostgreSQL has no {language!r}: give one of {', '.join(known)}."
        )
    if await tx.connection.scalar(_BEGIN, {"language": language}):
        await index_anew(tx)


async def begin_anew(tx: Transaction) -> None:
    """Let all that is stored be indexed once more, as when messages were put into the database by hand."""
    await tx.connection.execute(_BEGIN_ANEW)


async def index_more(tx: Transaction) -> bool:
    """Index memories that are not indexed yet, then the newest turns; tell whether there may be more."""
    indexed_to: UUID | None = await tx.connection.scalar(_PROGRESS)
    if indexed_to in {None, _BEHIND_ALL} and await index_more_memories(tx):
        return True
    if indexed_to is None:
        return False
    turns: Sequence[UUID] = list(await tx.connection.scalars(_NEXT_TURNS, {"indexed_to": indexed_to}))
    if turns:
        await tx.connection.execute(_INDEX, {"first": turns[-1], "last": turns[0]})
        tx.leaves_texts_to_embed = True
    progress = {"is_done": len(turns) < TURNS_AT_ONCE} | ({"indexed_to": turns[-1]} if turns else {})
    await tx.connection.execute(_NOTE_PROGRESS, progress)
    return True


@asynccontextmanager
async def indexed(database: Database, language: str) -> AsyncIterator[None]:
    """Index what is said in a language, and what is stored bit by bit while the block runs. Raises StartError.

    That takes half the time at most, so that it is in nobody's way, and goes on where it was interrupted.
    """
    async with database.transaction() as tx:
        await begin(tx, language)
    indexing = asyncio.create_task(_index_stored(database))
    try:
        yield
    finally:
        indexing.cancel()
        await asyncio.gather(indexing, return_exceptions=True)


async def _index_stored(database: Database) -> None:
    try:
        more = True
        while more:
            began = monotonic()
            more = await database.retry(index_more, single=False, reason="indexing")
            await asyncio.sleep(monotonic() - began)
    except Exception:  # whatever it is, it keeps nobody from being answered
        log.exception("what is stored can't be indexed any further")
