"""Frozen values that cross layers."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from pydantic import BeforeValidator, StringConstraints

CONTENT_MIN = 5
"""Fewest characters of a memory's text, after trimming."""
CONTENT_MAX = 500
"""Most characters of a memory's text, after trimming."""
SUBJECT_MAX = 200
"""Most characters of a memory's subject, after trimming."""


def clean(text: str) -> str:
    """Return the text without what neither PostgreSQL nor UTF-8 can hold: null characters and lone surrogates."""
    return text.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str) -> str:
    """Return the text on one line: each run of white space, line breaks of every kind included, is one space."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """Return the text as all our own texts quote it to the model: in quotation marks, on one line."""
    return f'"{one_line(text)}"'


def folded(text: str) -> str:
    """Return the text without what makes no two texts different: letter case and the kind of white space."""
    return one_line(text).casefold()


def _trimmed(value: object) -> object:
    """Trim a text of what `one_line` takes for white space, which is more than pydantic does."""
    return clean(value).strip() if isinstance(value, str) else value


MemoryContent: TypeAlias = Annotated[
    str, StringConstraints(min_length=CONTENT_MIN, max_length=CONTENT_MAX), BeforeValidator(_trimmed)
]
MemorySubject: TypeAlias = Annotated[str, StringConstraints(max_length=SUBJECT_MAX), BeforeValidator(_trimmed)]


class MemoryCategory(StrEnum):
    """What a memory is about."""

    CONTEXT = "context"
    PERSON = "person"
    PREFERENCE = "preference"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose memories and conversations: one user of one bot, by their Telegram ids."""

    bot_id: int
    user_id: int

    @property
    def columns(self) -> dict[str, int]:
        """The values of a row's columns that tell whose it is."""
        return {"bot_id": self.bot_id, "user_id": self.user_id}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a wording was learned."""

    conversation_id: UUID
    turn_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A remembered thing in its current wording."""

    id: str
    category: MemoryCategory
    subject: str | None
    content: str
    version: int
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVersion:
    """One wording of a memory; numbers start at 1 and have no gaps."""

    number: int
    content: str
    created_at: datetime
    source: Source | None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asked for; `arguments` is the raw string it wrote, which need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the user said, the time of it included, as the model reads it.

    `note` tells the model what changed outside the conversation; it stands before the user's words.
    """

    content: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """What the model answered: words, calls, or both."""

    content: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call came to, in words for the model, and the receipt its user sees, if it changed anything."""

    call_id: str
    content: str
    receipt: str | None = None


Message: TypeAlias = UserMessage | AssistantMessage | ToolResult


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What the model is told of a tool; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a request cost: tokens as the model's server counts them, and the time until the first one and the last.

    Those from its cache, and those it wrote there, are part of the input. They are estimated where it counts nothing.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    is_estimated: bool = False
    first_token_seconds: float | None = None
    seconds: float | None = None


class UsagePurpose(StrEnum):
    """What a model was asked for."""

    ANSWER = "answer"
    SUMMARY = "summary"


class TurnState(StrEnum):
    """How far a turn has come."""

    RUNNING = "running"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTurns:
    """The last turns of a conversation, from one to another, that the next one begins with."""

    conversation_id: UUID
    from_turn_id: UUID
    to_turn_id: UUID


class ConversationMode(StrEnum):
    """Whether a conversation is kept, or erased when it ends."""

    KEPT = "kept"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What a conversation's prompt holds no more: the turns before one of them.

    `summary` tells of them; where some are `left_out` of it, the prompt says so.
    """

    turns_before: UUID
    summary: str = ""
    left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Everything said under one frozen prompt; `revision` grows when what was stored of it changes.

    Its `number` among its owner's is what they call it by; a private one has none.
    """

    id: UUID
    owner: Owner
    chat_id: int
    mode: ConversationMode = ConversationMode.KEPT
    number: int | None
    system_prompt: str
    tools: tuple[ToolSpec, ...]
    revision: int
    last_message_at: datetime
    carried: CarriedTurns | None = None
    earlier: Earlier | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One or more user messages and what follows; `attempt` counts how often its answer was begun anew."""

    id: UUID
    conversation_id: UUID
    state: TurnState
    attempt: int
