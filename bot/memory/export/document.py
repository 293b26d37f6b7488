"""The parts of an export, and reading one.

`docs/export.schema.json` is generated from these models. Times are in UTC. Ids are those in the database.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    NaiveDatetime,
    ValidationError,
    field_validator,
)

from bot.errors import StartError
from bot.values.activities import ActivityState, Risk
from bot.values.attachments import AttachmentKind
from bot.values.calls import ToolCall
from bot.values.changes import ChangeKind, Refusal
from bot.values.conversations import CarriedTurns, ToolSpec
from bot.values.incoming import Speaker
from bot.values.memories import (
    CONTENT_MAX,
    CONTENT_MIN,
    IMPORTANCE_MAX,
    SUBJECT_MAX,
    CaptureMode,
    MemoryCategory,
    Origin,
    Source,
)
from bot.values.notes import NAME_MAX, TEXT_MAX
from bot.values.reminders import TEXT_MAX as REMINDER_MAX
from bot.values.reminders import ReminderState
from bot.values.turns import TurnState, UsagePurpose
from bot.values.voice import VoiceMode

FORMAT: Final = "keepsake-export"
VERSION: Final = 2
"""Version 1 had other names: a message's `kind` and `others_words`, and a memory's `wordings`."""
_MISTAKES_SHOWN: Final = 5
_IN_OUR_WORDS: Final = {"unexpected_keyword_argument": "Extra inputs are not permitted"}
"""Pydantic's messages that make no sense for a file, by their type."""


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("a text can't hold the null character")
    return text


def _known_zone(zone: str) -> str:
    try:
        return ZoneInfo(zone).key
    except (KeyError, ValueError, OSError):
        raise ValueError("there is no such time zone") from None


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("no calendar has this time") from None


Moment: TypeAlias = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Words: TypeAlias = Annotated[str, AfterValidator(_storable)]
TelegramId: TypeAlias = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
Small: TypeAlias = Annotated[int, Field(ge=0, lt=2**15)]
Ordinal: TypeAlias = Annotated[int, Field(ge=1, lt=2**31)]
ShortId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8}$")]
MemoryId: TypeAlias = ShortId
Seconds: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _IsNumbered(Protocol):
    @property
    def number(self) -> int: ...


_Version = TypeVar("_Version", bound=_IsNumbered)


def _numbered(versions: tuple[_Version, ...]) -> tuple[_Version, ...]:
    if [it.number for it in versions] != [*range(1, len(versions) + 1)]:
        raise ValueError("the versions are not numbered from 1 on")
    return versions


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)


class MemoryVersion(_Part):
    """One version of a memory; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    content: Annotated[str, Field(min_length=CONTENT_MIN, max_length=CONTENT_MAX), AfterValidator(_storable)]
    created_at: Moment
    source: Source | None
    """Where it was learned; None if in no conversation, or in one that was erased."""
    origin: Origin = Origin.CONVERSATION
    """How the version was made."""


class Memory(_Part):
    """A memory with all its versions."""

    id: MemoryId
    category: MemoryCategory
    subject: Annotated[str, Field(max_length=SUBJECT_MAX), AfterValidator(_storable)] | None
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
        return _numbered(versions)


class NoteVersion(_Part):
    """One version of a note; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    content: Annotated[str, Field(max_length=TEXT_MAX), AfterValidator(_storable)]
    untrusted: bool = False
    """Whether it may hold text that neither the user nor the assistant wrote."""
    created_at: Moment
    source: Source | None
    """Where it was written; None if in no conversation, or in one that was erased."""
    origin: Origin
    """How the version was made."""


class Note(_Part):
    """A named text with all its versions."""

    id: ShortId
    name: Annotated[str, Field(min_length=1, max_length=NAME_MAX), AfterValidator(_storable)]
    created_at: Moment
    updated_at: Moment
    deleted_at: Moment | None
    """Time of deletion; None for a live note. Live ones have different names, whatever their letter case."""
    versions: Annotated[tuple[NoteVersion, ...], Field(min_length=1)]
    """All versions, oldest first; the last one is current."""

    @field_validator("versions")
    @classmethod
    def _are_numbered(cls, versions: tuple[NoteVersion, ...]) -> tuple[NoteVersion, ...]:
        return _numbered(versions)


