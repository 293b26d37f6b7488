"""Parts of documents that users sent, and search for words in one. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import Text, bindparam, cast, delete, func, insert, select, text

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.search.excerpts import Excerpt, excerpt, marked
from bot.store.search.ranking import Fit, by_words, rarity
from bot.turns.store.tables import AgentAttachment, AgentDocumentPart, AgentMessage
from bot.turns.values.attachments import ID_CHARACTERS, AttachmentKind, DocumentPart, OutlinedPart

_PART: Final = AgentDocumentPart
_IS_OF_FILE: Final = _PART.attachment_id == bindparam("of_file")
# Statements are built once, since building takes longer than running them.
_DELETE: Final = delete(_PART).where(_IS_OF_FILE)
_ADD: Final = insert(_PART)
_COPY: Final = insert(_PART).from_select(
    ["attachment_id", "number", "label", "text"],
    select(bindparam("to_file"), _PART.number, _PART.label, _PART.text).where(_IS_OF_FILE),
)
_OUTLINE: Final = (
    select(_PART.number, _PART.label, func.octet_length(_PART.text).label("size"))
    .where(_IS_OF_FILE)
    .order_by(_PART.number)
)
_TEXTS: Final = (
    select(_PART.text).where(_IS_OF_FILE, _PART.number.between(bindparam("first"), bindparam("last")))
).order_by(_PART.number)
_ALONE: Final = (
    select(AgentAttachment.key, AgentAttachment.name)
    .join(
        AgentMessage,
        (AgentMessage.turn_id == AgentAttachment.turn_id) & (AgentMessage.position == AgentAttachment.position),
    )
    .where(
        AgentAttachment.turn_id == bindparam("of_turn"),
        AgentAttachment.kind == AttachmentKind.DOCUMENT,
        AgentAttachment.key.is_not(None),
        AgentMessage.text == "",
    )
    .order_by(AgentAttachment.position, AgentAttachment.place)
)
_FIND: Final = (
    select(AgentAttachment.id)
    .where(
        AgentAttachment.is_owned(),
        func.right(cast(AgentAttachment.id, Text), ID_CHARACTERS) == bindparam("its_id"),
        select(_PART.number).where(_PART.attachment_id == AgentAttachment.id).exists(),
    )
    .order_by(AgentAttachment.id.desc())
    .limit(1)
)
_HOLDING: Final = text("""
WITH asked AS (
    SELECT CAST(language AS regconfig) AS language, agent_words_apart(:asked) AS words FROM agent_search
), looked_for AS (
    SELECT DISTINCT unnest(tsvector_to_array(
        to_tsvector(language, words) || CASE WHEN to_tsvector(language, words) = '' THEN to_tsvector('simple', words)
        ELSE '' END)) AS lexeme
    FROM asked
), queried AS (
    SELECT coalesce(array_agg(concat('''', replace(replace(lexeme, '\\', '\\\\'), '''', ''''''), '''') ORDER BY lexeme),
        '{}') AS queries
    FROM looked_for
), worded AS (
    SELECT number, label, to_tsvector(language, apart) || to_tsvector('simple', apart) AS words
    FROM asked, (
        SELECT number, label, agent_words_apart(text) AS apart FROM agent_document_parts WHERE attachment_id = :of_file
    ) AS part
)
SELECT number, label, length(worded.words) AS length, queries, ARRAY(
    SELECT place - 1 FROM unnest(queries) WITH ORDINALITY AS wanted (query, place)
    WHERE worded.words @@ CAST(query AS tsquery)
) AS held
FROM worded CROSS JOIN queried
ORDER BY number
""")


async def store(tx: Transaction, attachment_id: UUID, parts: Sequence[DocumentPart]) -> None:
    """Store the parts of a document, in place of any that were stored before."""
    rows = [
        {"attachment_id": attachment_id, "number": number, "label": part.label, "text": part.text}
        for number, part in enumerate(parts, 1)
    ]
    await tx.connection.execute(_DELETE, {"of_file": attachment_id})
    await tx.connection.execute(_ADD, rows)


async def copy(tx: Transaction, from_id: UUID, to_id: UUID) -> None:
    """Store the parts of a document again for the same file in another message."""
    await tx.connection.execute(_DELETE, {"of_file": to_id})
    await tx.connection.execute(_COPY, {"of_file": from_id, "to_file": to_id})


async def outline(tx: Transaction, attachment_id: UUID) -> list[OutlinedPart]:
    """Return a document's parts without their texts, in order."""
    rows = await tx.connection.execute(_OUTLINE, {"of_file": attachment_id})
    return [OutlinedPart(**row) for row in rows.mappings()]


async def texts(tx: Transaction, attachment_id: UUID, first: int, last: int) -> list[str]:
    """Return the texts of some parts of a document, in order."""
    return list(await tx.connection.scalars(_TEXTS, {"of_file": attachment_id, "first": first, "last": last}))


async def find(tx: Transaction, owner: Owner, document_id: str) -> UUID | None:
    """Return an owner's document by its id as models write it."""
    found: UUID | None = await tx.connection.scalar(_FIND, {**owner.columns, "its_id": document_id})
    return found


async def without_words(tx: Transaction, turn_id: UUID) -> list[tuple[str, str]]:
    """Return the keys and names of the documents that a turn's messages hold alone, without any words."""
    rows = await tx.connection.execute(_ALONE, {"of_turn": turn_id})
    return [(row.key, row.name) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPart:
    """A part of a document that was found, with an excerpt."""

    number: int
    label: str
    excerpt: Excerpt


async def search(tx: Transaction, attachment_id: UUID, words: str, *, limit: int, most: int) -> list[FoundPart]:
    """Return the parts of a document that fit words best (BM25), with excerpts of at most `most` characters."""
    rows = list(await tx.connection.execute(_HOLDING, {"of_file": attachment_id, "asked": words}))
    queries: list[str] = rows[0].queries if rows else []
    fits = [Fit(key=row.number, words=frozenset(row.held), length=row.length) for row in rows]
    weights = [rarity(sum(at in fit.words for fit in fits), len(fits)) for at in range(len(queries))]
    scores = by_words(fits, weights)
    labels = {row.number: row.label for row in rows}
    best = sorted(scores, key=lambda number: (-scores[number], number))[:limit]
    found = []
    for number in best:
        (part,) = await texts(tx, attachment_id, number, number)
        found.append(FoundPart(number=number, label=labels[number], excerpt=excerpt(marked(part, queries), most)))
    return found
