"""Notes with all versions of their texts. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Row, Select, and_, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from bot.features.notes.store.tables import AgentNote, AgentNoteVersion
from bot.features.notes.values import Note, NoteVersion, name_key
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.ids import short_id, uuid7
from bot.turns.store.words import Indexed
from bot.turns.values.origins import Origin, Source

_Query: TypeAlias = "Select[*tuple[Any, ...]]"
_IS_LIVE: Final = AgentNote.deleted_at.is_(None)
_IS_NEWEST: Final = and_(AgentNoteVersion.note_id == AgentNote.id, AgentNoteVersion.version_number == AgentNote.version)


async def live_named(tx: Transaction, owner: Owner, name: str) -> Note | None:
    """Return the live note with a name, if there is one."""
    return await _one(tx, _notes_of(owner).where(_IS_LIVE, AgentNote.name_key == name_key(name)))


async def deleted_named(tx: Transaction, owner: Owner, name: str) -> Note | None:
    """Return the note with a name that was deleted last, if there is one."""
    deleted = _notes_of(owner).where(AgentNote.name_key == name_key(name), AgentNote.deleted_at.is_not(None))
    return await _one(tx, deleted.order_by(AgentNote.deleted_at.desc(), AgentNote.id).limit(1))


async def with_id(tx: Transaction, owner: Owner, note_id: str) -> Note | None:
    """Return the note with an id, live or deleted."""
    return await _one(tx, _notes_of(owner).where(AgentNote.id == note_id))


async def those(tx: Transaction, owner: Owner, note_ids: Sequence[str]) -> list[Note]:
    """Return the notes with these ids that exist, in the order of the ids."""
    rows = await tx.connection.execute(_notes_of(owner).where(AgentNote.id.in_(note_ids)))
    return sorted(map(_as_note, rows), key=lambda note: note_ids.index(note.id))


async def page(tx: Transaction, owner: Owner, *, skip: int, most: int, deleted: bool = False) -> tuple[list[Note], int]:
    """Return some live or deleted notes, the newest first, and the number of all of these."""
    which = AgentNote.deleted_at.is_not(None) if deleted else _IS_LIVE
    newest_first = AgentNote.deleted_at.desc() if deleted else AgentNote.updated_at.desc()
    query = _notes_of(owner).where(which).order_by(newest_first, AgentNote.id).offset(skip).limit(most)
    rows = await tx.connection.execute(query)
    count = select(func.count()).where(AgentNote.owned_by(owner), which)
    return [_as_note(row) for row in rows], await tx.connection.scalar(count) or 0


async def names(tx: Transaction, owner: Owner, most: int, *, since: datetime | None = None) -> list[str]:
    """Return the names of the live notes that were changed last, perhaps `since` a time.

    Those that may hold others' words are left out.
    """
    query = select(AgentNote.name).join(AgentNoteVersion, _IS_NEWEST)
    query = query.where(AgentNote.owned_by(owner), _IS_LIVE, AgentNoteVersion.untrusted.is_(False))
    query = query.where(AgentNote.updated_at > since) if since else query
    return list(await tx.connection.scalars(query.order_by(AgentNote.updated_at.desc(), AgentNote.id).limit(most)))


async def insert_note(
    tx: Transaction, owner: Owner, name: str, content: str, *, source: Source | None, origin: Origin, untrusted: bool
) -> Note:
    """Store a new note with its first version; no live one may have its name."""
    now = datetime.now(UTC)
    row = {**owner.columns, "name": name, "name_key": name_key(name), "created_at": now, "updated_at": now}
    insertion = insert(AgentNote).on_conflict_do_nothing(index_elements=["id"]).returning(AgentNote.id)
    note_id = None
    while note_id is None:  # an id is taken once in a trillion
        note_id = await tx.connection.scalar(insertion, {**row, "id": short_id()})
    note = Note(id=note_id, name=name, content=content, version=1, untrusted=untrusted, created_at=now, updated_at=now)
    await _insert_version(tx, note, source, origin)
    return note


async def add_version(
    tx: Transaction, note: Note, name: str, content: str, *, source: Source | None, origin: Origin, untrusted: bool
) -> Note:
    """Give a note a name and a text as its new version, unless both are the same; return the note.

    No other live one may have the name.
    """
    if (name, content) == (note.name, note.content):
        return note
    now = datetime.now(UTC)
    after = replace(note, name=name, content=content, version=note.version + 1, untrusted=untrusted, updated_at=now)
    await _set(tx, note.id, name=name, name_key=name_key(name), version=after.version, updated_at=now)
    await _insert_version(tx, after, source, origin)
    return after


async def set_deleted(tx: Transaction, note_id: str, at: datetime | None) -> None:
    """Mark a note as deleted at a time, or as live (None)."""
    await _set(tx, note_id, deleted_at=at)


async def versions(tx: Transaction, note_id: str, *, skip: int, most: int) -> list[NoteVersion]:
    """Return some versions of a note, the newest first."""
    newest_first = AgentNoteVersion.version_number.desc()
    query = _versions_of(note_id).order_by(newest_first).offset(skip).limit(most)
    return [_as_version(row) for row in await tx.connection.execute(query)]


async def version(tx: Transaction, note_id: str, number: int) -> NoteVersion | None:
    """Return a version of a note, if there is one with this number."""
    query = _versions_of(note_id).where(AgentNoteVersion.version_number == number)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _as_version(row)


async def names_of(tx: Transaction, note_id: str) -> list[str]:
    """Return all names that a note has had, the present one included."""
    query = select(AgentNoteVersion.name).where(AgentNoteVersion.note_id == note_id)
    return list(await tx.connection.scalars(query.distinct()))


async def _insert_version(tx: Transaction, note: Note, source: Source | None, origin: Origin) -> None:
    row = {
        "id": uuid7(),
        "note_id": note.id,
        "version_number": note.version,
        "name": note.name,
        "content": note.content,
        "untrusted": note.untrusted,
        "source_conversation_id": source and source.conversation_id,
        "source_turn_id": source and source.turn_id,
        "origin": origin,
        "created_at": note.updated_at,
    }
    await tx.connection.execute(insert(AgentNoteVersion), row)
    await index_notes(tx, [note.id])


async def _set(tx: Transaction, note_id: str, **values: object) -> None:
    await tx.connection.execute(update(AgentNote).where(AgentNote.id == note_id).values(values))


async def _one(tx: Transaction, query: _Query) -> Note | None:
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _as_note(row)


def _notes_of(owner: Owner) -> _Query:
    """Select an owner's notes with their newest versions."""
    return (
        select(
            *AgentNote.__table__.c["id", "name", "version", "created_at", "updated_at", "deleted_at"],
            *AgentNoteVersion.__table__.c["content", "untrusted"],
        )
        .join(AgentNoteVersion, _IS_NEWEST)
        .where(AgentNote.owned_by(owner))
    )