class Change(_Part):
    """A tool call's change of a memory: its version and subject afterwards, and before."""

    kind: ChangeKind
    memory_id: MemoryId
    version: Ordinal
    subject: Words | None
    former_version: Ordinal
    former_subject: Words | None
    content: Words = ""
    """The memory's text after the change; empty in exports of early releases."""
    former_content: Words = ""
    undone: bool = False
    """Whether the user has undone it."""


class Quote(_Part):
    """The text that a message quotes, or the beginning of the message that it replies to."""

    text: Words
    speaker: Speaker
    name: Words
    """The speaker's name, unless it is the user or Keepsake."""
    message_id: TelegramId | None
    """Id of the quoted Telegram message in the same chat."""
    whole: bool = False
    """Whether the message replies to the whole of it."""
    turn_id: UUID | None = None
    """The quoted message's turn, if it is stored."""


class Attribution(_Part):
    """The parts of a message that are not the user's own words."""

    forwarded_from: Words | None
    """Author of a forwarded message, empty if unknown; None if it was not forwarded."""
    quote: Quote | None


class Picture(_Part):
    """A picture as the model is sent it, with its width and height in pixels."""

    key: Words
    """SHA-256 of the file, which is in backups, not in an export."""
    media_type: Words
    width: Ordinal
    height: Ordinal
    size: Count
    """Its size in bytes."""


class DocumentPart(_Part):
    """A part of a document as text, such as a page."""

    label: Words
    text: Words


class Attachment(_Part):
    """A file that a message came with, as Telegram describes it, and what became of it."""

    id: UUID
    place: Small
    """Its place in the message."""
    kind: AttachmentKind
    what: Words
    """What people call it, such as "photo"."""
    media_type: Words
    name: Words
    size: Count | None
    """Its size in bytes."""
    seconds: Count | None
    """Its duration."""
    file_id: Words
    """Telegram's id for the bot, by which it can be downloaded again."""
    unique_id: Words
    is_ready: bool
    key: Words | None
    """SHA-256 of the file as it was stored, which is in backups, not in an export."""
    stored_type: Words | None
    width: Ordinal | None
    height: Ordinal | None
    stored_size: Count | None
    text: Words
    """A transcript, or what a picture shows, in words."""
    problem: Words
    """Why it couldn't be used; empty if it could."""
    parts: tuple[DocumentPart, ...] = ()
    """The text of a document, in order."""
    created_at: Moment


class Message(_Part):
    """A message of a turn, exactly as it is sent to the model."""

    position: Ordinal
    role: Annotated[Literal["user", "assistant", "tool"], Field(validation_alias=AliasChoices("role", "kind"))]
    content: Words
    """The text; a user's has the time above it, a tool's is the result of a call."""
    note: Words
    """A note to the model with the user's message."""
    tool_calls: Annotated[tuple[ToolCall, ...], Field(min_length=1)] | None
    call_id: Words | None
    """Id of the call that this is the result of."""
    receipt: Words | None
    """The line that the chat showed about a memory change."""
    change: Change | None = None
    """The memory change."""
    superseded: bool
    """Whether a later answer has replaced it; it is no longer sent to the model."""
    untrusted: Annotated[bool, Field(validation_alias=AliasChoices("untrusted", "others_words"))] = False
    """Whether it holds text that neither the user nor the assistant wrote, marked in `content`."""
    is_cut: bool = False
    """Whether the answer reached the model's length limit before its end."""
    sent_at: Moment | None = None
    """Time the user sent it; None for other messages, and in exports of early releases."""
    text: Words | None = None
    """The user's text without the time and marks; None in exports of early releases."""
    source: Attribution | None = None
    """The origin of the parts that are not the user's own words."""
    refusal: Refusal | None = None
    """Reason for which a memory call was refused; the same call is accepted next time."""
    reaction: Words | None = None
    """The emoji that the call put below the user's message."""
    pictures: tuple[Picture, ...] | None = None
    """Pictures that the model is sent with the message."""
    seen: Words = ""
    """What these pictures showed, in the model's words, once they are no longer sent."""
    files: Small = 0
    """Number of files that the message came with."""
    pending: bool = False
    """Whether these files are not ready; the content is not complete then."""
    attachments: tuple[Attachment, ...] = ()
    """These files, unless they were deleted since."""
    created_at: Moment

    @property
    def words(self) -> str:
        """The text, without the time above a user's message."""
        return self.content.partition("\n")[2] if self.role == "user" else self.content


