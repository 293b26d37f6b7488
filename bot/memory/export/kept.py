"""The parts of an export that their owner keeps: memories, notes, reminders, and choices about tools."""

from typing import Annotated
from uuid import UUID

from pydantic import (
    AfterValidator,
    AliasChoices,
    Field,
    NaiveDatetime,
    field_validator,
)

from bot.memory.export.fields import (
    MemoryId,
    Moment,
    Ordinal,
    Part,
    ShortId,
    Small,
    Words,
    known_zone,
    numbered,
    storable,
)
from bot.values.memories import (
    CONTENT_MAX,
    CONTENT_MIN,
    IMPORTANCE_MAX,
    SUBJECT_MAX,
    MemoryCategory,
    Origin,
    Source,
)
from bot.values.notes import NAME_MAX, TEXT_MAX
from bot.values.reminders import TEXT_MAX as REMINDER_MAX
from bot.values.reminders import ReminderState


class MemoryVersion(Part):
    """One version of a memory; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    content: Annotated[str, Field(min_length=CONTENT_MIN, max_length=CONTENT_MAX), AfterValidator(storable)]
    created_at: Moment
    source: Source | None
    """Where it was learned; None if in no conversation, or in one that was erased."""
    origin: Origin = Origin.CONVERSATION
    """How the version was made."""
    through: Annotated[str, Field(max_length=64), AfterValidator(storable)] | None = None
    """The program that it came through, if it did."""


class Memory(Part):
    """A memory with all its versions."""

    id: MemoryId
    category: MemoryCategory
    subject: Annotated[str, Field(max_length=SUBJECT_MAX), AfterValidator(storable)] | None
    created_at: Moment
    deleted_at: Moment | None
    """Time of deletion; None for a live memory."""
    pinned: bool = False
    importance: Annotated[float, Field(ge=-IMPORTANCE_MAX, lt=IMPORTANCE_MAX)] | None = None
    """Its importance relative to others; None: derived from its last version."""
    versions: Annotated[
        tuple[MemoryVersion, ...], Field(min_length=1, validation_alias=AliasChoices("versions", "wordings"))
    ]
    """All versions, oldest first; the last one is current."""

    @field_validator("versions")
    @classmethod
    def _are_numbered(cls, versions: tuple[MemoryVersion, ...]) -> tuple[MemoryVersion, ...]:
        return numbered(versions)


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
    versions: Annotated[tuple[NoteVersion, ...], Field(min_length=1)]
    """All versions, oldest first; the last one is current."""

    @field_validator("versions")
    @classmethod
    def _are_numbered(cls, versions: tuple[NoteVersion, ...]) -> tuple[NoteVersion, ...]:
        return numbered(versions)


class Reminder(Part):
    """A reminder."""

    id: MemoryId
    text: Annotated[str, Field(min_length=1, max_length=REMINDER_MAX), AfterValidator(storable)]
    wall: NaiveDatetime
    """Its next time, or its last one, as a clock of its zone shows it."""
    zone: Annotated[str, Field(max_length=64), AfterValidator(known_zone)]
    rule: Words
    """How it repeats (RRULE of RFC 5545); empty if it doesn't."""
    follows: bool
    """Whether it keeps its time of day when its owner's zone changes."""
    state: ReminderState
    is_due: bool
    """Whether its time is still to come."""
    again_at: Moment | None
    """When it comes again, since it was snoozed or nags."""
    nag_minutes: Annotated[int, Field(ge=1, lt=2**15)] | None
    """It nags this often until it is done; None: not at all."""
    nags: Small
    rung_at: Moment | None
    """The time that it rang for last."""
    is_task: bool = False
    """Whether it is done by the assistant when it is due."""
    created_at: Moment


class ToolChoice(Part):
    """What the user has chosen about a tool or a family of tools, and when they last used it."""

    name: Words
    is_pinned: bool = False
    """Whether each conversation has this family."""
    is_off: bool = False
    """Whether no conversation has this family."""
    is_allowed: bool = False
    """Whether this tool acts without asking first."""
    used_at: Moment | None = None