def _versions_of(note_id: str) -> _Query:
    return select(*AgentNoteVersion.__table__.columns).where(AgentNoteVersion.note_id == note_id)


def _as_note(row: "Row[*tuple[Any, ...]]") -> Note:
    return Note(**row._asdict())


def _as_version(row: "Row[*tuple[Any, ...]]") -> NoteVersion:
    stored: Mapping[str, Any] = row._asdict()
    conversation_id, turn_id = stored["source_conversation_id"], stored["source_turn_id"]
    return NoteVersion(
        number=stored["version_number"],
        name=stored["name"],
        content=stored["content"],
        untrusted=stored["untrusted"],
        created_at=stored["created_at"],
        source=Source(conversation_id=conversation_id, turn_id=turn_id) if conversation_id and turn_id else None,
        origin=stored["origin"],
    )


_INDEX_NOTES: Final = text("""
WITH worded AS (
    SELECT note.id AS note_id, agent_words_apart(concat_ws(' ', note.name, version.content)) AS words
    FROM agent_notes AS note JOIN agent_note_versions AS version ON version.note_id = note.id
    WHERE note.id = ANY(CAST(:note_ids AS text[])) AND version.version_number = note.version
)
INSERT INTO agent_note_words (note_id, words)
SELECT note_id, to_tsvector(CAST(language AS regconfig), words) || to_tsvector('simple', words)
FROM worded CROSS JOIN agent_search
ON CONFLICT (note_id) DO UPDATE SET words = excluded.words
""")


async def index_notes(tx: Transaction, note_ids: Sequence[str]) -> None:
    """Index the present versions of notes; nothing is done before the language is set."""
    await tx.connection.execute(_INDEX_NOTES, {"note_ids": list(note_ids)})


INDEXED: Final = Indexed("agent_notes", "agent_note_words", "note_id", index_notes, at_once=100)
"""Notes for the index of all texts."""