class Received(_Part):
    """A Telegram message that became part of a turn."""

    update_id: TelegramId
    message_id: TelegramId | None
    received_at: Moment


class Sent(_Part):
    """A Telegram message that shows a part of a turn's answer; parts are counted from 0."""

    attempt: Ordinal
    part: Annotated[int, Field(ge=0, lt=2**31)]
    message_id: TelegramId
    sent_at: Moment | None


class Activity(_Part):
    """A tool call that did something, or was to do it once its user allowed it."""

    id: UUID
    call_id: Words
    family: Words
    """The family of its tool."""
    name: Words
    arguments: Words
    """The arguments as the model wrote them."""
    risk: Risk
    state: ActivityState
    """Its state; what was allowed but not done is imported as declined, what was still running as unknown."""
    words: Words
    """What it did, or was to do, as its user was shown it."""
    undo: dict[str, Any] | None = None
    """What undoing it takes; None if it can't be undone."""
    created_at: Moment
    expires_at: Moment | None = None
    """How long it waits for its user."""


class Turn(_Part):
    """One or more user messages and what follows, up to the reply that answers them together."""

    id: UUID
    """UUID version 7 (RFC 9562), which sorts by time."""
    state: TurnState
    """Its state; a turn still running at the export is imported as failed, and can be retried."""
    attempt: Ordinal
    created_at: Moment
    ended_at: Moment | None
    messages: tuple[Message, ...]
    activities: tuple[Activity, ...] = ()
    received: tuple[Received, ...]
    sent: tuple[Sent, ...]


class Known(_Part):
    """A memory version that a conversation's model knows."""

    id: MemoryId
    version: Ordinal
    line: Count | None
    """Its line in the prompt, counted from 0; None if it became known later."""


class Conversation(_Part):
    """Everything said under one frozen prompt."""

    id: UUID
    number: Annotated[int, Field(ge=1, lt=2**63)]
    """Its number, as in `/resume 2`."""
    system_prompt: Words
    tools: tuple[ToolSpec, ...]
    pending_notes: tuple[Words, ...]
    """Notes for the model with the next message."""
    capture: CaptureMode = CaptureMode.ASK
    """The memory mode that the model knows of."""
    recalls: bool = False
    """Whether memories are recalled for each message, because not all are in the prompt."""
    recalled: tuple[MemoryId, ...] = ()
    """Recalled memories, in exports of early releases only."""
    own_at: Count | None = None
    """Character of the prompt where the owner's instructions begin; None in exports of early releases."""
    memories_at: Count | None = None
    """Character of the prompt where the memories begin; None in exports of early releases."""
    memories: tuple[Known, ...] | None = None
    """Memories that the model knows; None in exports of early releases."""
    pending_memories: tuple[Known, ...] = ()
    """Memories named in the pending notes."""
    revision: Annotated[int, Field(ge=0, lt=2**31)]
    """Number of changes to its stored content."""
    started_at: Moment
    last_message_at: Moment
    ended_at: Moment | None
    carried: CarriedTurns | None
    history_from: UUID | None
    """The first turn still in the prompt; None if all are."""
    history_moved_at: Moment | None
    summary: Words
    """The summary of the turns before `history_from`."""
    left_out: bool
    """Whether the summary lacks some of these turns."""
    left_out_from: UUID | None = None
    """The first turn the summary lacks; None with `left_out`: it lacks all of them."""
    summary_without: tuple[MemoryId, ...] = ()
    """Deleted memories that the summary was made without."""
    pictures_from: UUID | None = None
    """The first turn whose pictures are still in the prompt; None if all are."""
    turns: tuple[Turn, ...]


