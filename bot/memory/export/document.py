"""The parts of an export, and how one is read.

`docs/export.schema.json` is made from these models. Times are in UTC. Ids are those in the database.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)

from bot.errors import StartError
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
from bot.values.messages import ToolCall
from bot.values.turns import TurnState, UsagePurpose

FORMAT: Final = "keepsake-export"
VERSION: Final = 2
"""Version 1 had other names: a message's `kind` and `others_words`, and a memory's `wordings`."""
_MISTAKES_SHOWN: Final = 5


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("a text can't hold the null character")
    return text


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("no calendar has this time") from None


Moment: TypeAlias = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Words: TypeAlias = Annotated[str, AfterValidator(_storable)]
TelegramId: TypeAlias = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
Ordinal: TypeAlias = Annotated[int, Field(ge=1, lt=2**31)]
MemoryId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8}$")]
Seconds: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)


class MemoryVersion(_Part):
    """One version of a memory; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    content: Annotated[str, Field(min_length=CONTENT_MIN, max_length=CONTENT_MAX), AfterValidator(_storable)]
    created_at: Moment
    source: Source | None
    """None if it was learned nowhere, or in a conversation that was erased."""
    origin: Origin = Origin.CONVERSATION
    """How it came about."""


class Memory(_Part):
    """A remembered thing."""

    id: MemoryId
    category: MemoryCategory
    subject: Annotated[str, Field(max_length=SUBJECT_MAX), AfterValidator(_storable)] | None
    created_at: Moment
    deleted_at: Moment | None
    """When it was forgotten; it can be restored."""
    pinned: bool = False
    importance: Annotated[float, Field(ge=-IMPORTANCE_MAX, lt=IMPORTANCE_MAX)] | None = None
    """How much it matters, compared with others; if that is not told, as much as its last version says."""
    versions: Annotated[
        tuple[MemoryVersion, ...], Field(min_length=1, validation_alias=AliasChoices("versions", "wordings"))
    ]
    """The first one first; the last one counts."""

    @field_validator("versions")
    @classmethod
    def _are_numbered(cls, versions: tuple[MemoryVersion, ...]) -> tuple[MemoryVersion, ...]:
        if [it.number for it in versions] != [*range(1, len(versions) + 1)]:
            raise ValueError("the versions are not numbered from 1 on")
        return versions


class Change(_Part):
    """What a call did to a memory: the version and the subject it was left with, and those it had before."""

    kind: ChangeKind
    memory_id: MemoryId
    version: Ordinal
    subject: Words | None
    former_version: Ordinal
    former_subject: Words | None
    content: Words = ""
    """What the memory says since then; nothing in exports of early releases."""
    former_content: Words = ""
    undone: bool = False
    """Whether the user took it back."""


class Quote(_Part):
    """Words that a message quotes."""

    text: Words
    speaker: Speaker
    name: Words
    """The speaker's name, if it is another than the user and Keepsake."""
    message_id: TelegramId | None
    """The Telegram message that is quoted, if it is Keepsake's."""


class Attribution(_Part):
    """What of a message is not the user's own words."""

    forwarded_from: Words | None
    """Who wrote all of it, by name if that is known; None if it was not forwarded."""
    quote: Quote | None


class Message(_Part):
    """A message of a turn, exactly as it is sent to the model."""

    position: Ordinal
    role: Annotated[Literal["user", "assistant", "tool"], Field(validation_alias=AliasChoices("role", "kind"))]
    content: Words
    """What was said, of the user with the time before it; or what a tool call came to."""
    note: Words
    """What the model was told beside the user's words."""
    tool_calls: Annotated[tuple[ToolCall, ...], Field(min_length=1)] | None
    call_id: Words | None
    """Which call this is the result of."""
    receipt: Words | None
    """What the chat showed of a change to the memories."""
    change: Change | None = None
    """That change."""
    superseded: bool
    """Whether it is not sent any more, as a later answer took its place."""
    untrusted: Annotated[bool, Field(validation_alias=AliasChoices("untrusted", "others_words"))] = False
    """Whether it holds text that neither the user nor the assistant wrote; that is marked in `content`."""
    is_cut: bool = False
    """Whether the answer reached the model's length limit before its end."""
    sent_at: Moment | None = None
    """When the user sent it; nothing in exports of early releases, nor of other messages."""
    text: Words | None = None
    """What the user said, without the time and any marks; nothing in exports of early releases."""
    source: Attribution | None = None
    """Where it is from, as far as it is not the user's own words."""
    refusal: Refusal | None = None
    """Why a memory call was refused that counts as meant the next time."""
    created_at: Moment

    @property
    def words(self) -> str:
        """What was said: of the user, what stands below the time."""
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


class Turn(_Part):
    """One or more user messages and what follows, up to the reply that answers them together."""

    id: UUID
    """Version 7 (RFC 9562): it sorts by the time it was made."""
    state: TurnState
    """A turn that was still running when this was written is imported as a failed one, to be tried again."""
    attempt: Ordinal
    created_at: Moment
    ended_at: Moment | None
    messages: tuple[Message, ...]
    received: tuple[Received, ...]
    sent: tuple[Sent, ...]


