"""Notes in an export, with all their versions."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, Field

from bot.features.notes.store.tables import AgentNote, AgentNoteVersion
from bot.features.notes.values import NAME_MAX, TEXT_MAX, name_key
from bot.kit.exports import Moment, Ordinal, Part, ShortId, flat, numbered, quotation, storable
from bot.kit.language import date_time, plural, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.turns.store.exports import Row, Section, rows_of, versions
from bot.turns.values.origins import Origin, Source


class NoteVersion(Part):
    """One version of a note; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    name: Annotated[str, Field(min_length=1, max_length=NAME_MAX), AfterValidator(storable)] | None = None
    """The note's name in this version; None, in exports of early releases, is its present one."""
    content: Annotated[str, Field(max_length=TEXT_MAX), AfterValidator(storable)]
    untrusted: bool = False
    """Whether it may hold text that neither the user nor the assistant wrote."""
    created_at: Moment
    source: Source | None
    """Where it was written; None if in no conversation, or in one that was erased."""
    origin: Origin
    """How the version was made."""


class Note(Part):
    """A named text with all its versions."""

    id: ShortId
    name: Annotated[str, Field(min_length=1, max_length=NAME_MAX), AfterValidator(storable)]
    created_at: Moment
    updated_at: Moment
    deleted_at: Moment | None
    """Time of deletion; None for a live note. Live ones have different names, whatever their letter case."""
    versions: Annotated[tuple[NoteVersion, ...], Field(min_length=1), AfterValidator(numbered)]
    """All versions, oldest first; the last one is current."""


def _stored(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the notes in the order of their names."""
    its = versions(AgentNoteVersion, AgentNoteVersion.note_id == AgentNote.id)
    return rows_of(tx, owner, AgentNote, AgentNote.name_key, AgentNote.created_at, AgentNote.id, versions=its)


def _rows(notes: Sequence[Note]) -> Mapping[str, Iterable[Row]]:
    return {
        "agent_notes": (it.row("versions", name_key=name_key(it.name), version=it.versions[-1].number) for it in notes),
        "agent_note_versions": (_version_row(it, note) for note in notes for it in note.versions),
    }


def _version_row(version: NoteVersion, note: Note) -> Row:
    its = {"note_id": note.id, "name": version.name or note.name, "version_number": version.number}
    return version.row("number", "source", **its, **flat(Source, version.source, "source"))


async def _readable(notes: AsyncIterator[Note], timezone: tzinfo | None) -> AsyncIterator[str]:
    """Yield the notes' texts, and below each its earlier ones, the newest first."""
    nothing = "\nNone.\n"
    yield "\n## Notes\n"
    async for note in notes:
        nothing = ""
        *earlier, newest = note.versions
        deleted = f", {t('deleted {date}', date=_date(note.deleted_at, timezone))}" if note.deleted_at else ""
        text = f"\n### {one_line(note.name)} ({_date(newest.created_at, timezone)}{deleted})\n\n{_text(newest)}"
        yield text + "".join(_earlier(it, note.name, timezone) for it in reversed(earlier))
    yield nothing


def _earlier(version: NoteVersion, name: str, timezone: tzinfo | None) -> str:
    its_name = version.name or name
    called = "" if its_name == name else f" ({one_line(its_name)})"
    of = t("Version {number}, {date}", number=version.number, date=_date(version.created_at, timezone))
    return f"\n{of}{called}:\n\n{_text(version)}"


def _text(version: NoteVersion) -> str:
    return quotation(version.content or t("Empty."))


def _date(at: datetime, timezone: tzinfo | None) -> str:
    return date_time(at.astimezone(timezone))


NOTES: Final = Section(
    name="notes",
    part=Note,
    table=AgentNote,
    stored=_stored,
    rows=_rows,
    readable=_readable,
    counted=lambda number: plural("{count} note", "{count} notes", number),
)