class Request(_Part):
    """The usage of a model request; cached and written tokens are part of the input."""

    turn_id: UUID | None
    purpose: UsagePurpose
    model: Words
    input_tokens: Count
    cached_tokens: Count
    written_tokens: Count
    output_tokens: Count
    is_estimated: bool = False
    """Whether the tokens are estimated, because the model's server didn't count them."""
    first_token_seconds: Seconds | None
    seconds: Seconds | None
    created_at: Moment


class Reminder(_Part):
    """A reminder."""

    id: MemoryId
    text: Annotated[str, Field(min_length=1, max_length=REMINDER_MAX), AfterValidator(_storable)]
    wall: NaiveDatetime
    """Its next time, or its last one, as a clock of its zone shows it."""
    zone: Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]
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
    created_at: Moment


class ToolChoice(_Part):
    """What the user has chosen about a tool or a family of tools, and when they last used it."""

    name: Words
    is_pinned: bool = False
    """Whether each conversation has this family."""
    is_off: bool = False
    """Whether no conversation has this family."""
    is_allowed: bool = False
    """Whether this tool acts without asking first."""
    used_at: Moment | None = None


class Head(_Part):
    """The owner of an export, and its time."""

    format: Literal["keepsake-export"]
    version: Literal[1, 2]
    exported_at: Moment
    bot_id: TelegramId
    user_id: TelegramId
    numbered_conversations: Count
    """Highest conversation number so far, including erased ones."""
    warned_at: Moment | None
    """Time of the last warning that most of the month's tokens are used."""
    capture: CaptureMode | None = None
    """The memory mode, if the user has set one."""
    voice: VoiceMode | None = None
    """Which answers are spoken, if the user has set it."""
    quiet_from: time | None = None
    """The beginning of the hours in which nothing but reminders comes unasked, if the user has set any."""
    quiet_to: time | None = None


class Export(Head):
    """All data of a user of a bot, except private conversations."""

    memories: tuple[Memory, ...]
    notes: tuple[Note, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    tools: tuple[ToolChoice, ...] = ()
    conversations: tuple[Conversation, ...]
    usage: tuple[Request, ...]

    @property
    def turns(self) -> Iterator[Turn]:
        """All turns of all conversations."""
        return (turn for conversation in self.conversations for turn in conversation.turns)


def schema() -> str:
    """Return the JSON Schema of an export (`docs/export.schema.json`)."""
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Export.model_json_schema()}
    return json.dumps(described, ensure_ascii=False, indent=2) + "\n"


def read(file: Path) -> Export:
    """Read a file written by `/export` or `python -m bot export`. Raises StartError with the mistakes in it.

    The database checks whether the parts fit together.
    """
    try:
        return Export.model_validate_json(file.read_bytes())
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    except ValidationError as error:
        raise StartError(f"{file} {_objection(error)}\nNothing was changed.") from None


def _objection(error: ValidationError) -> str:
    errors = error.errors(include_url=False, include_input=False)
    mistakes = {_place(it["loc"]): _IN_OUR_WORDS.get(it["type"], it["msg"]) for it in errors}
    if "" in mistakes or "format" in mistakes:
        return "isn't a Keepsake export, or it is incomplete or damaged."
    if "version" in mistakes:
        return f"was made by another version of Keepsake. This one reads exports up to version {VERSION}."
    shown = [f"- {place}: {mistake}" for place, mistake in mistakes.items()][:_MISTAKES_SHOWN]
    more = [f"and {len(mistakes) - _MISTAKES_SHOWN} more"] if len(mistakes) > _MISTAKES_SHOWN else []
    return "\n".join(["can't be imported, because it was changed or damaged:", *shown, *more])


def _place(steps: Iterable[int | str]) -> str:
    """Return the path of a mistake, such as conversations[3].turns[0].state; empty for the whole file."""
    return "".join(f"[{it}]" if isinstance(it, int) else f".{it}" for it in steps).removeprefix(".")