class Known(_Part):
    """A version of a memory that a conversation's model knows."""

    id: MemoryId
    version: Ordinal
    line: Count | None
    """Where it stands in the prompt, counted from 0; None if it was told since."""


class Conversation(_Part):
    """Everything said under one frozen prompt."""

    id: UUID
    number: Annotated[int, Field(ge=1, lt=2**63)]
    """What its owner calls it by."""
    system_prompt: Words
    tools: tuple[ToolSpec, ...]
    pending_notes: tuple[Words, ...]
    """What the model is to be told with the next message."""
    capture: CaptureMode = CaptureMode.ASK
    """How memories come about, as far as the model knows."""
    recalls: bool = False
    """Whether memories are recalled beside messages, as not all are in the prompt."""
    recalled: tuple[MemoryId, ...] = ()
    """Those that were, in exports of early releases."""
    own_at: Count | None = None
    """At which character of the prompt the owner's instructions begin; nothing in exports of early releases."""
    memories_at: Count | None = None
    """At which character of the prompt the memories begin."""
    memories: tuple[Known, ...] | None = None
    """The memories that the model knows; nothing in exports of early releases."""
    pending_memories: tuple[Known, ...] = ()
    """Those that the pending notes tell of."""
    revision: Annotated[int, Field(ge=0, lt=2**31)]
    """How often what was stored of it has changed."""
    started_at: Moment
    last_message_at: Moment
    ended_at: Moment | None
    carried: CarriedTurns | None
    history_from: UUID | None
    """The first turn that the prompt still holds."""
    history_moved_at: Moment | None
    summary: Words
    """What the prompt tells of the turns before that."""
    left_out: bool
    """Whether the summary does not tell of all of them."""
    left_out_from: UUID | None = None
    """The first turn that it does not tell of; all if there is none, but some are left out."""
    summary_without: tuple[MemoryId, ...] = ()
    """The deleted memories that it was made without."""
    turns: tuple[Turn, ...]


class Request(_Part):
    """What a request to a model cost; cached and written tokens are part of the input."""

    turn_id: UUID | None
    purpose: UsagePurpose
    model: Words
    input_tokens: Count
    cached_tokens: Count
    written_tokens: Count
    output_tokens: Count
    is_estimated: bool = False
    """Whether the tokens are estimated, as the model's server didn't count them."""
    first_token_seconds: Seconds | None
    seconds: Seconds | None
    created_at: Moment


class Head(_Part):
    """Whose export it is, and of when."""

    format: Literal["keepsake-export"]
    version: Literal[1, 2]
    exported_at: Moment
    bot_id: TelegramId
    user_id: TelegramId
    numbered_conversations: Count
    """The highest number that a conversation had, erased ones included."""
    warned_at: Moment | None
    """When the user was last told that most of the month's tokens are used up."""
    capture: CaptureMode | None = None
    """How memories come about, if the user has set that."""


class Export(Head):
    """Everything a Keepsake bot knows of a user, but for what was said in private."""

    memories: tuple[Memory, ...]
    conversations: tuple[Conversation, ...]
    usage: tuple[Request, ...]

    @property
    def turns(self) -> Iterator[Turn]:
        """All turns of all conversations."""
        return (turn for conversation in self.conversations for turn in conversation.turns)


def schema() -> str:
    """Return the JSON Schema of an export, as it stands in `docs/export.schema.json`."""
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Export.model_json_schema()}
    return json.dumps(described, ensure_ascii=False, indent=2) + "\n"


def read(file: Path) -> Export:
    """Read a file that `/export` or `python -m bot export` wrote. Raises StartError with what is wrong with it.

    Whether its parts fit together is left to the database, which refuses them otherwise.
    """
    try:
        return Export.model_validate_json(file.read_bytes())
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    except ValidationError as error:
        raise StartError(f"{file} {_objection(error)}\nNothing was changed.") from None


def _objection(error: ValidationError) -> str:
    mistakes = {_place(it["loc"]): it["msg"] for it in error.errors(include_url=False, include_input=False)}
    if "" in mistakes or "format" in mistakes:
        return "is no export of Keepsake, or it was cut short or damaged."
    if "version" in mistakes:
        return f"was made by another Keepsake, and this one reads exports up to version {VERSION}."
    shown = [f"- {place}: {mistake}" for place, mistake in mistakes.items()][:_MISTAKES_SHOWN]
    more = [f"and {len(mistakes) - _MISTAKES_SHOWN} more"] if len(mistakes) > _MISTAKES_SHOWN else []
    return "\n".join(["can't be imported, as it was changed or damaged:", *shown, *more])


def _place(steps: Iterable[int | str]) -> str:
    """Return where a mistake is, as in conversations[3].turns[0].state; empty for the whole."""
    return "".join(f"[{it}]" if isinstance(it, int) else f".{it}" for it in steps).removeprefix(".")
